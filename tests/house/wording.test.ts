// Comments, test titles and documents use plain terms: these phrases hide who acts, or have an established term.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Phrase → what to write instead. */
const phrases: readonly [RegExp, string][] = [
  [/\b(is|are|was|were|be|being|been) told\b/i, "name the call: is notified, receives, gets"],
  [/\bwhoever\b/i, "name the role: the caller, the user, a process"],
  [/\bwhat becomes? of|\bwhat became of/i, "the result of"],
  [/\bstumbl(e|es|ed|ing)\b/i, "fails; internal error"],
  [/\bhears? (of|from|about)\b/i, "receives, reads"],
  [/\bgoes with\b/i, "is sent with, belongs to"],
  [/\bon (its|their) way\b/i, "in flight, being sent"],
  [/\bcalled off\b/i, "cancelled"],
  [/\bonce and for all\b|\bfor ever\b/i, "permanently"],
  [/\bof (its|their) own accord\b/i, "automatically"],
  [/\bdoes not mind\b|\bwithout a word\b/i, "ignores; silently"],
];

const comment = /^\s*(\/\/|\/?\*)|[;,{(] \/\/ /;
const title = /\b(it|test|describe)(\.\w+)*(\(.*\))?\(\s*["'`]/;

/** Migrations are never edited; this file lists the phrases; the two documents quote titles and texts. */
const skipped = /(^|\/)migrations\/\d{4}-|^tests\/house\/wording\.test\.ts$|^docs\/(spec-coverage|api)\.md$/;

function problemsIn(file: string, text: string): string[] {
  const isProse = file.endsWith(".md");
  return text.split("\n").flatMap((line, at) => {
    if (!isProse && !comment.test(line) && !title.test(line)) return [];
    return phrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${at + 1}: «${found}» → ${instead}`];
    });
  });
}

it("finds a phrase in a comment, a test title and a document, but not in code", () => {
  expect(problemsIn("a.ts", "// Whoever sends it is told.\nconst text = 'on its way';")).toHaveLength(2);
  expect(problemsIn("a.test.ts", 'it("stumbles", () => {});')).toHaveLength(1);
  expect(problemsIn("a.md", "What became of it.")).toHaveLength(1);
});

it("no comment, test title or document contains them", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md"], { cwd: root, encoding: "utf8" });
  const checked = files.split("\n").filter((file) => file !== "" && !skipped.test(file));
  expect(checked.flatMap((file) => problemsIn(file, readFileSync(root + file, "utf8")))).toEqual([]);
});

const MAX_WORDS = 20;

/** The comments of a file as prose; lines that follow each other are one comment, and a tag begins a sentence. */
function commentsIn(text: string): string[] {
  const blocks = text.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
  return blocks.map((block) => block.replace(/^[ \t]*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, " ").replace(/@\w+/g, ". $&"));
}

const titlesIn = (text: string) =>
  [...text.matchAll(/^\s*(?:it|test|describe)(?:\.\w+)*\(\s*(["'`])(.*)\1,/gm)].map(([, , words = ""]) =>
    words.replace(/\[[RS]\d+\]/g, ""),
  );

function longSentences(text: string): string[] {
  const sentences = [...commentsIn(text), ...titlesIn(text)].flatMap((prose) => prose.split(/(?<=[.!?:;])\s+/));
  return sentences.filter((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > MAX_WORDS);
}

it("finds a sentence of 21 words in a comment and a test title", () => {
  const words = Array.from({ length: 21 }, (_, n) => `w${n}`).join(" ");
  expect(longSentences(`// ${words}.\n/** ${words.slice(0, -4)}. */\n`)).toHaveLength(1);
  expect(longSentences(`it("${words}", () => {});`)).toHaveLength(1);
  expect(longSentences(`/* ${words.replace("w9 ", "w9\n * ")} */`)).toHaveLength(1);
});

it("no sentence of a comment or test title has more than twenty words", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.css"], { cwd: root, encoding: "utf8" });
  // The list of passwords quotes its licence.
  const checked = files
    .split("\n")
    .filter((file) => file && !skipped.test(file) && !file.includes("common-passwords-list"));
  const found = checked.flatMap((file) =>
    longSentences(readFileSync(root + file, "utf8")).map(
      (sentence) => `${file}: ${sentence.replace(/\s+/g, " ").trim()}`,
    ),
  );
  expect(found).toEqual([]);
});
