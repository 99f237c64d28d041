// Two builds of one app: the browser's (`vite build`, to dist/pwa) and the server's page renderer (`vite build --ssr`,
// to dist/prerender). The second reads the first one's manifest, so it comes after it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, normalizePath, type Manifest, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Where the browser's build went; a build that is swapped in later says where it lies now. */
const pwaFolder = process.env["PWA_OUT_DIR"] ?? at("dist/pwa");
const manifestFile = `${pwaFolder}/.vite/manifest.json`;

/** Matches modules by their paths in the project. */
const sources =
  (...paths: string[]) =>
  (id: string) =>
    paths.some((path) => id.endsWith(`/${path}`));

/** What the first view needs comes in two files, libraries and our own, instead of one for each shared module. */
const firstLoad = [
  { name: "libraries", tags: ["$initial" as const], test: /node_modules[\\/]/, priority: 6 },
  { name: "first", tags: ["$initial" as const], priority: 5 },
];

/**
 * What each page loads after the first paint comes in few files, since one file compresses better than four. Modules that
 * pages and dialogs also import have a file of their own: they must not bring the sync engine with them.
 */
const afterPaint = [
  // The public store's tables belong to the catalogue and to the engine, which makes room in them.
  { name: "dexie", test: sources("dexie/dist/modern/dexie.min.mjs", "pwa/device/store/catalogue-db.ts"), priority: 4 },
  {
    name: "shared",
    test: sources(
      "pwa/ui/icons/icons.ts?ClockArrowUp",
      "pwa/ui/icons/icons.ts?RefreshCw",
      "pwa/client/api/server-clock.ts",
      "pwa/client/bookings/coming.ts",
      "pwa/client/pictures/offline-pictures.ts",
      "pwa/client/shell/pill-place.ts",
      "pwa/client/sync/background-sync.ts",
      "pwa/client/sync/queue-flags.ts",
      "pwa/client/sync/unfinished-sends.ts",
      "pwa/device/catalogue/pause.ts",
      "pwa/device/person/device-notes.ts",
      "pwa/device/picture-cache.ts",
      "pwa/device/store/storage-trouble.ts",
      "pwa/device/sync/queue-error.ts",
      "shared/domain/conversations/summaries.ts",
      "shared/kit/invalid-input.ts",
    ),
    priority: 3,
  },
  { name: "user-store", test: sources("pwa/client/sync/user-store.ts"), priority: 2 },
  {
    name: "idle-effects",
    test: sources("pwa/app/effects/idle-effects.tsx", "pwa/app/layout/sync-pill.tsx"),
    priority: 1,
  },
];

/** Builds of libraries for the browsers we support; their packages offer builds for old browsers, which are larger. */
const modernBuilds = [
  { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.min.mjs" },
  { find: /^workbox-window$/, replacement: "workbox-window/build/workbox-window.prod.mjs" },
  // Its package offers this build without warnings for developers by no condition.
  { find: /^react-router$/, replacement: at("node_modules/react-router/dist/production/index.mjs") },
];

/**
 * The router's unused components stay in the bundle: it makes them by calls, and assigns to them. These are names for developer tools, and
 * a context of its error boundary, which the app does without. Without the assignments, and with calls marked as pure, they are left out.
 */
function smallRouter(): Plugin {
  return {
    name: "small-router",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.(displayName = "\w+"|contextType = \w+);$/gm, "")
          .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}

/** Makes a module of each icon. The bundler puts whole modules into a page's file, so a page loads only its own icons. */
function singleIcons(): Plugin {
  const file = normalizePath(at("pwa/ui/icons/icons.ts"));
  const text = readFileSync(file, "utf8");
  const head = /^import .*$/m.exec(text)![0];
  const lines = new Map(
    [...text.matchAll(/^export const (\w+) = .*$/gm)].map(([line, name]) => [`${file}?${name}`, line]),
  );
  return {
    name: "single-icons",
    apply: "build",
    load: (id) => {
      const line = lines.get(id);
      if (line) return { code: `${head}\n${line}`, moduleSideEffects: false };
      if (id !== file) return null;
      const names = [...lines.keys()].map((key) => key.slice(file.length + 1));
      const code = names.map((name) => `export { ${name} } from "./icons.ts?${name}";`).join("\n");
      return { code, moduleSideEffects: false };
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  root: at("pwa"),
  plugins: [react(), smallRouter(), singleIcons(), headOrder(), isSsrBuild ? [] : serviceWorker()],
  build: isSsrBuild
    ? {
        outDir: at("dist/prerender"),
        emptyOutDir: true,
        copyPublicDir: false,
        target: "node20",
        rolldownOptions: {
          input: at("pwa/app/prerender.tsx"),
          output: { entryFileNames: "prerender.js", codeSplitting: false },
        },
      }
    : {
        outDir: pwaFolder,
        emptyOutDir: true,
        target: "es2022",
        manifest: true,
        cssCodeSplit: true,
        // Every browser this is built for knows modulepreload.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (chunk, files, host) => preloaded(chunk, files, host.hostType),
        },
        rolldownOptions: { output: { codeSplitting: { groups: [...firstLoad, ...afterPaint] } } },
      },
  // One file without node_modules around it, and React in its production build whatever the server's environment says.
  ssr: { noExternal: true },
  resolve: { alias: modernBuilds },
  define: isSsrBuild
    ? { __PAGE_ASSETS__: JSON.stringify(pageAssets()), "process.env.NODE_ENV": JSON.stringify("production") }
    : {},
  server: { proxy: devProxy() },
}));

