// The whole protocol against chance: thousands of random histories, each healed and checked. The rule that broke is named.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Plan, runHistory } from "./history.ts";
import { Broken } from "./oracle.ts";

const histories = Number(process.env["MODEL_HISTORIES"] ?? 10_000);

const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(),
  steps: fc.array(fc.nat(2_000_000_000), { minLength: 3, maxLength: 27 }),
});

/** What each kind of breach would mean. */
const promises: Record<string, string> = {
  R1: "[R1] [R2] [R3] [R4] [R14] [R16] every phone ends equal to the server, whatever was lost, doubled, late, cut, truncated or restored, under clocks that are wrong",
  R5: "[R5] no command has two effects",
  R6: "[R6] what was answered as applied has happened",
  R7: "[R7] what was sent once is never altered",
  R8: "[R8] inside a lane effects happen in the order queued",
  R9: "[R9] [R18] nothing is lost: every entry leaves with an outcome or by the person's hand",
  R11: "[R10] [R11] an own message is on the screen until its row is there",
  R12: "[R12] [R22] thirty seconds after the faults end outboxes are empty or wait for the person, older apps upgraded",
  R13: "[R13] nothing is sent, stored or run under another person",
  R15: "[R15] a row that goes out of sight leaves the phone",
  R23: "[R23] no private row is left or comes back after a sign-out",
};

describe(`${histories} random histories`, () => {
  let broken: Broken | null = null;
  let report = "";

  beforeAll(async () => {
    const began = performance.now();
    const property = fc.asyncProperty(plans, async (plan) => {
      const found = await runHistory(plan);
      if (found) throw found;
    });
    const details = await fc.check(property, { numRuns: histories });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.warn(`model: ${details.numRuns} histories in ${seconds} s`);
    if (!details.failed) return;
    broken =
      details.errorInstance instanceof Broken ? details.errorInstance : new Broken("?", String(details.errorInstance));
    report = `${broken.message}\nseed ${details.seed}, path ${String(details.counterexamplePath)}\n${JSON.stringify(details.counterexample)}`;
  }, 600_000);

  test.each(Object.entries(promises))("%s: %s", (rule) => {
    expect(broken?.rule === rule ? report : "").toBe("");
  });

  test("nothing else went wrong", () => {
    expect(broken && !(broken.rule in promises) ? report : "").toBe("");
  });
});
