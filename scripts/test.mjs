// `npm test`: runs all checks, even if one fails. `npm test -- --only vitest,browser` runs some.
import "./node-version.cjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { EARLIER, hasEarlierVersion } from "./earlier-version.mjs";
import { install, root } from "./install.mjs";
import { otherNode } from "./other-node.mjs";

const results = path.join(root, ".cache", "results");

/** Static checks, each with one result; they run in parallel on all cores. */
const checks = [
  { name: "types", command: ["typescript-native/bin/tsc", "-b"] },
  { name: "lint", command: ["oxlint/bin/oxlint", "."] },
  {
    name: "layers",
    command: [
      ...["dependency-cruiser/bin/dependency-cruise.mjs", "--config=.dependency-cruiser.mjs"],
      ...["shared", "pwa", "sync-server", "tests", "bench", "scripts"],
    ],
  },
  { name: "dead code", command: ["knip/bin/knip.js", "--no-config-hints"] },
  // Code that only tests use counts as dead too.
  { name: "test-only code", command: ["knip/bin/knip.js", "--production", "--no-config-hints"] },
  {
    name: "format",
    command: [
      ...["prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."],
      ...["--cache", "--cache-location=.cache/prettier"],
    ],
  },
];

/** Steps with many tests; they run one after the other. */
const suites = [
  { name: "vitest", run: () => runVitest() },
  { name: "other node", run: runOnOtherNode },
  { name: "build", run: () => runCheck([path.join(root, "scripts", "build.mjs")]) },
  { name: "browser", run: runBrowser },
];

const at = process.argv.indexOf("--only");
const only = at === -1 ? null : (process.argv[at + 1] ?? "").split(",");
const wanted = ({ name }) => !only || only.includes(name);
const unknown = (only ?? []).filter((name) => ![...checks, ...suites].some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(", ")}. There are: ${[...checks, ...suites].map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}

install({ tests: true });
process.chdir(root);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Drops the caller's settings and database from the environment of the tests.
for (const name of ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "DATABASE_URL", "DEMO", "PUBLIC_URL"])
  delete process.env[name];

/** Optional services that some tests need. */
const services = [
  ["swift-proxy-server", "against S3", "Swift", "swift-proxy swift-account swift-container swift-object"],
  ["redis-server", "of the bus on Redis", "Redis", "redis-server"],
  ["nats-server", "of the bus on NATS", "NATS", "nats-server"],
  ["pg_ctlcluster", "of backups and replicas", "PostgreSQL", "postgresql"],
  ["haproxy", "of an update behind a proxy", "HAProxy", "haproxy"],
  ["nginx", "of nginx's configuration and of the whole cluster", "nginx", "nginx-light"],
  ["pgbouncer", "of PgBouncer", "PgBouncer", "pgbouncer"],
];

const table = [];
await sideBySide(checks.filter(wanted), (check) =>
  step(check.name, () => runCheck(inModules(check.command), { quiet: true })),
);
for (const { name, run } of suites.filter(wanted)) await step(name, run);
report();

async function step(name, run) {
  const began = performance.now();
  const { passed, failed, skipped = 0, why = "", isAway = false, failures = [] } = await run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  table.push({ name, passed, failed, skipped, seconds, why, isAway, failures });
  console.log(`${failed > 0 ? "✗" : "✓"} ${name} (${seconds} s)`);
}

function report() {
  // Repeats each failed test at the end, because a long log is often read, or kept, from its end.
  for (const { name, failures } of table)
    for (const { title, message, screen = "" } of failures)
      console.log(`\n✗ ${name}: ${title}\n${firstLines(message)}${screen && `\n    the page:\n${screen}`}`);
  const row = (...cells) =>
    cells.map((cell, n) => (n === 0 ? String(cell).padEnd(10) : String(cell).padStart(9))).join("");
  console.log(`\n${row("step", "seconds", "passed", "failed", "not run")}`);
  for (const { name, seconds, passed, failed, skipped } of table)
    console.log(row(name, seconds, passed, failed, skipped));
  for (const { why } of table) if (why) console.log(why);
  const sum = (key) => table.reduce((all, one) => all + one[key], 0);
  const count = `${sum("passed")} passed, ${sum("failed")} failed`;
  console.log(count);
  // A caller can print this file last, after npm's own lines about a failure.
  writeFileSync(path.join(results, "count.txt"), `${count}\n`);
  // A step without tests fails, unless this machine lacks what it needs; then at least one other step must pass.
  const isIdle =
    table.every(({ passed }) => passed === 0) || table.some(({ passed, isAway }) => passed === 0 && !isAway);
  process.exitCode = sum("failed") > 0 || isIdle ? 1 : 0;
}

/** A failure's first lines without those of packages: what was expected, and where. */
function firstLines(message) {
  const lines = stripVTControlCharacters(message).split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !/^\s+at .*(node_modules|<anonymous>)/.test(line))
    .slice(0, 14)
    .map((line) => `    ${line.slice(0, 240)}`.trimEnd())
    .join("\n");
}

