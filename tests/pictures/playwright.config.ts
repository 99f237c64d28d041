// Takes a screenshot of every screen, by `npm run pictures`. It is not part of the tests, because only people can judge a design.
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";
import { browserPath, browserSwitches } from "../setup/browser.ts";

export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "../setup/browser-product.ts",
  outputDir: "../../.cache/pictures-results",
  // One worker: all scenes share the same data, so every run gives the same screenshots.
  workers: 1,
  timeout: 60_000,
  projects: undefined,
  use: {
    ...base.use,
    baseURL: process.env["BASE_URL"],
    trace: "off",
    reducedMotion: "reduce",
    launchOptions: { executablePath: browserPath() ?? undefined, args: browserSwitches },
  },
});
