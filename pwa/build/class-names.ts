// Short names of style classes: the first load's scripts, styles and markup all carry them.
import { createHash } from "node:crypto";
import path from "node:path";
import { normalizePath } from "vite";
import { at } from "./built.ts";

/** `card_x3Fa` for `card`: its own name and a hash of the path of its sheet. Both builds give the same. */
export function className(name: string, file: string): string {
  const sheet = normalizePath(path.relative(at("pwa"), file.split("?")[0]!));
  return `${name}_${createHash("sha256").update(sheet).digest("base64url").slice(0, 4)}`;
}
