// Every rule has a line in docs/sync-rules.md and is in the title of at least one test that runs.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runningTitles } from "./running-titles.ts";

const root = path.join(import.meta.dirname, "..", "..");
const rules = Array.from({ length: 24 }, (_, at) => `R${at + 1}`);

function testFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => path.join(root, folder, file));
}

const claimsIn = (titles: readonly string[]) => titles.flatMap((title) => title.match(/\[R\d+\]/g) ?? []);

const claimsOf = (file: string) => claimsIn(runningTitles(file, readFileSync(file, "utf8")));

/** The suites that the document names by one word. */
const suites = {
  rules: ["rules.test.ts", "rules-people.test.ts", "rules-pictures.test.ts", "rules-trouble.test.ts"],
  store: ["store.test.ts"],
  model: ["model.test.ts"],
};
const claimsBySuite = Object.fromEntries(
  Object.entries(suites).map(([suite, files]) => [
    suite,
    files.flatMap((file) => claimsOf(path.join(root, "tests/model", file))),
  ]),
);

const claims = ["shared", "pwa", "sync-server", "tests"].flatMap(testFiles).flatMap(claimsOf);
const document = readFileSync(path.join(root, "docs", "sync-rules.md"), "utf8");

describe("the sync rules", () => {
  test.each(rules)("%s has a line in the document and a test", (rule) => {
    expect(document).toContain(`\n| ${rule} | `);
    expect(claims).toContain(`[${rule}]`);
  });

  test.each(rules)("%s lists each of the suites that claim it, and no other", (rule) => {
    const testedBy = new RegExp(`^\\| ${rule} \\|.* \\|([^|]+)\\|$`, "m").exec(document)?.[1] ?? "";
    const listed = Object.keys(suites).filter((suite) => new RegExp(`(^|, | )${suite}\\b(?![-.])`).test(testedBy));
    const claiming = Object.entries(claimsBySuite).filter(([, list]) => list.includes(`[${rule}]`));
    expect(listed).toEqual(claiming.map(([suite]) => suite));
  });

  test("no test claims a rule that does not exist", () => {
    expect(claims.filter((claim) => !rules.includes(claim.slice(1, -1)))).toEqual([]);
  });
});

describe("a title counts", () => {
  const count = (source: string) => runningTitles("some.test.ts", source).length;

  test.each([
    `test("[R1] a", () => check());`,
    `it("[R1] a", { timeout: 5 }, async () => { await check(); });`,
    `it.each(cells)("[R1] %s", (cell) => check(cell));`,
    "test(`[R1] ${name}`, () => check(name));",
    `describe("[R1] all", () => { test.each(planted)("$name", () => check()); });`,
    `test.describe("phone", () => { test("[R1] a", async ({ page }) => { await check(page); }); });`,
    `test("[R1] a", checkAll);`,
  ])("that runs: %s", (source) => {
    expect(count(source)).toBe(1);
    expect(claimsIn(runningTitles("some.test.ts", source))).toEqual(["[R1]"]);
  });

  test.each([
    `// test("[R1] a", () => check());`,
    `/* test("[R1] a", () => check()); */`,
    `const title = "[R1] a";`,
    `test.skip("[R1] a", () => check());`,
    `it.todo("[R1] a");`,
    `test("[R1] a");`,
    `test("[R1] a", () => {});`,
    `test.fixme("[R1] a", () => check());`,
    `it.fails("[R1] a", () => check());`,
    `it.skipIf(isBare)("[R1] a", () => check());`,
    `it.runIf(isRich)("[R1] a", () => check());`,
    `it("[R1] a", { skip: true }, () => check());`,
    `it.skip.each(cells)("[R1] %s", (cell) => check(cell));`,
    `describe.skip("all", () => { test("[R1] a", () => check()); });`,
    `describe("[R1] nobody", () => { check(); });`,
    `test.beforeEach("[R1] a", () => check());`,
    `helper(async () => { await test.step("[R1] a", () => check()); });`,
  ])("not otherwise: %s", (source) => {
    expect(count(source)).toBe(0);
  });
});
