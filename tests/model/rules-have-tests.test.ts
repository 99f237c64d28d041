// A rule without a test is a wish: every rule stands in docs/sync-rules.md and in the title of at least one test.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..", "..");
const rules = Array.from({ length: 24 }, (_, at) => `R${at + 1}`);

function testFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => path.join(root, folder, file));
}

const titles = ["shared", "pwa", "sync-server", "tests"]
  .flatMap(testFiles)
  .flatMap((file) => readFileSync(file, "utf8").match(/\[R\d+\]/g) ?? []);
const document = readFileSync(path.join(root, "docs", "sync-rules.md"), "utf8");

describe("the sync rules", () => {
  test.each(rules)("%s has a line in the document and a test of its own", (rule) => {
    expect(document).toContain(`\n| ${rule} | `);
    expect(titles).toContain(`[${rule}]`);
  });

  test("no test claims a rule that does not exist", () => {
    expect(titles.filter((title) => !rules.includes(title.slice(1, -1)))).toEqual([]);
  });
});
