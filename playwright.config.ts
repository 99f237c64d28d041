// The journeys of tests/browser, against the built product on a port and a data folder of its own.
import { defineConfig, type Project } from "@playwright/test";
import { freePort } from "./sync-server/db/embedded-process.ts";
import { browserPath, browserSwitches, noBrowser, shellPath } from "./tests/setup/browser.ts";

const full = browserPath();
if (!full) throw new Error(noBrowser);
const shell = shellPath() ?? full;

// Every worker reads this file again: the first one to do so chooses the ports for all.
process.env["BASE_URL"] ??= `http://localhost:${await freePort()}`;
process.env["MARKET_URL"] ??= `http://localhost:${await freePort()}`;

/** These list, hide and delete aircraft: the others count the demo's, so they have a product to themselves. */
const marketSpecs =
  /\/(admin|availability|booking-journey|long-words|own-data|presses-\w+|listings(-offline)?|papers|safety|searches)\.spec\.ts$/;

/** Their titles end with this mark. */
const needsFull = /@full-chromium/;

/** A Chromium that was fetched as a last resort knows no push, no notifications and no background sync. */
const isLimited = process.env["CHROMIUM_LIMITED"] === "1";

/** A trace of every test takes a fifth of the suite's time: `TRACE=1` records one and keeps those of failures. */
const trace = process.env["TRACE"] === "1" ? "retain-on-failure" : "off";

/** One project for each product. */
function projects(name: string, executablePath: string, tests: Pick<Project, "grep" | "grepInvert">): Project[] {
  const launchOptions = { executablePath, args: browserSwitches };
  return [
    {
      ...tests,
      name: `demo, ${name}`,
      testIgnore: marketSpecs,
      use: { baseURL: process.env["BASE_URL"], launchOptions },
    },
    {
      ...tests,
      name: `market, ${name}`,
      testMatch: marketSpecs,
      use: { baseURL: process.env["MARKET_URL"], launchOptions },
    },
  ];
}

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/setup/browser-product.ts",
  outputDir: ".cache/test-results",
  timeout: 60_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  projects: [
    ...(isLimited ? [] : projects("full", full, { grep: needsFull })),
    ...projects("shell", shell, { grepInvert: needsFull }),
  ],
  use: {
    // Ends a click or a page load that waits forever, so that the report names it.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "America/Denver",
    trace,
    screenshot: "only-on-failure",
  },
});
