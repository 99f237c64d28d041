// Each line of docs/spec-coverage.md names the tests that prove a requirement, by the ids in their titles.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Requirements that may still lack a test. May only fall. */
const MOST_WAITING = 0;

/** Lines whose tests check the uploader's library and not the product. May only fall. */
const MOST_OF_LIBRARY = 29;

const LIBRARY_TEST = /^pwa\/features\/pictures\/uploader-\w+\.test\.tsx$/;

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const [proven = "", waiting = ""] = read("docs/spec-coverage.md").split("\n## Not yet\n");
const bullets = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));

const lines = bullets(proven).map((line) => {
  const [requirement = "", tests = ""] = line.slice(2).split(" → ");
  return { requirement, ids: tests.match(/\bS\d{3,}\b/g) ?? [] };
});

/** Ids at the start of the titles of a file's tests. */
function idsIn(file: string): string[] {
  const text = read(file);
  if (!/\[S\d{3,}\]/.test(text)) return [];
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const ids: string[] = [];
  const visit = (node: ts.Node) => {
    const [title] = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments : [];
    // Without the quote; the same for strings and templates.
    const id = title && /^\[(S\d{3,})\] ./.exec(title.getText(source).slice(1))?.[1];
    if (id) ids.push(id);
    node.forEachChild(visit);
  };
  visit(source);
  return ids;
}

/** `it`, `test.only`, `it.each(table)`; not `test.describe`. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === "it" || called.text === "test";
  if (ts.isCallExpression(called)) return isTest(called.expression);
  if (ts.isTaggedTemplateExpression(called)) return isTest(called.tag);
  return ts.isPropertyAccessExpression(called) && called.name.text !== "describe" && isTest(called.expression);
}

const testsWithId = ["shared", "pwa", "sync-server", "scripts", "tests", "bench"]
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  .flatMap((file) => idsIn(file).map((id) => ({ id, file })));
const fileOf = new Map(testsWithId.map(({ id, file }) => [id, file]));
const named = new Set(lines.flatMap(({ ids }) => ids));

const repeated = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

describe("the page of requirements and their tests", () => {
  it("names a test for every requirement", () => {
    expect(lines.length).toBeGreaterThan(400);
    expect(lines.filter(({ ids }) => ids.length === 0).map(({ requirement }) => requirement)).toEqual([]);
  });

  it("names only ids of tests that exist", () => {
    expect([...named].filter((id) => !fileOf.has(id))).toEqual([]);
  });

  it("names the id of every test that has one", () => {
    expect([...fileOf.keys()].filter((id) => !named.has(id))).toEqual([]);
  });

  it("gives an id to one test only", () => {
    expect(repeated(testsWithId.map(({ id }) => id))).toEqual([]);
  });

  it(`marks the lines that test a library, at most ${MOST_OF_LIBRARY}`, () => {
    const isOfLibrary = ({ ids }: (typeof lines)[number]) => {
      const files = ids.map((id) => fileOf.get(id) ?? "");
      return (
        files.some((file) => LIBRARY_TEST.test(file)) &&
        files.every((file) => LIBRARY_TEST.test(file) || file === "tests/browser/uploader.spec.ts")
      );
    };
    const marked = lines.filter(({ requirement }) => requirement.endsWith(" (library)"));
    expect(marked).toEqual(lines.filter(isOfLibrary));
    expect(marked.length).toBeLessThanOrEqual(MOST_OF_LIBRARY);
  });

  it("states every requirement once", () => {
    const stated = [...lines.map(({ requirement }) => requirement), ...bullets(waiting).map((line) => line.slice(2))];
    expect(repeated(stated)).toEqual([]);
  });

  it(`leaves at most ${MOST_WAITING} requirements without a test`, () => {
    expect(bullets(waiting).length).toBeLessThanOrEqual(MOST_WAITING);
  });
});