/** What the page showed when a browser test failed, for a reader who has only the log: its first lines, as a screen reader has them. */
function screenAt({ attachments = [] }) {
  const file = attachments.find(({ name }) => name === "error-context")?.path;
  if (!file || !existsSync(file)) return "";
  const [, tree = ""] = readFileSync(file, "utf8").split(/^```yaml$/m);
  return tree
    .split("```")[0]
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*- (\/url:|(generic|img)( \[[^\]]*\])*:?$)/.test(line))
    .slice(0, 60)
    .map((line) => `    ${line.replace(/ \[(ref=\w+|cursor=pointer)\]/g, "").slice(0, 160)}`)
    .join("\n");
}

async function runCheck(args, options) {
  const code = await node(args, options);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The unit tests on the other supported Node: the oldest or the newest. */
async function runOnOtherNode() {
  const { version, program, why } = otherNode();
  if (!program) return { passed: 0, failed: 0, skipped: 1, why, isAway: true };
  console.log(`On Node ${version}:`);
  return { ...(await runVitest({ program, which: ["--project=unit"] })), why: "" };
}

async function runVitest({ program, which = [] } = {}) {
  const file = path.join(results, program ? "other-node.json" : "vitest.json");
  const flags = ["run", ...which, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await node(inModules(["vitest/vitest.mjs", ...flags]), { program });
  const counts = readJson(file);
  const passed = counts?.numPassedTests ?? 0;
  const broken = (counts?.testResults ?? []).filter(
    (one) => one.status === "failed" && one.assertionResults.length === 0,
  );
  const failed = (counts?.numFailedTests ?? 0) + broken.length;
  const skipped = (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0);
  const failures = (counts?.testResults ?? []).flatMap(failuresOfFile);
  return { passed, failed: failed || (code === 0 ? 0 : 1), skipped, why: whyNot().join("\n"), failures };
}

/** The failed tests of one file, and the file itself if it could not be run. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  if (status === "failed" && assertionResults.length === 0) return [{ title: file, message }];
  return assertionResults
    .filter((one) => one.status === "failed")
    .map((one) => ({ title: `${file} › ${one.fullName}`, message: one.failureMessages.join("\n") }));
}

function whyNot() {
  const missing = services
    .filter(([program]) => !isInstalled(program))
    .map(([, what, name, packages]) => {
      return `The tests ${what} did not run: ${name} is not installed (apt-get install ${packages}).`;
    });
  if (!hasEarlierVersion(root))
    missing.push(
      `The test of an update from an earlier version did not run: the history here does not reach back to ${EARLIER} (git fetch --unshallow).`,
    );
  return missing;
}

function isInstalled(program) {
  // Debian installs some servers in folders that are only on root's PATH.
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

async function runBrowser() {
  if (table.some(({ name, failed }) => name === "build" && failed > 0)) {
    return { passed: 0, failed: 1, why: "The browser tests did not run: there is no build." };
  }
  const { prepareBrowser } = await import("./browser.mjs");
  const browser = await prepareBrowser();
  if (browser.why && !browser.env) return { passed: 0, failed: 1, why: browser.why };
  const file = path.join(results, "playwright.json");
  const env = { ...process.env, ...browser.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await node(inModules(["@playwright/test/cli.js", "test", "--reporter=list,json"]), { env });
  const report = readJson(file);
  const stats = report?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  const idle = idleProjects(report);
  const failures = specsOf(report)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const runs = tests.flatMap((test) => test.results);
      const message = runs.flatMap(({ errors }) => errors.map((error) => error.message ?? "")).join("\n");
      return { title: `${file} › ${title}`, message, screen: runs.map(screenAt).join("\n") };
    });
  return {
    failures,
    passed: stats?.expected ?? 0,
    failed: failed || (code === 0 && idle.length === 0 ? 0 : 1),
    skipped: stats?.skipped ?? 0,
    why: [browser.why, ...idle.map((name) => `No browser test of ${name} ran.`)].filter(Boolean).join("\n"),
  };
}

/** All specs of a browser run's report. */
function specsOf(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return (report?.suites ?? []).flatMap(specs);
}

/** Browser projects without a passed test; vitest.config.ts checks vitest's projects. */
function idleProjects(report) {
  const tests = specsOf(report).flatMap((spec) => spec.tests);
  const busy = new Set(tests.filter(({ status }) => status === "expected").map(({ projectName }) => projectName));
  return (report?.config.projects ?? []).map(({ name }) => name).filter((name) => !busy.has(name));
}

function inModules([program, ...args]) {
  return [path.join(root, "node_modules", program), ...args];
}

// Prints output of a check only if it fails.
function node(args, { quiet = false, env = process.env, program = process.execPath } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
    child.on("error", () => resolve(1));
    child.on("close", (code) => {
      if (code !== 0 && said) console.log(said.trimEnd());
      resolve(code ?? 1);
    });
  });
}

async function sideBySide(list, run) {
  const waiting = [...list];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, worker));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
