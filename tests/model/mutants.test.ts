// Tests the harness itself: the histories must detect every mutant.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { planOf, runHistory } from "./history.ts";
import { mutants } from "./mutants.ts";

/** Most histories to detect a mutant; each needed fewer than a tenth of them when it was added. */
const MOST = 4_000;

/** The claim of each title of model.test.ts, and the rule that the oracle reports when it fails. */
const claims = [
  ...readFileSync(path.join(import.meta.dirname, "model.test.ts"), "utf8").matchAll(
    /test\(\s*"((?:\[R\d+\] )+)[^"]*",\s*\(\) =>\s*kept\("(R\d+)"\)/g,
  ),
].flatMap(([, rules = "", reported = ""]) => (rules.match(/R\d+/g) ?? []).map((rule) => ({ rule, reported })));

describe("a title of model.test.ts", () => {
  test("is one of the eleven", () => {
    expect(new Set(claims.map(({ reported }) => reported)).size).toBe(11);
  });

  test.each(claims)(
    "[R24] claims $rule, because a mutant that breaks it is reported as $reported",
    ({ rule, reported }) => {
      const names = mutants.filter((one) => one.breaks.includes(rule) && one.rules.includes(reported));
      expect(names).not.toEqual([]);
    },
  );
});

describe("[R24] the model detects every mutant", () => {
  test.each(mutants)(
    "$name",
    async ({ rules, faults, tuning }) => {
      for (let seed = 1; seed <= MOST; seed++) {
        const broken = await runHistory(planOf(seed, tuning), faults);
        if (broken && rules.includes(broken.rule)) return;
      }
      expect.fail(`${MOST} histories went by and nobody noticed.`);
    },
    300_000,
  );

  test("the same histories pass without a mutant", async () => {
    for (const { tuning } of mutants) {
      for (let seed = 1; seed <= 20; seed++) expect(await runHistory(planOf(seed, tuning))).toBeNull();
    }
  }, 300_000);
});
