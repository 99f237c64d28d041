// A harness that finds nothing proves nothing: every fault planted here has to be found.
import { describe, expect, test } from "vitest";
import { planOf, runHistory } from "./history.ts";
import { mutants } from "./mutants.ts";

/** Histories a fault may take to show; each took fewer than a tenth of it when it was planted. */
const MOST = 4_000;

describe("[R24] the model finds every planted fault", () => {
  test.each(mutants)(
    "$name",
    async ({ rules, faults, favours }) => {
      for (let seed = 1; seed <= MOST; seed++) {
        const broken = await runHistory(planOf(seed, favours), faults);
        if (broken && rules.includes(broken.rule)) return;
      }
      expect.fail(`${MOST} histories went by and nobody noticed.`);
    },
    300_000,
  );

  test("and nothing in the same histories without a fault", async () => {
    for (const { favours } of mutants) {
      for (let seed = 1; seed <= 20; seed++) expect(await runHistory(planOf(seed, favours))).toBeNull();
    }
  }, 300_000);
});
