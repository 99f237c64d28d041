// Resolves push services' names within a time limit. The system resolver respects /etc/hosts but cannot be interrupted.
// It uses the thread pool that files and cryptography need too: hence few look-ups at once, and one per name.
import { lookup, type LookupAddress } from "node:dns";
import { promisify } from "node:util";

/** Most concurrent look-ups, of four threads. A waiting post gives up when its time is over. */
const MOST_LOOKUPS = 2;

/** Resolves a name to at least one address. `signal` ends the wait, not the look-up. */
export type Resolver = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

type Ask = (host: string) => Promise<LookupAddress[]>;

const askSystem: Ask = (host) => promisify(lookup)(host, { all: true });

/** @throws errors of the resolver, and the reason of the signal */
export function nameLookup(ask: Ask = askSystem): Resolver {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const waiting = new Set<() => void>();

  function ended(host: string): void {
    underWay.delete(host);
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
  }

  function nextEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(wake);
        reject(signal.reason as Error);
      };
      const wake = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(wake);
    });
  }

  return async (host, signal) => {
    signal.throwIfAborted();
    while (!underWay.has(host) && underWay.size >= MOST_LOOKUPS) await nextEnd(signal);
    const asked = underWay.get(host) ?? ask(host).finally(() => ended(host));
    underWay.set(host, asked);
    return asked;
  };
}
