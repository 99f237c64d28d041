// Names and exports that the linter has no rule for.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Constants of a module in the wrong case: numbers are in UPPER_CASE, objects in camelCase. And exports of everything. */
function misnamed(file: string, text: string): string[] {
  const found: string[] = [];
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isExportDeclaration(statement) && !statement.exportClause)
      found.push("export *: import from the file itself");
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !initializer) continue;
      const isNumber =
        ts.isNumericLiteral(initializer) ||
        (ts.isPrefixUnaryExpression(initializer) && initializer.operator === ts.SyntaxKind.MinusToken);
      if (isNumber && /[a-z]/.test(name.text)) found.push(`${name.text}: UPPER_CASE for a number`);
      if (ts.isObjectLiteralExpression(initializer) && !/[a-z]/.test(name.text))
        found.push(`${name.text}: camelCase for an object`);
    }
  }
  return found;
}

it("finds a number in camelCase, an object in UPPER_CASE and an export of everything", () => {
  expect(
    misnamed("a.ts", `export const most = 4, least = -1; const LIMITS = { a: 1 }; export * from "./b.ts";`),
  ).toEqual([
    "most: UPPER_CASE for a number",
    "least: UPPER_CASE for a number",
    "LIMITS: camelCase for an object",
    "export *: import from the file itself",
  ]);
  expect(misnamed("a.ts", `const MOST = 4; const limits = {}; function f() { const few = 2; } let n = 1;`)).toEqual([]);
  expect(misnamed("a.ts", `export { a } from "./b.ts"; export type { C } from "./c.ts";`)).toEqual([]);
});

it("every module names its numbers in UPPER_CASE and its objects in camelCase, and exports by name", () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root })
    .toString()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    misnamed(file, readFileSync(path.join(root, file), "utf8")).map((what) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});
