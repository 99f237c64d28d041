// Is there a way to the server? The browser's own word, corrected by what requests find out.
import { useSyncExternalStore } from "react";

/** Waits between tries to reach a server that did not answer, in milliseconds; the last one repeats. */
const probeWaits = [2_000, 5_000, 10_000, 30_000];

let isServerSilent = false;
/** An answer came though the browser believes in no network: some are wrong about that. */
let hasAnsweredOffline = false;
let probe: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** False with no network, and while the server does not answer although the browser believes in a network. */
export function isOnline(): boolean {
  return navigator.onLine && !isServerSilent;
}

/** There is no network at all, by the browser's word and by everything known: asking would only fail. */
export function isCutOff(): boolean {
  return !navigator.onLine && !hasAnsweredOffline;
}

/** Requests report here: `true` when any answer came, `false` when none did. */
export function noteReach(hasAnswered: boolean) {
  hasAnsweredOffline = hasAnswered && !navigator.onLine;
  if (hasAnswered === !isServerSilent) return;
  isServerSilent = !hasAnswered;
  clearTimeout(probe);
  if (isServerSilent) probeLater(0);
  tell();
}

function probeLater(tries: number) {
  const wait = probeWaits[Math.min(tries, probeWaits.length - 1)];
  probe = setTimeout(() => {
    fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
      () => noteReach(true),
      () => probeLater(tries + 1),
    );
  }, wait);
}

function subscribe(listener: () => void) {
  const onNetwork = () => {
    // A network that came back deserves a fresh try; what happens next will tell.
    if (navigator.onLine) noteReach(true);
    tell();
  };
  listeners.add(listener);
  window.addEventListener("online", onNetwork);
  window.addEventListener("offline", onNetwork);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", onNetwork);
    window.removeEventListener("offline", onNetwork);
  };
}

/** True while the server can be reached as far as anyone knows; true on the server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
