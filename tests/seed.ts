// Chance in tests repeats: every random test takes its dice from a seed that it prints and that TEST_SEED sets.
import { Dice } from "./model/simulation.ts";

/** TEST_SEED, or a new one; printed with `name`, so that a failure in a log can be repeated. */
export function testSeed(name: string): number {
  const given = Number(process.env["TEST_SEED"] ?? "");
  const seed = given || 1 + Math.floor(Math.random() * 2 ** 31);
  console.warn(`${name}: TEST_SEED=${seed}`);
  return seed;
}

/** Dice from `testSeed`. With sockets and processes in play they repeat what is decided, not when it happens. */
export function seededDice(name: string): Dice {
  return new Dice(testSeed(name));
}
