// The service worker: registered once the page stands, watched for a new version, never allowed to reload by itself.
import type { Workbox } from "workbox-window";

/** Milliseconds between two looks for a new version while the page is open. */
const LOOK_EVERY = 60 * 60_000;
/** Coming back to the page looks too, but not more often than this. */
const LOOK_AFTER = 5 * 60_000;
/** After the person said yes: how long the new version may take before the page is loaded anyway. */
const PATIENCE = 4_000;

type Listener = (reload: () => void) => void;
const listeners = new Set<Listener>();
let reload: (() => void) | null = null;
let isStarted = false;

/**
 * Calls back when a new version waits; what it gets reloads the page into that version, and is called only when the
 * person says so. Returns the way to stop listening.
 */
export function onUpdateReady(listener: Listener): () => void {
  listeners.add(listener);
  if (reload) listener(reload);
  if (!isStarted) {
    isStarted = true;
    void start();
  }
  return () => listeners.delete(listener);
}

function tell(apply: () => void) {
  reload = apply;
  for (const listener of listeners) listener(apply);
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
    tell(() => {
      isAsked = true;
      workbox.messageSkipWaiting();
      setTimeout(() => location.reload(), PATIENCE);
    }),
  );
  serviceWorker.addEventListener("controllerchange", () => {
    if (isAsked) location.reload();
    // Another tab said yes: this one runs on old code and is offered the reload, not forced into it.
    else if (hadController) tell(() => location.reload());
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
