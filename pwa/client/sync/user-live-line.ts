// The live line over the browser's WebSocket: a person's batches, and news of the catalogue.
import { createStore } from "zustand/vanilla";
import type { Engine } from "../../device/sync/engine.ts";
import { deviceRandom, deviceClock } from "../../device/person/device-ports.ts";
import { LiveLine } from "../../device/transport/live-line.ts";
import { paths } from "../../device/transport/paths.ts";
import { catalogueSource, refreshCatalogue } from "../catalogue/catalogue-source.ts";

/** Spreads the requests of many devices, in milliseconds. The manifest may be five seconds old, so a second request follows. */
const JITTER = 2_000;
const MANIFEST_AGE = 5_500;

/** Calls `changed` when the line opens and closes. */
export function openLine(userId: string, engine: Engine, changed: (isOpen: boolean) => void): LiveLine {
  return new LiveLine({
    userId,
    engine,
    clock: deviceClock,
    chance: deviceRandom,
    open({ opened, message, closed }) {
      const { protocol, host } = location;
      const socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}${paths.live}`);
      socket.onopen = opened;
      socket.onmessage = ({ data }) => message(data);
      socket.onclose = ({ code }) => closed(code);
      return socket;
    },
    buckets: () => catalogueSource().catalogue?.buckets() ?? [],
    isVisible: () => document.visibilityState === "visible",
    bucket(news) {
      const taken = catalogueSource().catalogue?.applySegment(news) ?? Promise.resolve(false);
      void taken.catch(() => false).then((isTaken) => isTaken || lookSoon());
    },
    changed,
  });
}

const catalogueNews = createStore<{ isLooking: boolean }>(() => ({ isLooking: false }));

/** News that come together are fetched together. */
function lookSoon(): void {
  if (catalogueNews.getState().isLooking) return;
  catalogueNews.setState({ isLooking: true });
  const wait = Math.random() * JITTER;
  setTimeout(() => void refreshCatalogue(), wait);
  setTimeout(() => {
    catalogueNews.setState({ isLooking: false });
    void refreshCatalogue();
  }, wait + MANIFEST_AGE);
}
