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
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const names = ["chromium", "google-chrome", "chromium-browser", "google-chrome-stable"];
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
  if (onPath) return onPath;
  const playwrights = chromium.executablePath();
  return playwrights && existsSync(playwrights) ? playwrights : null;
}

/** As `browserPath`. @throws if there is none */
export async function findBrowser(): Promise<string> {
  const found = browserPath();
  if (!found) throw new Error(noBrowser);
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
