// Runs the benchmarks: `npm run bench`, or `npm run bench -- bundle lighthouse` for some. Prints a table, writes artifacts/bench.json, and
// fails when a bar is missed. `--docs` also writes the figures of a whole run into docs/performance.md.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { airfields } from "./airfields.ts";
import { browserCatalogue } from "./browser/catalogue.ts";
import { bookings } from "./bookings.ts";
import { bundle } from "./browser/bundle.ts";
import { catalogueReads } from "./catalogue-reads.ts";
import { fleetBoard } from "./browser/fleet-board.ts";
import { fullExchange } from "./full-exchange.ts";
import { journeys } from "./browser/journeys.ts";
import { kills } from "./kills.ts";
import type { Bench, Measurement } from "./item.ts";
import { mapFrames } from "./browser/map-frames.ts";
import { lighthouseScores } from "./browser/lighthouse.ts";
import { overload } from "./overload.ts";
import { heading, lineOfFigure, missed, writeFigures, type Run } from "./report.ts";
import { searches } from "./searches.ts";
import { sync } from "./sync/bench.ts";
import { taps } from "./browser/taps.ts";

const benches: Bench[] = [
  bundle,
  lighthouseScores,
  browserCatalogue,
  journeys,
  taps,
  catalogueReads,
  sync,
  kills,
  fullExchange,
  searches,
  bookings,
  fleetBoard,
  airfields,
  mapFrames,
  overload,
];

const DOCS = "--docs";
const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== DOCS);
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(", ")}. There are: ${benches.map((bench) => bench.name).join(", ")}.`);
  process.exit(1);
}
if (given.includes(DOCS) && wanted.length > 0) {
  console.error(`${DOCS} needs a whole run.`);
  process.exit(1);
}

const began = performance.now();
const loadBefore = loadavg()[0]!;
const figures: Measurement[] = [];
console.log(heading);
for (const bench of benches) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  const found = await bench.run();
  figures.push(...found);
  for (const figure of found) console.log(lineOfFigure(figure));
}
const run: Run = {
  at: new Date().toISOString(),
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]!.model.trim(),
  load: [loadBefore, loadavg()[0]!],
  minutes: (performance.now() - began) / 60_000,
  figures,
};
await mkdir("artifacts", { recursive: true });
await writeFile("artifacts/bench.json", JSON.stringify(run, null, 2));
if (given.includes(DOCS)) await writeFigures("docs/performance.md", run);
const failures = missed(figures);
console.log(`${run.minutes.toFixed(1)} minutes, load ${run.load.map((one) => one.toFixed(1)).join(" to ")}.`);
for (const { item, what } of failures) console.log(`Bar missed: ${item} ${what.trim()}`);
if (failures.length > 0) process.exitCode = 1;
