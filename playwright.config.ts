// The journeys of tests/browser, against the built product on a port and a data folder of its own.
import { defineConfig } from "@playwright/test";
import { freePort } from "./sync-server/db/embedded-process.ts";
import { browserPath, browserSwitches, noBrowser } from "./tests/setup/browser.ts";

const executablePath = browserPath();
if (!executablePath) throw new Error(noBrowser);

// Every worker reads this file again: the first one to do so chooses the ports for all.
process.env["BASE_URL"] ??= `http://localhost:${await freePort()}`;
process.env["MARKET_URL"] ??= `http://localhost:${await freePort()}`;

/** These list, hide and delete aircraft: the others count the demo's, so they have a product to themselves. */
const marketSpecs = /\/(admin|presses-\w+|listings(-offline)?|searches)\.spec\.ts$/;

/** A Chromium that was fetched as a last resort knows no push, no notifications and no background sync. */
const isLimited = process.env["CHROMIUM_LIMITED"] === "1";

/** A trace of every test takes a fifth of the suite's time: `TRACE=1` records one and keeps those of failures. */
const trace = process.env["TRACE"] === "1" ? "retain-on-failure" : "off";

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/setup/browser-product.ts",
  outputDir: ".cache/test-results",
  timeout: 30_000,
  expect: { timeout: 10_000 },
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  ...(isLimited ? { grepInvert: /@full-chromium/ } : {}),
  projects: [
    { name: "demo", testIgnore: marketSpecs, use: { baseURL: process.env["BASE_URL"] } },
    { name: "market", testMatch: marketSpecs, use: { baseURL: process.env["MARKET_URL"] } },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "America/Denver",
    trace,
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: browserSwitches },
  },
});
