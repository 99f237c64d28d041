// Runs the benchmarks: `npm run bench`, or `npm run bench -- bundle lighthouse` for some. Prints a table and writes artifacts/bench.json.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { airfields } from "./airfields.ts";
import { browserCatalogue } from "./browser-catalogue.ts";
import { bookings } from "./bookings.ts";
import { bundle } from "./bundle.ts";
import { catalogueReads } from "./catalogue-reads.ts";
import { fleetBoard } from "./fleet-board.ts";
import { fullExchange } from "./full-exchange.ts";
import type { Bench, Measurement } from "./item.ts";
import { mapFrames } from "./map-frames.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { overload } from "./overload.ts";
import { searches } from "./searches.ts";
import { sync } from "./sync.ts";

const benches: Bench[] = [
  bundle,
  lighthouseScores,
  browserCatalogue,
  catalogueReads,
  sync,
  fullExchange,
  searches,
  bookings,
  fleetBoard,
  airfields,
  mapFrames,
  overload,
];

function row(cells: readonly string[]): string {
  const widths = [5, 62, 12, 12, 8, 12, 10];
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" ");
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function line({ item, what, value, unit, limit, bar, goal }: Measurement): string {
  const measured = `${number(value)} ${unit}`;
  const raw = limit === undefined ? "" : `${number(limit)} ${unit}`;
  const ratio = limit === undefined ? "" : `${(value / limit).toFixed(2)} ×`;
  return row([item, what, measured, raw, ratio, bar ?? "", goal ?? ""]);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(", ")}. There are: ${benches.map((bench) => bench.name).join(", ")}.`);
  process.exit(1);
}

const figures: Measurement[] = [];
console.log(row(["item", "what", "figure", "limit", "ratio", "bar", "goal"]));
for (const bench of benches) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  const found = await bench.run();
  figures.push(...found);
  for (const figure of found) console.log(line(figure));
}
await mkdir("artifacts", { recursive: true });
const at = new Date().toISOString();
await writeFile(
  "artifacts/bench.json",
  JSON.stringify({ at, node: process.version, cores: cpus().length, figures }, null, 2),
);
