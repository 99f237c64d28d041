// The pages about security name only tests that exist, and each requirement has a test or a reason.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");

/** Ids at the start of the titles of tests. */
const known = new Set(
  execFileSync("git", ["grep", "-hoE", "\\[S[0-9]{3,}\\]", "--", "*.test.ts", "*.test.tsx", "*.spec.ts"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .map((id) => id.slice(1, -1)),
);

describe.each(["docs/security.md", "docs/threat-model.md"])("%s", (page) => {
  const text = read(page);

  it("[S1115] names tests that exist", () => {
    const ids = text.match(/\bS\d{3,4}\b/g) ?? [];
    const files = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = ""]) => file);
    expect([ids.length, files.length].every((count) => count > 5)).toBe(true);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  });

  it("has a test or a reason in each row", () => {
    const rows = text.split("\n").filter((line) => /^\| /.test(line));
    const empty = rows.filter((row) => (row.split("|")[3] ?? "").trim().length < 4);
    expect(empty).toEqual([]);
  });
});

it("[S1116] each requirement is listed once, by chapter", () => {
  const numbers = [...read("docs/security.md").matchAll(/^\| (\d[\d., to]*?) \|/gm)].flatMap(([, cell = ""]) =>
    cell.split(", "),
  );
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
