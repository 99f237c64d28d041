// Which Chromium the tests drive. Nothing is ever downloaded from outside npm without being asked to.
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

/** What a person without a browser is told. */
export const noBrowser =
  "No Chromium was found: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to one, or ALLOW_BROWSER_DOWNLOAD=1 to let Playwright fetch its own.";

/** Switches every headless Chromium of ours starts with: fit for root, for machines without a graphics card, quiet on the network. */
export const browserSwitches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** Path of a Chromium: CHROMIUM_PATH, else one on the PATH, else Playwright's own if it was fetched before; else null. */
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

/** As `browserPath`; throws a sentence when there is none. */
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
