// The dice of tests with real phones and servers.
import { seededDice } from "../seed.ts";

export const dice = seededDice("phones");
