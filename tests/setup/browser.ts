// Finds a Chromium for the tests. Downloads nothing from outside npm without permission.
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

/** The error text if there is no browser. */
export const noBrowser =
  "No Chromium was found: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to one, or ALLOW_BROWSER_DOWNLOAD=1 to let Playwright fetch its own.";

/** Command-line switches of every headless Chromium: runs as root, without a graphics card and without background requests. */
export const browserSwitches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** Path of a Chromium: CHROMIUM_PATH, else one on the PATH, else Playwright's if it is installed; else null. */
export function browserPath(): string | null {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return isProgram(given) ? given : null;
  const installed = onPath(["chromium", "google-chrome", "chromium-browser", "google-chrome-stable"]);
  if (installed) return installed;
  const playwrights = chromium.executablePath();
  return playwrights && existsSync(playwrights) ? playwrights : null;
}

/**
 * Path of the browser for tests that need no push, notifications or background sync: a Chromium without windows on the PATH, which
 * needs half the processor time per page. Without one, or if CHROMIUM_PATH names a browser, the same as `browserPath`.
 */
export function shellPath(): string | null {
  if (process.env["CHROMIUM_PATH"]) return browserPath();
  return onPath(["chromium-headless-shell"]) ?? browserPath();
}

/** As `browserPath`. @throws if there is none */
export async function findBrowser(): Promise<string> {
  const found = browserPath();
  if (!found) throw new Error(noBrowser);
  return found;
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
