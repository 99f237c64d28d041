// Names of push services made addresses for those who have little time. The system is asked, so that /etc/hosts counts. It cannot be
// interrupted and works on the few threads that files and cryptography of the process need too: hence few at once, and one a name.
import { lookup, type LookupAddress } from "node:dns";
import { promisify } from "node:util";

/** Names asked for at once, of four threads. Who waits is one of the posts under way and leaves when its time is over. */
const MOST_LOOKUPS = 2;

/** Gives the addresses of a name, at least one. `signal` ends the waiting, not the look-up. */
export type Resolver = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

type Ask = (host: string) => Promise<LookupAddress[]>;

const askSystem: Ask = (host) => promisify(lookup)(host, { all: true });

/** @throws what the name service throws, and the reason of the signal */
export function nameLookup(ask: Ask = askSystem): Resolver {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const waiting = new Set<() => void>();

  function ended(host: string): void {
    underWay.delete(host);
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
  }

  function anEnd(signal: AbortSignal): Promise<void> {
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
    while (!underWay.has(host) && underWay.size >= MOST_LOOKUPS) await anEnd(signal);
    const asked = underWay.get(host) ?? ask(host).finally(() => ended(host));
    underWay.set(host, asked);
    return asked;
  };
}
