// Is there a way to the server? The browser's own word, corrected by what requests find out.
import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";

/** Waits between tries to reach a server that did not answer, in milliseconds; the last one repeats. */
const probeWaits = [2_000, 5_000, 10_000, 30_000];

type Reach = {
  isServerSilent: boolean;
  /** An answer came though the browser believes in no network: some are wrong about that. */
  hasAnsweredOffline: boolean;
  probe: ReturnType<typeof setTimeout> | undefined;
};

const reach = createStore<Reach>(() => ({ isServerSilent: false, hasAnsweredOffline: false, probe: undefined }));

/** False with no network, and while the server does not answer although the browser believes in a network. */
export function isOnline(): boolean {
  return navigator.onLine && !reach.getState().isServerSilent;
}

/** There is no network at all, by the browser's word and by everything known: asking would only fail. */
export function isCutOff(): boolean {
  return !navigator.onLine && !reach.getState().hasAnsweredOffline;
}

/** Requests report here: `true` when any answer came, `false` when none did. */
export function noteReach(hasAnswered: boolean) {
  const hasAnsweredOffline = hasAnswered && !navigator.onLine;
  const before = reach.getState();
  if (hasAnsweredOffline !== before.hasAnsweredOffline) reach.setState({ hasAnsweredOffline });
  if (hasAnswered === !before.isServerSilent) return;
  clearTimeout(before.probe);
  reach.setState({ isServerSilent: !hasAnswered });
  if (!hasAnswered) probeLater(0);
}

function probeLater(tries: number) {
  const wait = probeWaits[Math.min(tries, probeWaits.length - 1)];
  const probe = setTimeout(() => {
    fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
      () => noteReach(true),
      () => probeLater(tries + 1),
    );
  }, wait);
  reach.setState({ probe });
}

function subscribe(listener: () => void) {
  const onNetwork = () => {
    // A network that came back deserves a fresh try; what happens next will tell.
    if (navigator.onLine) noteReach(true);
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

/** True while the server can be reached as far as anyone knows; true on the server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
