// Seeds for random tests: each test prints its seed, and TEST_SEED sets it.
import { Dice } from "./model/simulation.ts";

/** TEST_SEED, or a new one; printed with `name`, so that a failure in a log can be repeated. */
export function testSeed(name: string): number {
  const given = Number(process.env["TEST_SEED"] ?? "");
  const seed = given || 1 + Math.floor(Math.random() * 2 ** 31);
  console.warn(`${name}: TEST_SEED=${seed}`);
  return seed;
}

/** A random generator from `testSeed`. With sockets and processes only the decisions repeat, not their timing. */
export function seededDice(name: string): Dice {
  return new Dice(testSeed(name));
}
