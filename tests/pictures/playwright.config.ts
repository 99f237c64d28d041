// A picture of every screen, by `npm run pictures`: outside the tests, because nobody but a person can say whether it is good.
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "../setup/browser-product.ts",
  outputDir: "../../.cache/pictures-results",
  // One after the other: the market is the same for all, and a screen at rest looks the same each time.
  workers: 1,
  timeout: 60_000,
  projects: undefined,
  use: { ...base.use, baseURL: process.env["BASE_URL"], trace: "off", reducedMotion: "reduce" },
});
