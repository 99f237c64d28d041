// A requirement without a test is a wish: each line of docs/spec-coverage.md names tests, and each of them is there.
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Lines that may still wait for their test. Goes down, never up. */
const mostWaiting = 0;

/** Lines that show what the uploader's library does and not the product. Goes down, never up. */
const mostOfLibrary = 29;

const LIBRARY_TEST = /^pwa\/features\/pictures\/uploader-\w+\.test\.tsx$/;

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const [proven = "", waiting = ""] = read("docs/spec-coverage.md").split("\n## Not yet\n");
const bullets = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));

const lines = bullets(proven).map((line) => {
  const [requirement = "", tests = ""] = line.slice(2).split(" → ");
  const named = [...tests.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = "", title = ""]) => ({ file, title }));
  return { requirement, named };
});

const titlesByFile = new Map<string, Set<string>>();

/** The titles of a file's tests as they are written, with the placeholders of tables. */
function titlesOf(file: string): Set<string> {
  const known = titlesByFile.get(file);
  if (known) return known;
  const titles = new Set<string>();
  const source = ts.createSourceFile(
    file,
    read(file),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const visit = (node: ts.Node) => {
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && first && isTest(node.expression)) {
      if (ts.isStringLiteralLike(first)) titles.add(first.text);
      else if (ts.isTemplateExpression(first)) titles.add(first.getText(source).slice(1, -1));
    }
    node.forEachChild(visit);
  };
  visit(source);
  titlesByFile.set(file, titles);
  return titles;
}

/** `it`, `test.only`, `it.each(table)`; not `test.describe`. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === "it" || called.text === "test";
  if (ts.isCallExpression(called)) return isTest(called.expression);
  return ts.isPropertyAccessExpression(called) && called.name.text !== "describe" && isTest(called.expression);
}

describe("what proves the specification", () => {
  it("names a test for every requirement", () => {
    expect(lines.length).toBeGreaterThan(400);
    expect(lines.filter(({ named }) => named.length === 0).map(({ requirement }) => requirement)).toEqual([]);
  });

  it("names tests that are there", () => {
    const missing = lines
      .flatMap(({ named }) => named)
      .filter(({ file, title }) => !existsSync(new URL(file, root)) || !titlesOf(file).has(title))
      .map(({ file, title }) => `${file} › ${title}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it(`marks what shows a library and not the product, in at most ${mostOfLibrary} lines`, () => {
    const isOfLibrary = ({ named }: (typeof lines)[number]) =>
      named.some(({ file }) => LIBRARY_TEST.test(file)) &&
      named.every(({ file }) => LIBRARY_TEST.test(file) || file === "tests/browser/uploader.spec.ts");
    const marked = lines.filter(({ requirement }) => requirement.endsWith(" (library)"));
    expect(marked).toEqual(lines.filter(isOfLibrary));
    expect(marked.length).toBeLessThanOrEqual(mostOfLibrary);
  });

  it("says nothing twice", () => {
    const said = [...lines.map(({ requirement }) => requirement), ...bullets(waiting).map((line) => line.slice(2))];
    expect(said.filter((requirement, place) => said.indexOf(requirement) !== place)).toEqual([]);
  });

  it(`leaves at most ${mostWaiting} requirements for later`, () => {
    expect(bullets(waiting).length).toBeLessThanOrEqual(mostWaiting);
  });
});
