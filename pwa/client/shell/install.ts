// Installs Tailhour on the home screen: keeps the browser's install prompt until the user asks for it.
import { useEffect, useState, useSyncExternalStore } from "react";
import { create } from "zustand";
import { isInstalled, isIos } from "../push/push-support.ts";
import { deviceStorage, tabStorage } from "../storage/browser-storage.ts";

type InstallEvent = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

/** The browser's prompt, manual steps on iPhone and iPad, or nothing. */
export type InstallWay = "ask" | "by-hand" | null;

type Install = {
  event: InstallEvent | null;
  /** When the user pressed «Not now» on this page, in milliseconds; 0 before. */
  notNowAt: number;
};

const useInstall = create<Install>(() => ({ event: null, notNowAt: 0 }));

const visitsKey = "visits";
const notNowKey = "install-not-now";
const visitKey = "visit-counted";
const NOT_NOW_MS = 30 * 86_400_000;

/** Must run at the start, because the browser sends the event only once. */
export function watchInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    useInstall.setState({ event: event as InstallEvent });
  });
  window.addEventListener("appinstalled", () => useInstall.setState({ event: null }));
  countVisit();
}

function countVisit() {
  // If storage is blocked, no visit is counted, and nothing is offered.
  if (tabStorage.text(visitKey)) return;
  if (tabStorage.setText(visitKey, "1")) deviceStorage.setText(visitsKey, String(visits() + 1));
}

function visits(): number {
  return Number(deviceStorage.text(visitsKey) ?? 0);
}

/** True from the second visit on, unless the user pressed «Not now» in the last 30 days. */
function mayOfferInstall(now: number, notNowAt: number): boolean {
  if (isInstalled() || visits() < 2) return false;
  return now - Math.max(notNowAt, Number(deviceStorage.text(notNowKey) ?? 0)) > NOT_NOW_MS;
}

/** Stores «Not now»; `now` in milliseconds. Updates every place that shows the offer at once. */
export function dismissInstall(now: number): void {
  deviceStorage.setText(notNowKey, String(now));
  useInstall.setState({ notNowAt: now });
}

/** Whether to show the card: false on the server, while hydrating, and until the browser allows the prompt. */
export function useInstallOffer(): boolean {
  const way = useInstallWay();
  const notNowAt = useInstall((state) => state.notNowAt);
  const [mayOffer, setMayOffer] = useState(false);
  useEffect(() => setMayOffer(mayOfferInstall(Date.now(), notNowAt)), [notNowAt]);
  return mayOffer && way !== null;
}

export function useInstallWay(): InstallWay {
  const hasEvent = useInstall((state) => state.event !== null);
  const isByHand = useSyncExternalStore(noChange, isManualInstall, () => false);
  return hasEvent ? "ask" : isByHand ? "by-hand" : null;
}

const noChange = () => () => undefined;
const isManualInstall = () => isIos() && !isInstalled();

/** Opens the browser's prompt. True when the user accepted. */
export async function install(): Promise<boolean> {
  const { event } = useInstall.getState();
  if (!event) return false;
  const { outcome } = await event.prompt();
  // The browser allows one prompt per event; the next visit brings another.
  useInstall.setState({ event: null });
  return outcome === "accepted";
}
