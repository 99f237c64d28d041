// Reads the titles of a file's running tests from its source: without comments and skipped tests.
import ts from "typescript";

/** Properties between `test` and its title that do not prevent a run. */
const harmless: ReadonlySet<string> = new Set([
  "describe",
  "each",
  "for",
  "only",
  "concurrent",
  "sequential",
  "serial",
]);
/** Options that prevent a run, or invert the result. */
const preventing: ReadonlySet<string> = new Set(["skip", "todo", "fails", "fixme"]);

/**
 * Returns titles of tests in `source` that run on every machine, each after the titles of its suites; table and template
 * placeholders stay. `file` distinguishes TSX from TS.
 */
export function runningTitles(file: string, source: string): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const titles: string[] = [];
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const found = ts.isCallExpression(node) ? suiteOrTest(node) : null;
    if (found && !found.runs) return;
    if (found?.kind === "test") titles.push([...around, found.title].join(" "));
    const inside = found?.kind === "suite" ? [...around, found.title] : around;
    node.forEachChild((child) => visit(child, inside));
  };
  visit(tree, []);
  return titles;
}

type Found = { kind: "suite" | "test"; title: string; runs: boolean };

function suiteOrTest(call: ts.CallExpression): Found | null {
  const names = calledNames(call.expression);
  const base = names?.[0];
  // Ignores the inner call of `test.each(table)(title, …)`, or of `test.skipIf(condition)(title, …)`.
  if (!names || (ts.isCallExpression(call.parent) && call.parent.expression === call)) return null;
  if (base !== "it" && base !== "test" && base !== "describe") return null;
  const title = titleIn(call.arguments[0]);
  if (title === null) return null;
  const kind = names.includes("describe") ? "suite" : "test";
  return { kind, title, runs: names.slice(1).every((name) => harmless.has(name)) && hasWork(call) };
}

/** `test.concurrent.each(table)` as its names, the outermost first; null for other expressions. */
function calledNames(called: ts.Expression): string[] | null {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isCallExpression(called)) return calledNames(called.expression);
  if (ts.isTaggedTemplateExpression(called)) return calledNames(called.tag);
  if (!ts.isPropertyAccessExpression(called)) return null;
  const before = calledNames(called.expression);
  return before && [...before, called.name.text];
}

function titleIn(first: ts.Expression | undefined): string | null {
  if (!first) return null;
  if (ts.isStringLiteralLike(first)) return first.text;
  return ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : null;
}

/** The test has a body, and no option disables it. */
function hasWork({ arguments: given }: ts.CallExpression): boolean {
  const options = given.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => [...properties]);
  if (options.some(({ name }) => name && ts.isIdentifier(name) && preventing.has(name.text))) return false;
  const work = given.slice(1).find((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
  if (!work) return given.slice(1).some(ts.isIdentifier);
  return !ts.isBlock(work.body) || work.body.statements.length > 0;
}
