// `npm run soak`: long versions of tests in `npm test`: random histories and inputs, query plans among a million bookings, then kills.
import "./node-version.cjs";
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { prepareBrowser } from "./browser.mjs";
import { install, root } from "./install.mjs";

const usage =
  "npm run soak -- [--histories 1000000] [--first-seed 1] [--processes <one a core>] [--kills 50] [--inputs 100000]";

install({ tests: true });
process.chdir(root);
const { histories, first, processes, kills, inputs } = readArguments();
// Drops the caller's settings and database from the environment of the tests.
for (const name of ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "DATABASE_URL", "DEMO", "PUBLIC_URL"])
  delete process.env[name];

const soak = ["--import", "tsx", "tests/model/soak.ts", histories, first, ...processes];
if (histories > 0) await step(`${histories} histories`, () => node(soak));
const compared = Math.floor(histories / 200);
if (compared > 0) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=pg", "tests/sync/model-server.pg.test.ts"];
  const env = { MODEL_SERVER_HISTORIES: compared, TEST_SEED: first };
  await step(`${compared} histories on the real server and the model's`, () => node(vitest, env));
}
const booked = Math.floor(histories / 10);
if (booked > 0) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "tests/model/free-hours.test.ts"];
  await step(`${booked} histories of holds`, () => node(vitest, { BOOKING_HISTORIES: booked }));
}
const markets = Math.floor(histories / 2000);
if (markets > 0) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=pg", "tests/model/bookings/market.pg.test.ts"];
  const env = { BOOKING_MODEL_HISTORIES: markets, TEST_SEED: first };
  await step(`${markets} histories of bookings on devices and the server`, () => node(vitest, env));
}
if (inputs > 0) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=pg", "tests/fuzz/fuzz.pg.test.ts"];
  await step(`${inputs} random inputs`, () => node(vitest, { FUZZ_INPUTS: inputs, TEST_SEED: first }));
}
if (kills > 0) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=phones", "tests/phones/whole-cluster.test.ts"];
  const env = { CLUSTER_ROUNDS: Math.ceil(kills / 25), CLUSTER_STORE: 1 };
  await step("the whole cluster, each part killed", () => node([...vitest, "--disable-console-intercept"], env));
}
if (histories >= 1_000_000) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=pg", "tests/house/query-plans.pg.test.ts"];
  const sizes = { BOOKINGS: 1_000_000, MESSAGES: 1_000_000, AIRCRAFT: 100_000 };
  await step("plans among 1,000,000 bookings and messages of 100,000 aircraft", () => node(vitest, sizes));
}
if (histories >= 1_000_000) {
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=pg",
    "tests/operation/migration-locks.pg.test.ts",
  ];
  await step("migrations of 1,000,000 messages among writers", () => node(vitest, { MESSAGES: 1_000_000 }));
}
if (kills > 0) {
  const files = ["tests/phones/kills.test.ts", "tests/phones/job-kills.test.ts"];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=phones", ...files];
  await step(`${kills} kills of a server, ${kills} of the database, ${kills} of servers with due bookings`, () =>
    node(vitest, { KILLS: kills }),
  );
  await step(`${kills} crashes of a page, ${kills} stops of a worker`, killBrowsers);
}

async function killBrowsers() {
  const { env, why } = await prepareBrowser();
  if (why) console.warn(why);
  if (!env || !(await node(["scripts/build.mjs"]))) return false;
  const playwright = ["node_modules/@playwright/test/cli.js", "test", "tests/browser/kills.spec.ts", "--reporter=list"];
  return await node(playwright, { ...env, KILLS: kills });
}

async function step(name, run) {
  const began = performance.now();
  const isGood = await run();
  console.log(`${isGood ? "✓" : "✗"} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!isGood) process.exitCode = 1;
}

/** Whether the process exited with 0. */
function node(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args.map(String), { env: { ...process.env, ...env }, stdio: "inherit" });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

function readArguments() {
  const number = { type: "string" };
  const options = { histories: number, "first-seed": number, processes: number, kills: number, inputs: number };
  try {
    const { values } = parseArgs({ options });
    const count = (name, otherwise) => {
      const value = Number(values[name] ?? otherwise);
      if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a number.`);
      return value;
    };
    return {
      histories: count("histories", 1_000_000),
      first: count("first-seed", 1),
      processes: values.processes === undefined ? [] : [count("processes", 1)],
      kills: count("kills", 50),
      inputs: count("inputs", 100_000),
    };
  } catch (fault) {
    console.error(`${fault.message}\n${usage}`);
    process.exit(1);
  }
}
