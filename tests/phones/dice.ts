// The random generator of tests with real devices and servers.
import { seededDice } from "../seed.ts";

export const dice = seededDice("phones");
