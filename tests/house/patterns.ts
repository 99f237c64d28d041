// Finds the regular expressions of shared and server code, and generates texts that are slow for a bad expression.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import ts from "typescript";

export type Pattern = { place: string; regex: RegExp };

const root = fileURLToPath(new URL("../../", import.meta.url));

/** All regular expressions in the sources below a folder: literals, and `new RegExp` with a string. */
export function patternsBelow(folder: string): Pattern[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .sort()
    .flatMap((file) => patternsIn(path.posix.join(folder, file.split(path.sep).join("/"))));
}

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const texts = new Map<string, string>();
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
      texts.set(node.name.getText(), node.initializer.text);
    const regex = regexOf(node, texts);
    if (regex) found.push({ place: `${file} ${regex}`, regex });
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function regexOf(node: ts.Node, texts: ReadonlyMap<string, string>): RegExp | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.expression.getText() !== "RegExp") return null;
  const [text, flags] = node.arguments ?? [];
  return new RegExp(textOf(text, texts), flags && ts.isStringLiteralLike(flags) ? flags.text : "");
}

/** A template string with its variables filled in; an unknown variable is replaced by its name. */
function textOf(node: ts.Expression | undefined, texts: ReadonlyMap<string, string>): string {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (!node || !ts.isTemplateExpression(node)) throw new Error(`A pattern must be a literal text: ${node?.getText()}`);
  const rest = node.templateSpans.map(({ expression, literal }) => {
    const name = expression.getText();
    return (texts.get(name) ?? name) + literal.text;
  });
  return node.head.text + rest.join("");
}

/** Short texts first: they find an exponential expression, which would never finish a long text. */
const LENGTHS = [22, 400, 16_000];
const SAMPLES = 2;
const LONGEST_START = 16;

/**
 * Texts from pieces of the expression: matching samples in which one piece is repeated, each with several endings that prevent
 * a match.
 */
export function* slowTexts({ source, flags }: RegExp): Generator<string> {
  const words = [...new Set(source.match(/[a-z]{2,}|[^a-z0-9\s\\]/gi))].slice(0, 6);
  const plain = source.replaceAll(/\(\?<?[=!][^()]*\)/g, "");
  const matching = fc.stringMatching(new RegExp(plain, flags.replaceAll(/[giy]/g, "")), { size: "small" });
  const samples = fc.sample(matching, { numRuns: SAMPLES, seed: 1 });
  const ends = ["", "\n", "\0", ...words];
  for (const length of LENGTHS)
    for (const start of starts([...samples, ...words], length)) for (const end of ends) yield start + end;
}

function starts(samples: readonly string[], length: number): Set<string> {
  const found = new Set<string>();
  for (const sample of samples)
    for (let from = 0; from < Math.min(sample.length, LONGEST_START); from++)
      for (const to of [from + 1, from + 2, from + 6, sample.length]) {
        const piece = sample.slice(from, to);
        found.add(sample.slice(0, from) + piece.repeat(Math.ceil(length / piece.length)));
      }
  return found;
}

/** Milliseconds of CPU time to replace all matches; other processes on the machine do not count. */
export function timeOn(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(regex, "");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
