// Runs the benchmarks: `npm run bench`, or `npm run bench -- bundle lighthouse` for some. Prints a table and writes artifacts/bench.json
// after each benchmark. A missed bar or a failed part ends it with exit code 1; no failure loses other figures. `--docs` also writes the
// figures of a whole run into docs/performance.md. Benchmarks whose figures are times run alone, the others beside each other at the end.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { benches } from "./benches.ts";
import type { Measurement } from "./item.ts";
import { heading, lineOfFigure, missed, writeFigures, type Failure, type Run } from "./report.ts";
import type { Said } from "./run-one.ts";

const DOCS = "--docs";
/** A benchmark that hangs ends after these minutes, unless it says more. */
const MOST_MINUTES = 5;
/** As many benchmarks run beside each other where that does not change their figures. */
const LANES = 3;

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
/** The figures of each benchmark. */
const found = new Map<string, Measurement[]>();
const failures: Failure[] = [];
const seconds: Record<string, number> = {};
/** Each ends a benchmark that runs. */
const running = new Set<(signal: NodeJS.Signals) => void>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const end of running) end("SIGTERM");
    process.exit(130);
  });
console.log(heading);
const chosen = benches.filter(({ name, isOptional }) => (wanted.length > 0 ? wanted.includes(name) : !isOptional));
for (const bench of chosen) if (!bench.isShared) await runOne(bench);
const shared = chosen.filter(({ isShared }) => isShared).values();
await Promise.all(
  Array.from({ length: LANES }, async () => {
    // The lanes take from the same list.
    for (const bench of shared) await runOne(bench);
  }),
);
const run = writeJson();
if (given.includes(DOCS)) await writeFigures("docs/performance.md", run);
const missedBars = missed(run.figures);
console.log(
  Object.entries(seconds)
    .map(([name, time]) => `${name} ${time} s`)
    .join(", "),
);
console.log(`${run.minutes.toFixed(1)} minutes, load ${run.load.map((one) => one.toFixed(1)).join(" to ")}.`);
for (const { item, what } of missedBars) console.log(`Bar missed: ${item} ${what.trim()}`);
for (const { part, why } of failures) console.log(`Failed: ${part}: ${why.split("\n")[0]}`);
if (missedBars.length + failures.length > 0) process.exitCode = 1;

async function runOne({ name, mostMinutes = MOST_MINUTES }: (typeof benches)[number]): Promise<void> {
  const startedAt = performance.now();
  await inProcess(name, mostMinutes * 60_000);
  seconds[name] = Math.round((performance.now() - startedAt) / 1000);
  // An interrupted run keeps what it has.
  writeJson();
}

/** Runs a benchmark in a new process, so that its garbage, failures and timers disturb no other. */
async function inProcess(name: string, most: number): Promise<void> {
  const child = fork("bench/run-one.ts", [name], { execArgv: ["--import", "tsx"], detached: true });
  // Servers and browsers are in its process group.
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // Nothing of it runs any more.
    }
  };
  running.add(end);
  let hasFailed = false;
  const fail = (part: string, why: string) => {
    hasFailed = true;
    failures.push({ part, why });
    console.log(`Failed: ${part}: ${why}`);
  };
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    end("SIGTERM");
    setTimeout(() => end("SIGKILL"), 5000).unref();
  }, most);
  const figures: Measurement[] = [];
  found.set(name, figures);
  child.on("message", (said: Said) => {
    if ("failed" in said) return fail(said.failed, said.why);
    figures.push(...said.figures);
    for (const figure of said.figures) console.log(lineOfFigure(figure));
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(late);
  running.delete(end);
  if (isLate) fail(name, `not done after ${most / 60_000} minutes`);
  else if (signal !== null) fail(name, `its process was ended by ${signal}`);
  else if (code !== 0 && !hasFailed) fail(name, `its process ended with ${code}`);
  end("SIGKILL");
}

/** Writes what is known so far; the figures have the order of the list. */
function writeJson(): Run {
  const state: Run = {
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]!.model.trim(),
    load: [loadBefore, loadavg()[0]!],
    minutes: (performance.now() - began) / 60_000,
    seconds,
    figures: chosen.flatMap(({ name }) => found.get(name) ?? []),
    failures,
  };
  mkdirSync("artifacts", { recursive: true });
  writeFileSync("artifacts/bench.json", JSON.stringify(state, null, 2));
  return state;
}
