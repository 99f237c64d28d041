// The whole protocol against chance: thousands of random histories, each healed and checked. The rule that broke is named.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Plan, runHistory } from "./history.ts";
import { testSeed } from "../seed.ts";
import { Broken } from "./oracle.ts";

const histories = Number(process.env["MODEL_HISTORIES"] ?? 10_000);

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(),
  steps: fc.array(fc.nat(2_000_000_000), { minLength: 3, maxLength: 27 }),
});

describe(`${histories} random histories`, () => {
  let broken: Broken | null = null;
  let report = "";

  beforeAll(async () => {
    const began = performance.now();
    const property = fc.asyncProperty(plans, async (plan) => {
      const found = await runHistory(plan);
      if (found) throw found;
    });
    const { TEST_PATH: path } = process.env;
    const details = await fc.check(property, { numRuns: histories, seed: testSeed("model"), ...(path && { path }) });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.warn(`model: ${details.numRuns} histories in ${seconds} s`);
    if (!details.failed) return;
    broken =
      details.errorInstance instanceof Broken ? details.errorInstance : new Broken("?", String(details.errorInstance));
    report = `${broken.message}\nTEST_SEED=${details.seed} TEST_PATH=${String(details.counterexamplePath)}\n${JSON.stringify(details.counterexample)}`;
  }, 600_000);

  const kept = (rule: string) => expect(broken?.rule === rule ? report : "").toBe("");

  test("[R1] [R2] [R3] [R4] [R14] every phone ends equal to the server, whatever was lost, doubled, late, cut, truncated or restored", () =>
    kept("R1"));
  test("[R5] no command has two effects", () => kept("R5"));
  test("[R6] what was answered as applied has happened", () => kept("R6"));
  test("[R7] what was sent once is never altered", () => kept("R7"));
  test("[R8] [R16] inside a lane effects happen in the order queued, under clocks that are wrong", () => kept("R8"));
  test("[R9] [R18] nothing is lost: every entry leaves with an outcome or by the person's hand", () => kept("R9"));
  test("[R11] an own message is on the screen until its row is there", () => kept("R11"));
  test("[R12] [R18] thirty seconds after the faults end outboxes are empty or wait for the person", () => kept("R12"));
  test("[R13] nothing is sent, stored or run under another person", () => kept("R13"));
  test("[R15] a row that goes out of sight leaves the phone", () => kept("R15"));
  test("[R23] no private row is left or comes back after a sign-out", () => kept("R23"));
  test("nothing at all went wrong", () => expect(report).toBe(""));
});
