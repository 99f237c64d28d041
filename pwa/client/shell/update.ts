// Registers the service worker after the first paint, and offers a reload when a new version is ready. Never reloads
// without consent.
import { Workbox } from "workbox-window";
import { createStore } from "zustand/vanilla";

/** Milliseconds between two checks for a new version while the page is open. */
const CHECK_INTERVAL_MS = 60 * 60_000;
/** Least milliseconds between two checks when the user comes back to the page. */
const MIN_CHECK_GAP_MS = 5 * 60_000;
/** Milliseconds to wait for the new version after the user accepted; then the page reloads anyway. */
const RELOAD_TIMEOUT_MS = 4_000;

type Update = {
  isStarted: boolean;
  /** Reloads the page into the new version; null while there is none. */
  reload: (() => void) | null;
};

const updateStore = createStore<Update>(() => ({ isStarted: false, reload: null }));

/**
 * Calls back when a new version is ready. The callback receives a function that reloads the page; call it only when the
 * user accepts. Returns an unsubscribe function.
 */
export function onUpdateReady(listener: (reload: () => void) => void): () => void {
  const { reload, isStarted } = updateStore.getState();
  if (reload) listener(reload);
  const stop = updateStore.subscribe((now, before) => {
    if (now.reload && now.reload !== before.reload) listener(now.reload);
  });
  if (!isStarted) {
    updateStore.setState({ isStarted: true });
    void start();
  }
  return stop;
}

function offer(reload: () => void) {
  updateStore.setState({ reload });
}

async function start(): Promise<void> {
  // In development every change would be an update.
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const workbox = new Workbox("/sw.js");
  const { serviceWorker } = navigator;
  let hadController = serviceWorker.controller !== null;
  let hasAccepted = false;

  workbox.addEventListener("waiting", () =>
    offer(() => {
      hasAccepted = true;
      workbox.messageSkipWaiting();
      setTimeout(() => location.reload(), RELOAD_TIMEOUT_MS);
    }),
  );
  serviceWorker.addEventListener("controllerchange", () => {
    if (hasAccepted) location.reload();
    // Another tab accepted, so this tab runs old code. It offers the reload and does not force it.
    else if (hadController) offer(() => location.reload());
    hadController = true;
  });
  try {
    await workbox.register({ immediate: true });
    // A page that was loading while the worker took over the others is none of them.
    if (!serviceWorker.controller)
      void serviceWorker.ready.then(({ active }) => active?.postMessage({ type: "CLAIM" }));
    checkForUpdates(workbox);
  } catch (error) {
    console.warn("The service worker was refused.", error);
  }
}

function checkForUpdates(workbox: Workbox) {
  let checkedAt = Date.now();
  const check = (after: number) => {
    if (document.visibilityState !== "visible" || !navigator.onLine || Date.now() - checkedAt < after) return;
    checkedAt = Date.now();
    // Without network there is no new version either.
    workbox.update().catch(() => undefined);
  };
  setInterval(() => check(0), CHECK_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => check(MIN_CHECK_GAP_MS));
  window.addEventListener("online", () => check(MIN_CHECK_GAP_MS));
}
