// A harness that finds nothing proves nothing: every fault planted here has to be found.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { planOf, runHistory } from "./history.ts";
import { mutants } from "./mutants.ts";

/** Histories a fault may take to show; each took fewer than a tenth of it when it was planted. */
const MOST = 4_000;

/** What each title of the random histories claims, and the rule the oracle has to name for it to fail. */
const claims = [
  ...readFileSync(path.join(import.meta.dirname, "model.test.ts"), "utf8").matchAll(
    /test\(\s*"((?:\[R\d+\] )+)[^"]*",\s*\(\) =>\s*kept\("(R\d+)"\)/g,
  ),
].flatMap(([, rules = "", reported = ""]) => (rules.match(/R\d+/g) ?? []).map((rule) => ({ rule, reported })));

describe("a title of the random histories", () => {
  test("is one of the eleven", () => {
    expect(new Set(claims.map(({ reported }) => reported)).size).toBe(11);
  });

  test.each(claims)("[R24] claims $rule because a fault that breaks it is found as $reported", ({ rule, reported }) => {
    const names = mutants.filter((one) => one.breaks.includes(rule) && one.rules.includes(reported));
    expect(names).not.toEqual([]);
  });
});

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
