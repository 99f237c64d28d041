// One run, several houses: pure tests, tests in a made-up browser, tests on a real PostgreSQL, the house rules, whole systems.
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig, type Plugin } from "vitest/config";
import { LongestFirst } from "./tests/setup/longest-first.ts";

const airfields = "tests/setup/airfields.ts";
const postgres = "tests/setup/postgres-cluster.ts";
const freshModules = "tests/setup/fresh-modules.ts";
const freshDatabase = "tests/setup/fresh-database.ts";
const longWaits = "tests/setup/long-waits.ts";
const exclude = [...configDefaults.exclude, "**/.data/**", "**/.cache/**"];
const pg = ["**/*.pg.test.ts"];

/** A project that matches no file would be green without having looked at anything. */
const someTests: Plugin = {
  name: "tailhour:some-tests",
  async configureVitest({ project }) {
    const { testFiles } = await project.globTestFiles();
    if (testFiles.length === 0) throw new Error(`The test project ${project.name} matches no file.`);
  },
};

export default defineConfig({
  test: {
    // Vitest leaves one core free by default; on two cores that is half of the machine.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // A test that waits on a real server or database says so by taking time; a hang is still ended.
    testTimeout: 15_000,
    hookTimeout: 60_000,
    projects: [
      {
        plugins: [someTests],
        test: {
          name: "unit",
          environment: "node",
          include: ["shared", "sync-server", "pwa", "scripts", "bench"].map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...exclude, ...pg],
          globalSetup: [airfields],
          isolate: false,
          setupFiles: [freshModules, freshDatabase, longWaits],
          testTimeout: 15_000,
        },
      },
      {
        plugins: [someTests, react()],
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["pwa/**/*.test.tsx"],
          exclude,
          globalSetup: [airfields],
          isolate: false,
          setupFiles: [
            freshModules,
            freshDatabase,
            longWaits,
            "tests/setup/patience.ts",
            "tests/setup/closed-pages.ts",
          ],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [someTests],
        test: {
          name: "pg",
          environment: "node",
          include: pg,
          exclude: [...exclude, "tests/phones/**"],
          globalSetup: [postgres, airfields],
          isolate: false,
          setupFiles: [freshModules, longWaits],
          // Pictures and passwords take several cores; a slow machine needs longer, and a hang is still ended.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [someTests],
        test: {
          name: "house",
          environment: "node",
          include: ["tests/house/**/*.test.ts"],
          isolate: false,
          exclude: [...exclude, ...pg],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [someTests],
        test: {
          name: "model",
          environment: "node",
          include: ["tests/model/**/*.test.ts"],
          isolate: false,
          exclude: [...exclude, ...pg],
          setupFiles: [freshModules, longWaits],
          // Ten thousand histories are one test.
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [someTests],
        test: {
          name: "phones",
          environment: "node",
          include: ["tests/phones/**/*.test.ts"],
          exclude,
          setupFiles: [longWaits],
          globalSetup: [postgres, airfields],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
