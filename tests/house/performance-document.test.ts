// The page about performance explains and bounds each item that the benchmarks measure.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const page = new URL("docs/performance.md", root);
const text = readFileSync(page, "utf8");

/** Items of the goals, such as `W4`, as the benchmarks name them. */
const measured = new Set(
  execFileSync("git", ["grep", "-hoE", `item: "[A-Z][0-9]+[a-z]?"`, "--", "bench"], {
    cwd: root,
    encoding: "utf8",
  }).match(/[A-Z]\d+[a-z]?/g),
);

/** Items of the first column of a chapter's table; `A1–A4` are four. */
function itemsOf(title: string): Set<string> {
  const chapter = text.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!;
  const cells = [...chapter.matchAll(/^\| ([A-Z]\d.*?) \|/gm)].map(([, cell = ""]) => cell);
  return new Set(
    cells.flatMap((cell) => {
      const [, letter = "", from = "", to = ""] = /^([A-Z])(\d)–[A-Z](\d)$/.exec(cell) ?? [];
      if (!letter) return cell.match(/[A-Z]\d+[a-z]?/g) ?? [];
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${letter}${Number(from) + n}`);
    }),
  );
}

it("[S1141] docs/performance.md explains each measured item, and says what bounds each item of the goals", () => {
  expect(measured.size).toBeGreaterThan(20);
  expect([...measured].filter((item) => !itemsOf("What is measured").has(item))).toEqual([]);
  const ofGoals = [...measured].filter((item) => /^[BWC]/.test(item));
  expect(ofGoals.filter((item) => !itemsOf("What bounds each goal").has(item))).toEqual([]);
});
