// Runs the benchmarks of the performance goals: `npm run bench`, or `npm run bench -- bundle lighthouse` for some, and with `features`
// those of features. Prints a table and writes artifacts/bench.json after each benchmark. A missed bar or a failed part ends it with
// exit code 1; no failure loses other figures. `--docs` also writes the figures of a whole run into docs/performance.md.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { benches } from "./benches.ts";
import type { Measurement } from "./item.ts";
import { heading, lineOfFigure, missed, writeFigures, type Failure, type Run } from "./report.ts";
import type { Said } from "./run-one.ts";

const DOCS = "--docs";
/** All benchmarks of features. */
const FEATURES = "features";
/** A benchmark that hangs ends after these minutes, unless it says more. */
const MOST_MINUTES = 5;

const given = process.argv.slice(2);
const wanted = given.filter((name) => name !== DOCS);
const isOfFeatures = wanted.length === 1 && wanted[0] === FEATURES;
const known = [FEATURES, ...benches.map(({ name }) => name)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(1);
}
if (given.includes(DOCS) && wanted.length > 0 && !isOfFeatures) {
  console.error(`${DOCS} needs a whole run, or all ${FEATURES}.`);
  process.exit(1);
}

const began = performance.now();
const loadBefore = loadavg()[0]!;
const figures: Measurement[] = [];
const failures: Failure[] = [];
const seconds: Record<string, number> = {};
console.log(heading);
const chosen = benches.filter(({ name, isOptional, isOfFeature }) => {
  if (wanted.length === 0) return !isOptional && !isOfFeature;
  return wanted.includes(name) || (wanted.includes(FEATURES) && isOfFeature);
});
/** Functions that signal the running benchmarks, each with its process group. */
const enders = new Set<(signal: NodeJS.Signals) => void>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const end of enders) end("SIGTERM");
    process.exit(130);
  });
const beside = chosen.filter(({ isBeside }) => isBeside).map(start);
for (const bench of chosen.filter(({ isBeside }) => !isBeside)) {
  if (!bench.isTimeless) await Promise.all(beside.map(({ idling }) => idling));
  await start(bench).ended;
}
await Promise.all(beside.map(({ ended }) => ended));
const run = await writeJson();
if (given.includes(DOCS)) await writeFigures("docs/performance.md", isOfFeatures ? "features" : "goals", run);
const missedBars = missed(figures);
console.log(
  Object.entries(seconds)
    .map(([name, time]) => `${name} ${time} s`)
    .join(", "),
);
console.log(`${run.minutes.toFixed(1)} minutes, load ${run.load.map((one) => one.toFixed(1)).join(" to ")}.`);
for (const { item, what } of missedBars) console.log(`Bar missed: ${item} ${what.trim()}`);
for (const { part, why } of failures) console.log(`Failed: ${part}: ${why.split("\n")[0]}`);
if (missedBars.length + failures.length > 0) process.exitCode = 1;

/** `idling` resolves when the benchmark leaves the machine to others, at the latest when it has ended. */
function start({ name, mostMinutes = MOST_MINUTES }: (typeof benches)[number]) {
  let ended = Promise.resolve();
  const idling = new Promise<void>((idles) => {
    ended = runAlone(name, mostMinutes * 60_000, idles).finally(idles);
  });
  return { idling, ended };
}

/** Runs a benchmark in a new process, so that its garbage, failures and timers disturb no other. */
async function runAlone(name: string, most: number, idles: () => void): Promise<void> {
  const startedAt = performance.now();
  const child = fork("bench/run-one.ts", [name], { execArgv: ["--import", "tsx"], detached: true });
  // Servers and browsers are in its process group.
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // Nothing of it runs any more.
    }
  };
  enders.add(end);
  const fail = (part: string, why: string) => {
    failures.push({ part, why });
    console.log(`Failed: ${part}: ${why}`);
  };
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    end("SIGTERM");
    setTimeout(() => end("SIGKILL"), 5000).unref();
  }, most);
  const found = failures.length;
  child.on("message", (said: Said) => {
    if ("failed" in said) return fail(said.failed, said.why);
    if ("part" in said) return void (seconds[said.part] = Math.round(said.seconds));
    if ("idles" in said) return idles();
    figures.push(...said.figures);
    for (const figure of said.figures) console.log(lineOfFigure(figure));
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(late);
  enders.delete(end);
  if (isLate) fail(name, `not done after ${most / 60_000} minutes`);
  else if (signal !== null) fail(name, `its process was ended by ${signal}`);
  else if (code !== 0 && failures.length === found) fail(name, `its process ended with ${code}`);
  end("SIGKILL");
  seconds[name] = Math.round((performance.now() - startedAt) / 1000);
  // An interrupted run keeps what it has.
  await writeJson();
}

async function writeJson(): Promise<Run> {
  const state: Run = {
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]!.model.trim(),
    load: [loadBefore, loadavg()[0]!],
    minutes: (performance.now() - began) / 60_000,
    seconds,
    figures,
    failures,
  };
  await mkdir("artifacts", { recursive: true });
  await writeFile("artifacts/bench.json", JSON.stringify(state, null, 2));
  return state;
}
