// The catalogue as the page holds it: opened after the first paint, refreshed while somebody looks.
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";

/** Milliseconds between two looks at the manifest while the page is visible. */
const POLL = 60_000;
/** Milliseconds until another try when only some of the news could be had. The manifest may be that old and name what is gone. */
const RETRY = 8_000;
/** Least milliseconds between two drawings of news. */
const GAP = 250;

/** What there is to draw from. The version counts every change; 0 is the server's and the hydrating browser's. */
export type CatalogueSource = {
  version: number;
  catalogue: Catalogue | null;
  /** Whether the server has been asked in this session, with success or without. */
  hasAsked: boolean;
};

const unopened: CatalogueSource = { version: 0, catalogue: null, hasAsked: false };
let source: CatalogueSource = { ...unopened, version: 1 };
const listeners = new Set<() => void>();
let isStarted = false;
let preferred: string | null = null;
const MOST_TRIES = 3;
let triesLeft = MOST_TRIES;
let retry: ReturnType<typeof setTimeout> | undefined;

function change(news: Partial<CatalogueSource>) {
  source = { ...source, ...news, version: source.version + 1 };
  for (const listener of listeners) listener();
}

export function catalogueSource(): CatalogueSource {
  return source;
}

export function unopenedSource(): CatalogueSource {
  return unopened;
}

export function watchCatalogue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the catalogue in the first quiet moment, or at once when the screen has nothing to show without it. */
export function startCatalogue(isUrgent: boolean): void {
  if (isUrgent) void open();
  else if (!isStarted) whenQuiet(() => void open());
}

/** Asks the server for news now. */
export async function refreshCatalogue(): Promise<void> {
  const { catalogue, hasAsked } = source;
  if (!catalogue) return;
  const refreshed = await catalogue.refresh();
  if (!hasAsked) change({ hasAsked: true });
  clearTimeout(retry);
  if (refreshed !== "incomplete") triesLeft = MOST_TRIES;
  else if (triesLeft > 0 && navigator.onLine) {
    triesLeft -= 1;
    retry = setTimeout(() => void refreshCatalogue(), RETRY);
  }
}

/** The place whose aircraft are fetched first. */
export function preferPlace(location: string | null): void {
  preferred = location;
  const { catalogue } = source;
  catalogue?.prefer(location);
  if (location && catalogue && !catalogue.isLoading() && !catalogue.isWhole()) void refreshCatalogue();
}

export function preferredPlace(): string | null {
  return preferred;
}

async function open(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  try {
    const { catalogue } = await openedDevice();
    catalogue.prefer(preferred);
    catalogue.subscribe(paced(() => change({})));
    change({ catalogue });
    watchPage();
    await refreshCatalogue();
  } catch {
    // The code could not be fetched: the network is away, and what is on the screen stays. Tried again with it.
    isStarted = false;
    window.addEventListener("online", () => void open(), { once: true });
  }
}

/** At once when it was quiet, else once at the end of the gap: buckets that arrive together are drawn together. */
function paced(run: () => void): () => void {
  let lastAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    const wait = lastAt + GAP - Date.now();
    const now = () => {
      timer = undefined;
      lastAt = Date.now();
      run();
    };
    if (wait <= 0) now();
    else timer = setTimeout(now, wait);
  };
}

function watchPage() {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    timer = setInterval(() => void refreshCatalogue(), POLL);
  };
  const lookNow = () => {
    look();
    if (document.visibilityState === "visible") void refreshCatalogue();
  };
  document.addEventListener("visibilitychange", lookNow);
  window.addEventListener("online", lookNow);
  look();
}
