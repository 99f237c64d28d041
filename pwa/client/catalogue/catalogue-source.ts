// Opens the page's catalogue after the first paint, and refreshes it while the page is visible.
import { createStore } from "zustand/vanilla";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";

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
export type CatalogueSource = {
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
