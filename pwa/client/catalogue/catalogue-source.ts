// The page's catalogue: opens after the first paint, refreshes while the page is visible, and leaves out hidden owners.
import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import type { Catalogue } from "../../device/catalogue/catalogue.ts";
import type { ShownRows } from "../../device/person/shown-rows.ts";
import { savesData } from "../../device/save-data.ts";
import { storedUser } from "../session/stored-session.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";
import { storedSessionSummary } from "../sync/session-summary.ts";

/** Milliseconds between two polls of the manifest while the page is visible. */
const POLL_MS = 60_000;
/**
 * One poll of so many is made where data is to be saved, and while a live line is open: it brings the changes of the buckets that this
 * device has, and only a new bucket waits for a poll.
 */
const RARE_POLL = 10;
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
  /** The owners whose aircraft this user does not see; null before the user's rows are open. */
  hidden: ReadonlySet<string> | null;
  hasLine: boolean;
};

const catalogueStore = createStore<CatalogueState>(() => ({
  source: { ...unopened, version: 1 },
  isStarted: false,
  preferred: null,
  triesLeft: MAX_RETRIES,
  retry: undefined,
  hidden: null,
  hasLine: false,
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

/** Called when the live line opens and closes. */
export function noteLine(isOpen: boolean): void {
  catalogueStore.setState({ hasLine: isOpen });
}

/** Leaves out the aircraft of the owners whom a block hides from this user, from now on. Returns a function that stops. */
export function hideOwnersOf(shown: Pick<ShownRows, "rows">): () => void {
  const stop = shown.rows({ entity: "hiddenOwners" }, hideOwners);
  return () => {
    stop();
    hideOwners();
  };
}

function hideOwners(rows: readonly object[] = []): void {
  const hidden = new Set((rows as readonly { ownerId: string }[]).map(({ ownerId }) => ownerId));
  catalogueStore.setState({ hidden });
  catalogueSource().catalogue?.hide(hidden);
}

function hiddenAtLastVisit(): ReadonlySet<string> {
  const user = storedUser();
  return new Set(user ? storedSessionSummary(user.id)?.hidden : undefined);
}

async function open(): Promise<void> {
  if (catalogueStore.getState().isStarted) return;
  catalogueStore.setState({ isStarted: true });
  try {
    const { catalogue } = await openedDevice();
    catalogue.prefer(preferredLocation());
    catalogue.subscribe(throttled(() => update({})));
    catalogue.hide(catalogueStore.getState().hidden ?? hiddenAtLastVisit());
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
  let turn = 0;
  const poll = () => {
    turn++;
    const isRare = catalogueStore.getState().hasLine || savesData();
    if (!isRare || turn % RARE_POLL === 0) void refreshCatalogue();
  };
  const startPolling = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    timer = setInterval(poll, POLL_MS);
  };
  const refreshAndPoll = () => {
    startPolling();
    if (document.visibilityState === "visible") void refreshCatalogue();
  };
  document.addEventListener("visibilitychange", refreshAndPoll);
  window.addEventListener("online", refreshAndPoll);
  startPolling();
}
