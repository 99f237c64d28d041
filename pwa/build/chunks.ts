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

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null };

const importOfIcons = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*\/icons\.ts["']/;

/** Ids of what a module imports at once. Of the icons, those that it names: their file exports all. */
function importedBy(graph: ModuleGraph, id: string): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  return importedIds.flatMap((next) => {
    if (!next.endsWith("/icons.ts")) return next;
    const names = importOfIcons.exec(code ?? "")?.[1]?.split(",") ?? [];
    return names.map((name) => `${next}?${name.trim().split(" ")[0]}`);
  });
}

/** Adds a module and all that it imports at once, directly or not. */
function addImports(graph: ModuleGraph, id: string, found: Set<string>): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of importedBy(graph, id)) addImports(graph, next, found);
  return found;
}

/** The page that links from elsewhere lead to, so many people open it first. */
const LINKED_PAGE = "aircraft-detail";
/** Styles of more pages than these stay apart: most of those pages would need little else of the file. */
const MOST_PAGES_OF_STYLES = 3;

/** Names of the files of what the linked page shares with others, by module. Short, since the first load has the names of all files. */
function partsOfLinkedPage(graph: ModuleGraph): ReadonlyMap<string, string> {
  const pagesOf = new Map<string, string[]>();
  for (const page of pageFiles())
    for (const id of addImports(graph, at(`pwa/pages/${page}.tsx`), new Set()))
      pagesOf.set(id, [...(pagesOf.get(id) ?? []), page]);
  const linked = [...pagesOf].filter(([, pages]) => pages.includes(LINKED_PAGE));
  const sets = [...new Set(linked.map(([, pages]) => String(pages)))].sort();
  return new Map(
    linked.flatMap(([id, pages]) => {
      const isStyle = /\.css(\?|$)/.test(id);
      if (isStyle && pages.length <= MOST_PAGES_OF_STYLES) return [[id, "styles"]];
      return pages.length > 1 ? [[id, `p${sets.indexOf(String(pages)).toString(36)}`]] : [];
    }),
  );
}

/**
 * What the linked page shares: one file for each set of pages, and most styles in one. The bundler alone also tells apart which dialogs use a
 * module, and made 52 files and 11 style sheets. No two files import each other: the file of a set imports only files of larger sets.
 * Styles import nothing, and the groups above take along what they import.
 */
function linkedPage() {
  let names: ReadonlyMap<string, string> | undefined;
  return {
    debugName: "linked page",
    // A page itself keeps its file, which is found by its name.
    test: (id: string) => !/node_modules|\/pwa\/pages\/[^/]+\.tsx$/.test(id),
    name: (id: string, graph: ModuleGraph) => (names ??= partsOfLinkedPage(graph)).get(id) ?? null,
    includeDependenciesRecursively: false,
  };
}

/** All groups, for the bundler. */
export const chunkGroups = [...firstLoad, ...afterPaint, linkedPage()];

const named = new Set(["rolldown-runtime", ...[...firstLoad, ...afterPaint].map(({ name }) => name)]);

/**
 * The file name of a chunk. Dynamic imports, groups and short names keep their name. Other chunks lose it, because the list of pages names
 * them all.
 */
export function chunkFile({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string {
  return `assets/${isDynamicEntry || named.has(name) || name.length <= 3 ? "[name]" : "c"}-[hash].js`;
}

/** Few people open these pages, most of them by a link in a mail. Their document names their files. */
export const rarePages = ["admin", "confirm-email", "demo-mail", "reset-password", "unsubscribe"] as const;
const isRare = (page: string) => rarePages.some((one) => one === page);

/** Chunks of the other pages, by their names. */
const pageChunk = new RegExp(
  `^assets/(${pageFiles()
    .filter((page) => !isRare(page))
    .join("|")})-[\\w-]{8}\\.js$`,
);

/** Every page has loaded these files already. */
const isFirstFile = (file: string) => /^assets\/(index|libraries|rolldown-runtime)-[\w-]{8}\.js$/.test(file);

function pageFiles(): string[] {
  return readdirSync(at("pwa/pages")).flatMap((file) => /^(.+)(?<!\.test)\.tsx$/.exec(file)?.[1] ?? []);
}

/**
 * What is fetched together with code that is loaded later: all that a page needs, since each trip costs a page on a slow link; of other code
 * only its style sheets, without which it would be drawn bare. The list of all files cost the first load 3 kB.
 */
export function preloaded(chunk: string, files: string[], hostType: "html" | "js"): string[] {
  if (hostType === "html") return files;
  return files.filter((file) => file.endsWith(".css") || (pageChunk.test(chunk) && !isFirstFile(file)));
}
