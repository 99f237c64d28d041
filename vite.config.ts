// Two builds of one app: the browser's (`vite build`, to dist/pwa) and the server's page renderer (`vite build --ssr`,
// to dist/prerender). The second reads the first one's manifest, so it comes after it.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { at, pageAssets, pwaFolder } from "./pwa/build/built.ts";
import { chunkFile, chunkGroups, preloaded } from "./pwa/build/chunks.ts";
import { className } from "./pwa/build/class-names.ts";
import { headOrder, singleIcons, smallRouter, smallScripts } from "./pwa/build/plugins.ts";
import { serviceWorker } from "./pwa/build/service-worker.ts";

/** Builds of libraries for the browsers we support; their packages offer builds for old browsers, which are larger. */
const modernBuilds = [
  { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.min.mjs" },
  { find: /^workbox-window$/, replacement: "workbox-window/build/workbox-window.prod.mjs" },
  // Its package offers this build without warnings for developers by no condition.
  { find: /^react-router$/, replacement: at("node_modules/react-router/dist/production/index.mjs") },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: at("pwa"),
  plugins: [react(), smallRouter(), singleIcons(), headOrder(), isSsrBuild ? [] : [smallScripts(), serviceWorker()]],
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
        rolldownOptions: { output: { chunkFileNames: chunkFile, codeSplitting: { groups: chunkGroups } } },
      },
  // One file without node_modules around it, and React in its production build whatever the server's environment says.
  ssr: { noExternal: true },
  resolve: { alias: modernBuilds },
  css: { modules: { generateScopedName: className } },
  define: isSsrBuild
    ? { __PAGE_ASSETS__: JSON.stringify(pageAssets()), "process.env.NODE_ENV": JSON.stringify("production") }
    : {},
  server: { proxy: devProxy() },
}));

/** In development the page comes from Vite and everything else from the server. */
function devProxy() {
  const target = process.env["DEV_SERVER"];
  if (!target) return undefined;
  const paths = ["/api", "/s3", "/objects", "/pictures", "/catalogue", "/healthz", "/readyz"];
  return Object.fromEntries(paths.map((path) => [path, { target, ws: path === "/api" }]));
}
