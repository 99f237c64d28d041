// Which modules the bundler puts into one file, and which files are fetched with one that is loaded later.
import { readdirSync } from "node:fs";
import { at } from "./built.ts";

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

/** All groups, for the bundler. */
export const chunkGroups = [...firstLoad, ...afterPaint];

/** Chunks of pages, by their names. */
const pageChunk = new RegExp(`^assets/(${pageFiles().join("|")})-[\\w-]{8}\\.js$`);

function pageFiles(): string[] {
  return readdirSync(at("pwa/pages")).flatMap((file) => /^(.+)(?<!\.test)\.tsx$/.exec(file)?.[1] ?? []);
}

/**
 * What is fetched together with code that is loaded later: all that a page needs, since each trip costs a page on a slow link; of other code
 * only its style sheets, without which it would be drawn bare. The list of all files cost the first load 3 kB.
 */
export function preloaded(chunk: string, files: string[], hostType: "html" | "js"): string[] {
  return hostType === "html" || pageChunk.test(chunk) ? files : files.filter((file) => file.endsWith(".css"));
}
