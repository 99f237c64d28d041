// The page's catalogue: opens after the first paint, refreshes while the page is visible, and gives lists their aircraft.
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { defaultPriceRange, type AircraftFilter, type AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { usePageData } from "../api/page-data.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";
import { emptyView, firstView, storeForNextStart, type CatalogueView } from "./catalogue-view.ts";
import { newestStoredView, parseViewKey, type FirstView, unfilteredKey, viewKey } from "./first-view.ts";

/** The aircraft that match a filter, in order; opens the catalogue when it is needed. */
export function useCatalogue(filter: AircraftFilter, sort: AircraftSort): CatalogueView {
  const data = usePageData();
  const home = data?.page === "home" ? data : null;
  const source = useCatalogueSource();
  const key = viewKey(filter, sort);
  const view = useMemo(() => viewOf(key, source, home), [key, source, home]);

  const isEmpty = view.state === "loading";
  useEffect(() => startCatalogue(isEmpty), [isEmpty]);
  const location = filter.location ?? null;
  useEffect(() => preferLocation(location), [location]);
  useEffect(() => {
    if (view.state === "ready") return whenQuiet(() => storeForNextStart(key, view), 2_000);
  }, [key, view]);
  return view;
}

/** The view of a list. `home` is Home's data from the HTML document; null on other pages. */
function viewOf(key: string, source: CatalogueSource, home: FirstView | null): CatalogueView {
  const { catalogue, hasRefreshed } = source;
  // The page's data is newer than the stored catalogue until the first refresh. On the first visit buckets arrive one
  // by one; the list does not change until the last one.
  const isCataloguePreferred = hasRefreshed || (home === null && catalogue?.isWhole());
  const loaded = catalogue && isCataloguePreferred ? loadedView(key, catalogue, home) : null;
  if (loaded) return loaded;
  const first = firstView(key, { isBrowser: source.version > 0, catalogue }, home);
  return first.state === "loading" && catalogue ? (loadedView(key, catalogue, home) ?? first) : first;
}

/** Null while the catalogue is empty and still loading, and while it has not read all buckets for this list. */
function loadedView(key: string, catalogue: Catalogue, home: FirstView | null): CatalogueView | null {
  const { filter, sort } = parseViewKey(key);
  if (catalogue.isLoading() && !catalogue.covers(filter.location)) return null;
  const summary = catalogue.summary();
  if (summary.rows === 0 && !summary.isWhole) return null;
  const cards = catalogue.search(filter, sort);
  // Counts over all aircraft need the whole catalogue. Until then the earlier counts are shown, or none.
  const isCountable = summary.isWhole && !catalogue.isLoading();
  const before = isCountable ? null : (home ?? newestStoredView());
  const { typeCounts, priceRange } = isCountable ? summary : (before ?? emptyView);
  return {
    state: "ready",
    cards,
    total: key === unfilteredKey(sort) ? summary.total : cards.length,
    isPartial: !catalogue.covers(filter.location),
    asOf: summary.asOf,
    locations: before && catalogue.isLoading() ? before.locations : summary.locations,
    typeCounts,
    priceRange: isCountable ? (priceRange ?? defaultPriceRange) : priceRange,
  };
}

/** Milliseconds between two polls of the manifest while the page is visible. */
const POLL_MS = 60_000;
/**
 * Milliseconds until the next try after an incomplete refresh. A cached manifest may be this old and name removed
 * files.
 */
const RETRY_MS = 8_000;
/** Least milliseconds between two redraws. */
const REDRAW_GAP_MS = 250;

/** What a list is drawn from. `version` counts changes; 0 means the server or the hydrating browser. */
type CatalogueSource = {
  version: number;
  catalogue: Catalogue | null;
  /** True after the first refresh of this session, even if it failed. */
  hasRefreshed: boolean;
};

const unopened: CatalogueSource = { version: 0, catalogue: null, hasRefreshed: false };
const MAX_RETRIES = 3;

type CatalogueState = {
  source: CatalogueSource;
  isStarted: boolean;
  /** The location whose aircraft are fetched first. */
  preferred: string | null;
  triesLeft: number;
  retry: ReturnType<typeof setTimeout> | undefined;
};

const catalogueStore = createStore<CatalogueState>(() => ({
  source: { ...unopened, version: 1 },
  isStarted: false,
  preferred: null,
  triesLeft: MAX_RETRIES,
  retry: undefined,
}));

function update(changes: Partial<CatalogueSource>) {
  catalogueStore.setState(({ source }) => ({ source: { ...source, ...changes, version: source.version + 1 } }));
}

export function catalogueSource(): CatalogueSource {
  return catalogueStore.getState().source;
}

/** The catalogue with the count of its changes; renders again after each. */
export function useCatalogueSource(): CatalogueSource {
  return useSyncExternalStore(watchCatalogue, catalogueSource, () => unopened);
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

/** Fetches changes from the server now. */
export async function refreshCatalogue(): Promise<void> {
  const { catalogue, hasRefreshed } = catalogueSource();
  if (!catalogue) return;
  const refreshed = await catalogue.refresh();
  if (!hasRefreshed) update({ hasRefreshed: true });
  const { retry, triesLeft } = catalogueStore.getState();
  clearTimeout(retry);
  if (refreshed !== "incomplete") catalogueStore.setState({ triesLeft: MAX_RETRIES });
  else if (triesLeft > 0 && navigator.onLine) {
    const next = setTimeout(() => void refreshCatalogue(), RETRY_MS);
    catalogueStore.setState({ triesLeft: triesLeft - 1, retry: next });
  }
}

/** Sets the location whose aircraft are fetched first. */
export function preferLocation(location: string | null): void {
  catalogueStore.setState({ preferred: location });
  const { catalogue } = catalogueSource();
  catalogue?.prefer(location);
  if (location && catalogue && !catalogue.isLoading() && !catalogue.isWhole()) void refreshCatalogue();
}

export function preferredLocation(): string | null {
  return catalogueStore.getState().preferred;
}

async function open(): Promise<void> {
  if (catalogueStore.getState().isStarted) return;
  catalogueStore.setState({ isStarted: true });
  try {
    const { catalogue } = await openedDevice();
    catalogue.prefer(preferredLocation());
    catalogue.subscribe(throttled(() => update({})));
    update({ catalogue });
    watchPage();
    await refreshCatalogue();
  } catch {
    // The device code could not be fetched, so the screen keeps what it shows. Retries when the network is back.
    catalogueStore.setState({ isStarted: false });
    window.addEventListener("online", () => void open(), { once: true });
  }
}

/** Runs at once if the gap has passed, else at its end. Buckets that arrive together cause one redraw. */
function throttled(run: () => void): () => void {
  let lastAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    const wait = lastAt + REDRAW_GAP_MS - Date.now();
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
  const startPolling = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    timer = setInterval(() => void refreshCatalogue(), POLL_MS);
  };
  const refreshAndPoll = () => {
    startPolling();
    if (document.visibilityState === "visible") void refreshCatalogue();
  };
  document.addEventListener("visibilitychange", refreshAndPoll);
  window.addEventListener("online", refreshAndPoll);
  startPolling();
}
