// The build of the service worker, with the list of the files that open the app without a network.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { VitePWA } from "vite-plugin-pwa";
import { rarePages } from "./chunks.ts";
import { allImports, builtManifest, pwaFolder, withImports } from "./built.ts";

/** Few people open them, and most of them need a network by their nature. */
const rarelyOpened = [
  "client/pictures/uppy-parts.ts",
  "features/accounts/factors/enrol-dialog.tsx",
  "features/accounts/factors/factor-dialog.tsx",
  "features/accounts/factors/passkey-dialog.tsx",
  "features/pictures/crop/crop-dialog.tsx",
  "features/pictures/uploader.tsx",
  "pages/map.tsx",
  ...rarePages.map((page) => `pages/${page}.tsx`),
];

/** The files that only these modules need. The service worker keeps them later than the shell (service-worker/later-files.ts). */
function laterFiles(): Set<string> {
  const manifest = builtManifest();
  const lost = rarelyOpened.filter((key) => !manifest[key]);
  if (lost.length > 0) throw new Error(`Not in the build: ${lost.join(", ")}`);
  const filesOf = (left: Set<string>) =>
    [...allImports(manifest, "index.html", left)].flatMap((key) => {
      const { file, css = [], assets = [] } = manifest[key]!;
      return [file, ...css, ...assets];
    });
  const early = new Set(filesOf(new Set(rarelyOpened)));
  return new Set(filesOf(new Set()).filter((file) => !early.has(file)));
}

/** The page's own first files: a browser that installs the worker has them, so it fetches none again. */
function firstFiles(): Set<string> {
  const manifest = builtManifest();
  const chunks = withImports(manifest, "index.html").flatMap((key) => manifest[key] ?? []);
  return new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]));
}

/** Writes the texts of these files to one file, for the first installation (service-worker/code-archive.ts). Returns its path. */
function writeCodeArchive(urls: string[]): string {
  const text = JSON.stringify(
    Object.fromEntries(urls.map((url) => [url, readFileSync(`${pwaFolder}/${url}`, "utf8")])),
  );
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  const url = `assets/code-${hash}.json`;
  writeFileSync(`${pwaFolder}/${url}`, text);
  return url;
}

/** Builds the service worker with the list of what opens the app without a network; manifest and icons are plain files. */
export function serviceWorker() {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "service-worker",
    filename: "sw.ts",
    injectRegister: false,
    manifest: false,
    injectManifest: {
      // One classic script; its build says nothing unless something is wrong.
      rollupFormat: "iife",
      buildPlugins: { vite: [{ name: "quiet", config: () => ({ logLevel: "warn" as const }) }] },
      globPatterns: [
        "index.html",
        "{theme,trusted-types}.js",
        "manifest.webmanifest",
        "assets/*.{js,css,svg}",
        "assets/map-shapes-*.json",
        // Not stored with the shell: the worker keeps it on a later visit.
        "assets/airfields-*.json",
        "assets/archivo-latin-wdth-normal*.woff2",
        "{icon.svg,icon-48.png,icon-192.png,apple-touch-icon.png}",
        // The hero and the picture for all that have none; the others are kept when they are shown.
        "illustrations/{composite-clouds,default-aircraft}.svg",
      ],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          const later = laterFiles();
          const early = firstFiles();
          const isArchived = (url: string) =>
            /^assets\/.*\.(js|css|svg|json)$/.test(url) &&
            !/^assets\/airfields-.*json$/.test(url) &&
            !later.has(url) &&
            !early.has(url);
          const archive = writeCodeArchive(entries.map(({ url }) => url).filter(isArchived));
          const marked = entries.map((entry) => (later.has(entry.url) ? { ...entry, isLater: true } : entry));
          return { manifest: [...marked, { url: archive, revision: null, size: 0 }] };
        },
      ],
      maximumFileSizeToCacheInBytes: 1_000_000,
    },
  });
}
