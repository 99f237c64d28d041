// One run, several houses: pure tests, tests in a made-up browser, tests on a real PostgreSQL, the house rules, whole systems.
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";

const postgres = "tests/setup/postgres-cluster.ts";
const exclude = [...configDefaults.exclude, "**/.data/**", "**/.cache/**"];
const pg = ["**/*.pg.test.ts"];

export default defineConfig({
  test: {
    // A test that waits on a real server or database says so by taking time; a hang is still ended.
    testTimeout: 15_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["shared/**/*.test.ts", "sync-server/**/*.test.ts", "pwa/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...exclude, ...pg],
          testTimeout: 15_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["pwa/**/*.test.tsx"],
          exclude,
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: "pg",
          environment: "node",
          include: pg,
          exclude: [...exclude, "tests/phones/**"],
          globalSetup: [postgres],
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "house",
          environment: "node",
          include: ["tests/house/**/*.test.ts"],
          exclude: [...exclude, ...pg],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "model",
          environment: "node",
          include: ["tests/model/**/*.test.ts"],
          exclude,
          // Ten thousand histories are one test.
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "phones",
          environment: "node",
          include: ["tests/phones/**/*.test.ts"],
          exclude,
          globalSetup: [postgres],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
