// What the browser can do for a closed page: send later, and not throw away what waits.
import { createStore } from "zustand/vanilla";

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Whether the browser sends what waits also when Tailhour is closed. */
export function sendsWhenClosed(): boolean {
  return "serviceWorker" in navigator && "SyncManager" in window;
}

/** Asks the browser to wake the service worker as soon as there is a network. Costs nothing when it is not known. */
export function sendInBackground(): void {
  if (!sendsWhenClosed()) return;
  // Refused in private windows and where the person switched it off: the page sends then.
  void navigator.serviceWorker.getRegistration().then(
    (registration: SyncRegistration | undefined) => registration?.sync?.register("outbox").catch(() => undefined),
    () => undefined,
  );
}

/** Asks the service worker, once there is one, to keep the code of all screens: this device has a user. */
export function keepCode(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ type: "SIGNED_IN" }));
}

const durability = createStore<{ isAsked: boolean }>(() => ({ isAsked: false }));

/** Asks the browser to keep what waits even when room gets scarce. Once a visit. */
export function askForDurability(): void {
  if (durability.getState().isAsked) return;
  durability.setState({ isAsked: true });
  const { storage } = navigator as { storage?: StorageManager };
  void storage?.persist?.().catch(() => false);
}
