// The page's catalogue: opened after the first paint, refreshed while the page is visible.
import { createStore } from "zustand/vanilla";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";

/** Milliseconds between two polls of the manifest while the page is visible. */
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
const MOST_TRIES = 3;

type CatalogueState = {
  source: CatalogueSource;
  isStarted: boolean;
  /** The place whose aircraft are fetched first. */
  preferred: string | null;
  triesLeft: number;
  retry: ReturnType<typeof setTimeout> | undefined;
};

const catalogueStore = createStore<CatalogueState>(() => ({
  source: { ...unopened, version: 1 },
  isStarted: false,
  preferred: null,
  triesLeft: MOST_TRIES,
  retry: undefined,
}));

function change(news: Partial<CatalogueSource>) {
  catalogueStore.setState(({ source }) => ({ source: { ...source, ...news, version: source.version + 1 } }));
}

export function catalogueSource(): CatalogueSource {
  return catalogueStore.getState().source;
}

export function unopenedSource(): CatalogueSource {
  return unopened;
}

export function watchCatalogue(listener: () => void): () => void {
  return catalogueStore.subscribe((now, before) => {
    if (now.source !== before.source) listener();
  });
}

/** Opens the catalogue when the browser is idle, or at once when the screen needs it. */
export function startCatalogue(isUrgent: boolean): void {
  if (isUrgent) void open();
  else if (!catalogueStore.getState().isStarted) whenQuiet(() => void open());
}

/** Asks the server for news now. */
export async function refreshCatalogue(): Promise<void> {
  const { catalogue, hasAsked } = catalogueSource();
  if (!catalogue) return;
  const refreshed = await catalogue.refresh();
  if (!hasAsked) change({ hasAsked: true });
  const { retry, triesLeft } = catalogueStore.getState();
  clearTimeout(retry);
  if (refreshed !== "incomplete") catalogueStore.setState({ triesLeft: MOST_TRIES });
  else if (triesLeft > 0 && navigator.onLine) {
    const next = setTimeout(() => void refreshCatalogue(), RETRY);
    catalogueStore.setState({ triesLeft: triesLeft - 1, retry: next });
  }
}

/** The place whose aircraft are fetched first. */
export function preferPlace(location: string | null): void {
  catalogueStore.setState({ preferred: location });
  const { catalogue } = catalogueSource();
  catalogue?.prefer(location);
  if (location && catalogue && !catalogue.isLoading() && !catalogue.isWhole()) void refreshCatalogue();
}

export function preferredPlace(): string | null {
  return catalogueStore.getState().preferred;
}

async function open(): Promise<void> {
  if (catalogueStore.getState().isStarted) return;
  catalogueStore.setState({ isStarted: true });
  try {
    const { catalogue } = await openedDevice();
    catalogue.prefer(preferredPlace());
    catalogue.subscribe(paced(() => change({})));
    change({ catalogue });
    watchPage();
    await refreshCatalogue();
  } catch {
    // The code could not be fetched: the network is away, and what is on the screen stays. Tried again with it.
    catalogueStore.setState({ isStarted: false });
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
