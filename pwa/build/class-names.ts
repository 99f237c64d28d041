// Short names of style classes: the first load's scripts, styles and markup all carry them.
import { readdirSync } from "node:fs";
import { normalizePath } from "vite";
import { at } from "./built.ts";

const folder = normalizePath(at("pwa/"));
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map(normalizePath)
  .filter((file) => file.endsWith(".module.css"))
  .sort();

/** `card` in one sheet is `card_1f`: its own name and the place of the sheet among all, so both builds give the same. */
export function className(name: string, file: string): string {
  const place = sheets.indexOf(normalizePath(file).split("?")[0]!.slice(folder.length));
  if (place < 0) throw new Error(`No sheet of the app: ${file}`);
  return `${name}_${place.toString(36)}`;
}
