// The service worker: registered once the page stands, watched for a new version, never allowed to reload by itself.
import type { Workbox } from "workbox-window";
import { createStore } from "zustand/vanilla";

/** Milliseconds between two looks for a new version while the page is open. */
const LOOK_EVERY = 60 * 60_000;
/** Coming back to the page looks too, but not more often than this. */
const LOOK_AFTER = 5 * 60_000;
/** After the person said yes: how long the new version may take before the page is loaded anyway. */
const PATIENCE = 4_000;

type Update = {
  isStarted: boolean;
  /** Loads the page with the new version; null while there is none. */
  reload: (() => void) | null;
};

const update = createStore<Update>(() => ({ isStarted: false, reload: null }));

/**
 * Calls back when a new version waits; what it gets reloads the page into that version, and is called only when the
 * person says so. Returns the way to stop listening.
 */
export function onUpdateReady(listener: (reload: () => void) => void): () => void {
  const { reload, isStarted } = update.getState();
  if (reload) listener(reload);
  const stop = update.subscribe((now, before) => {
    if (now.reload && now.reload !== before.reload) listener(now.reload);
  });
  if (!isStarted) {
    update.setState({ isStarted: true });
    void start();
  }
  return stop;
}

function offer(reload: () => void) {
  update.setState({ reload });
}

async function start(): Promise<void> {
  // In development every change would be an update.
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const { Workbox } = await import("workbox-window");
  const workbox = new Workbox("/sw.js");
  const { serviceWorker } = navigator;
  let hadController = serviceWorker.controller !== null;
  let isAsked = false;

  workbox.addEventListener("waiting", () =>
    offer(() => {
      isAsked = true;
      workbox.messageSkipWaiting();
      setTimeout(() => location.reload(), PATIENCE);
    }),
  );
  serviceWorker.addEventListener("controllerchange", () => {
    if (isAsked) location.reload();
    // Another tab said yes: this one runs on old code and is offered the reload, not forced into it.
    else if (hadController) offer(() => location.reload());
    hadController = true;
  });
  try {
    await workbox.register({ immediate: true });
    lookForUpdates(workbox);
  } catch (error) {
    console.warn("Tailhour cannot work offline here: its service worker was refused.", error);
  }
}

function lookForUpdates(workbox: Workbox) {
  let lookedAt = Date.now();
  const look = (after: number) => {
    if (document.visibilityState !== "visible" || !navigator.onLine || Date.now() - lookedAt < after) return;
    lookedAt = Date.now();
    // Without a network there is no new version either.
    workbox.update().catch(() => undefined);
  };
  setInterval(() => look(0), LOOK_EVERY);
  document.addEventListener("visibilitychange", () => look(LOOK_AFTER));
  window.addEventListener("online", () => look(LOOK_AFTER));
}