/** Files that a page of its own chunk needs besides the first load: `{ "pages/x.tsx": { css: [...], js: [...] } }`. */
function pageAssets(): Record<string, { css: string[]; js: string[] }> {
  if (!existsSync(manifestFile)) return {};
  const manifest = builtManifest();
  const shell = readFileSync(`${pwaFolder}/index.html`, "utf8");
  const pages = Object.keys(manifest).filter((key) => key.startsWith("pages/"));
  return Object.fromEntries(
    pages.map((page) => {
      const chunks = withImports(manifest, page).filter((key) => !shell.includes(manifest[key]?.file ?? key));
      const css = chunks.flatMap((key) => manifest[key]?.css ?? []);
      const js = chunks.flatMap((key) => manifest[key]?.file ?? []);
      return [page, { css: css.map((file) => `/${file}`), js: js.map((file) => `/${file}`) }];
    }),
  );
}

function builtManifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
}

function withImports(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (!seen.has(key)) {
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen);
  }
  return [...seen];
}

/** Chunks of pages, by their names. */
const pageChunk = new RegExp(`^assets/(${pageFiles().join("|")})-[\\w-]{8}\\.js$`);

function pageFiles(): string[] {
  return readdirSync(at("pwa/pages")).flatMap((file) => /^(.+)(?<!\.test)\.tsx$/.exec(file)?.[1] ?? []);
}

/**
 * What is fetched together with code that is loaded later: all that a page needs, since each trip costs a page on a slow link; of other code
 * only its style sheets, without which it would be drawn bare. The list of all files cost the first load 3 kB.
 */
function preloaded(chunk: string, files: string[], hostType: "html" | "js"): string[] {
  return hostType === "html" || pageChunk.test(chunk) ? files : files.filter((file) => file.endsWith(".css"));
}

const PAGE_HEAD = "<!--page-head-->";

/**
 * The first style sheet goes ahead of the page's own head: what a page brings along has the last word, as it has when the
 * page is loaded later. Scripts give way to pictures: the page reads without them. The font is asked for early, for the
 * shell that comes from the device: there it is at hand, and the page is laid out once. Pages from the server leave it for
 * later (sync-server/http/site/pages.ts).
 */
function headOrder(): Plugin {
  return {
    name: "head-order",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>\s*/g) ?? [];
        const bare = sheets.reduce((rest, sheet) => rest.replace(sheet, ""), html);
        const patient = bare.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
        const font = Object.keys(bundle ?? {}).find((file) => /archivo-latin-wdth-normal.*\.woff2$/.test(file));
        if (!font) throw new Error("The font is not in the build.");
        const early = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
        return patient.replace(PAGE_HEAD, `${sheets.join("").trim()}\n    ${early}\n    ${PAGE_HEAD}`);
      },
    },
  };
}

/** Few people open them, and most of them need a network by their nature. */
const rarelyOpened = [
  "client/pictures/uppy-parts.ts",
  "features/accounts/factors/enrol-dialog.tsx",
  "features/accounts/factors/factor-dialog.tsx",
  "features/accounts/factors/passkey-dialog.tsx",
  "features/pictures/crop/crop-dialog.tsx",
  "features/pictures/uploader.tsx",
  "pages/admin.tsx",
  "pages/confirm-email.tsx",
  "pages/demo-mail.tsx",
  "pages/map.tsx",
  "pages/reset-password.tsx",
  "pages/unsubscribe.tsx",
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

/** The chunks that one leads to, also by imports at run time; `left` leads nowhere. */
function allImports(manifest: Manifest, key: string, left: ReadonlySet<string>, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || left.has(key) || seen.has(key)) return seen;
  seen.add(key);
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
    allImports(manifest, next, left, seen);
  return seen;
}

/** Builds the service worker with the list of what opens the app without a network; manifest and icons are plain files. */
function serviceWorker() {
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

/** In development the page comes from Vite and everything else from the server. */
function devProxy() {
  const target = process.env["DEV_SERVER"];
  if (!target) return undefined;
  const paths = ["/api", "/s3", "/objects", "/pictures", "/catalogue", "/healthz", "/readyz"];
  return Object.fromEntries(paths.map((path) => [path, { target, ws: path === "/api" }]));
}
