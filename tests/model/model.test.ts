// Runs the protocol against thousands of random histories; each heals at its end and is checked. A failure names the rule.
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

  test("[R1] [R2] [R3] [R4] [R14] every device ends equal to the server, despite lost, doubled, late, cut, truncated or restored data", () =>
    kept("R1"));
  test("[R5] no command has two effects", () => kept("R5"));
  test("[R6] every command answered as applied took effect", () => kept("R6"));
  test("[R7] a sent command is never changed", () => kept("R7"));
  test("[R8] [R16] effects of a lane happen in the order queued, also with wrong clocks", () => kept("R8"));
  test("[R9] [R18] every entry leaves with an outcome or by the user's action", () => kept("R9"));
  test("[R11] a user's message is on the screen until its row arrives", () => kept("R11"));
  test("[R12] [R18] thirty seconds after the faults end, outboxes are empty or wait for the user", () => kept("R12"));
  test("[R13] nothing is sent, stored or run under another user", () => kept("R13"));
  test("[R15] a row that becomes invisible leaves the device", () => kept("R15"));
  test("[R23] no private row stays or returns after a sign-out", () => kept("R23"));
  test("no history failed in another way", () => expect(report).toBe(""));
});
