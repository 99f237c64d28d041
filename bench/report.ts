// Shows figures beside their limits, bars and goals: as lines of a terminal, and as the tables of `docs/performance.md`.
import { readFile, writeFile } from "node:fs/promises";
import { reaches, type Bound, type Measurement } from "./item.ts";

/** The machine and the load of a run: absolute times mean little without them. */
export type Run = {
  at: string;
  node: string;
  cores: number;
  processor: string;
  /** Load of the machine in the minute before the first and the last bench. */
  load: [number, number];
  minutes: number;
  /** Seconds of each bench. */
  seconds: Record<string, number>;
  figures: readonly Measurement[];
  /** Parts without figures. */
  failures: readonly Failure[];
};

/** A part of a benchmark that failed, and its error. */
export type Failure = { part: string; why: string };

const widths = [5, 62, 12, 15, 12, 8, 10, 10];
export const heading = lineOf(["item", "what", "figure", "rounds", "limit", "ratio", "bar", "goal"]);

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" ");
}

function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(value >= 10 ? 1 : 2);
}

function cellsOf(figure: Measurement): string[] {
  const { item, what, value, unit, spread, limit, bar, goal } = figure;
  const bound = (one: Bound | undefined) => (one ? `${wordsOf(one)} ${reaches(figure, one) ? "✓" : "✗"}` : "");
  return [
    item,
    what.trim(),
    `${number(value)} ${unit}`.trim(),
    spread ? `${number(spread[0])}–${number(spread[1])}` : "",
    limit === undefined ? "" : `${number(limit)} ${unit}`.trim(),
    // A limit of nothing has no multiples.
    limit === undefined || limit === 0 ? "" : `${(value / limit).toFixed(2)} ×`,
    bound(bar),
    bound(goal),
  ];
}

function wordsOf({ sign, than, ofLimit }: Bound): string {
  return `${sign} ${than.toLocaleString("en-US")}${ofLimit ? " ×" : ""}`;
}

export function lineOfFigure(figure: Measurement): string {
  const where = whereOf(figure);
  return where ? `${lineOf(cellsOf(figure))}\n      ${where}` : lineOf(cellsOf(figure));
}

/** The parts of a figure in words, the largest first. */
function whereOf({ where }: Measurement): string {
  const parts = Object.entries(where ?? {}).sort(([, one], [, other]) => other - one);
  return parts.map(([step, value]) => `${step} ${number(value)}`).join(", ");
}

/** The figures whose bar is missed. */
export function missed(figures: readonly Measurement[]): Measurement[] {
  return figures.filter((figure) => figure.bar !== undefined && !reaches(figure, figure.bar));
}

/** The marks around the figures of a document: those of the goals, and those of features. */
const marks = {
  goals: ["<!-- figures -->", "<!-- end of figures -->"],
  features: ["<!-- figures of features -->", "<!-- end of figures of features -->"],
} as const;

/** Replaces the figures of a document between their two marks. @throws when it has none */
export async function writeFigures(file: string, of: keyof typeof marks, run: Run): Promise<void> {
  const [start, end] = marks[of];
  const text = await readFile(file, "utf8");
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for figures.`);
  await writeFile(file, `${before}${start}\n\n${tableOf(run)}\n\n${end}${after}`);
}

function tableOf({ at, node, cores, processor, load, minutes, figures, failures }: Run): string {
  const about = `Measured on ${at.slice(0, 10)} in ${minutes.toFixed(1)} minutes: ${cores} cores (${processor}), Node ${node}, load ${load.map((one) => one.toFixed(1)).join(" to ")}.`;
  const heads = ["Item", "Work", "Figure", "Rounds", "Limit", "Ratio", "Bar", "Goal"];
  const rows = [heads, heads.map(() => "---"), ...figures.map(cellsOf)];
  const without = failures.map(({ part }) => `- Not measured, because it failed: ${part}.`);
  const table = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return [about, table, ...(without.length > 0 ? [without.join("\n")] : [])].join("\n\n");
}
