// A folder with too many files is split, and so is a file with too many lines: their names lead to the place for a change.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Most source files in a folder; tests are beside their source, and migrations are a numbered list that only grows. */
const MOST_FILES = 24;
const isSource = (file: string) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file);
const isMigration = (file: string) => /(^|\/)migrations\/\d{4}-/.test(file);

/** Folders with more source files than allowed, each with its number. */
function largeFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((one) => isSource(one) && !isMigration(one)))
    counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}

it("counts only source files", () => {
  const files = (name: (n: number) => string, count = 25) => Array.from({ length: count }, (_, n) => name(n));
  expect(largeFolders(files((n) => `pwa/ui/part${n}.tsx`))).toEqual(["pwa/ui: 25 files"]);
  expect(largeFolders(files((n) => `pwa/ui/part${n}.tsx`, 24))).toEqual([]);
  expect(largeFolders(files((n) => `pwa/ui/part${n}.test.tsx`))).toEqual([]);
  expect(largeFolders(files((n) => `pwa/ui/part${n}.css`))).toEqual([]);
  expect(largeFolders(files((n) => `sync-server/db/migrations/${1000 + n}-step.ts`))).toEqual([]);
});

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)));

it("no folder has more than 24 source files", () => {
  expect(largeFolders(listed)).toEqual([]);
});

/** Most lines of a file with logic. The content of the demo and the tables of tests are lists. */
const MOST_LINES = 300;
const isList = (file: string) => /^(sync-server\/db\/seed\/demo-|tests\/)/.test(file);

it("no file with logic has more than 300 lines", () => {
  const files = listed.filter((file) => isSource(file) && !isList(file));
  const lines = (file: string) => readFileSync(path.join(root, file), "utf8").trimEnd().split("\n").length;
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => lines(file) > MOST_LINES)).toEqual([]);
});
