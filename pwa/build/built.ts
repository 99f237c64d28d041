// What the browser's build has written: its folder, its manifest, and the files that a page needs.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Manifest } from "vite";

/** The path of a file of the project. */
export const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Where the browser's build went; a build that is swapped in later says where it lies now. */
export const pwaFolder = process.env["PWA_OUT_DIR"] ?? at("dist/pwa");
/** The list of pages, by its key in the manifest. */
const PAGE_CODE = "app/page-code.ts";
const manifestFile = `${pwaFolder}/.vite/manifest.json`;

/** The files that each page and the list of pages load after the first ones: `{ "pages/x.tsx": { css: [...], js: [...] } }`, by keys of the manifest. */
export function pageAssets(): Record<string, { css: string[]; js: string[] }> {
  if (!existsSync(manifestFile)) return {};
  const manifest = builtManifest();
  const shell = readFileSync(`${pwaFolder}/index.html`, "utf8");
  if (!manifest[PAGE_CODE]) throw new Error(`Not in the build: ${PAGE_CODE}`);
  const pages = Object.keys(manifest).filter((key) => key.startsWith("pages/") || key === PAGE_CODE);
  return Object.fromEntries(
    pages.map((page) => {
      const chunks = withImports(manifest, page, new Set(withImports(manifest, PAGE_CODE))).filter(
        (key) => !shell.includes(manifest[key]?.file ?? key),
      );
      const css = chunks.flatMap((key) => manifest[key]?.css ?? []);
      const js = chunks.flatMap((key) => manifest[key]?.file ?? []);
      return [page, { css: css.map((file) => `/${file}`), js: js.map((file) => `/${file}`) }];
    }),
  );
}

export function builtManifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
}

export function withImports(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (!seen.has(key)) {
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen);
  }
  return [...seen];
}

/** The chunks that one leads to, also by imports at run time; `left` leads nowhere. */
export function allImports(
  manifest: Manifest,
  key: string,
  left: ReadonlySet<string>,
  seen = new Set<string>(),
): Set<string> {
  const chunk = manifest[key];
  if (!chunk || left.has(key) || seen.has(key)) return seen;
  seen.add(key);
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
    allImports(manifest, next, left, seen);
  return seen;
}
