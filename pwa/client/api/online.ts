// Tracks whether the server can be reached: what the browser reports, corrected by the results of requests.
import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";

/** Milliseconds between two probes of a server that did not answer. The last delay repeats. */
const PROBE_DELAYS_MS = [2_000, 5_000, 10_000, 30_000];

type Reach = {
  isServerSilent: boolean;
  /** A response came although the browser reports no network. Some browsers report this wrongly. */
  hasAnsweredOffline: boolean;
  probe: ReturnType<typeof setTimeout> | undefined;
};

const reach = createStore<Reach>(() => ({ isServerSilent: false, hasAnsweredOffline: false, probe: undefined }));

/** False without network, and while the server does not answer. */
export function isOnline(): boolean {
  return navigator.onLine && !reach.getState().isServerSilent;
}

/** True when the browser reports no network and no request has proved it wrong. A request would only fail. */
export function isSurelyOffline(): boolean {
  return !navigator.onLine && !reach.getState().hasAnsweredOffline;
}

/** Every request reports here: `true` when any response came, `false` when none did. */
export function noteReachable(hasAnswered: boolean) {
  const hasAnsweredOffline = hasAnswered && !navigator.onLine;
  const before = reach.getState();
  if (hasAnsweredOffline !== before.hasAnsweredOffline) reach.setState({ hasAnsweredOffline });
  if (hasAnswered === !before.isServerSilent) return;
  clearTimeout(before.probe);
  reach.setState({ isServerSilent: !hasAnswered });
  if (!hasAnswered) probeLater(0);
}

function probeLater(tries: number) {
  const wait = PROBE_DELAYS_MS[Math.min(tries, PROBE_DELAYS_MS.length - 1)];
  const probe = setTimeout(() => {
    fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
      () => noteReachable(true),
      () => probeLater(tries + 1),
    );
  }, wait);
  reach.setState({ probe });
}

function subscribe(listener: () => void) {
  const onNetwork = () => {
    // The network is back: assume that the server answers until a request fails.
    if (navigator.onLine) noteReachable(true);
    listener();
  };
  const stop = reach.subscribe(listener);
  window.addEventListener("online", onNetwork);
  window.addEventListener("offline", onNetwork);
  return () => {
    stop();
    window.removeEventListener("online", onNetwork);
    window.removeEventListener("offline", onNetwork);
  };
}

/** True while the server can probably be reached; always true on the server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
