// Opens one user's store on this page: the engine, its live line, and the events that start an exchange.
// Loaded after the first paint with the code of the database; the commands with their schemas load with the first write.
import { createStore } from "zustand/vanilla";
import { setDeviceNote } from "../../device/person/device-notes.ts";
import { deviceClock, deviceRandom } from "../../device/person/device-ports.ts";
import { personEngine } from "../../device/person/person-engine.ts";
import { ShownRows } from "../../device/person/shown-rows.ts";
import type { PersonStore } from "../../device/store/person-store.ts";
import type { Engine } from "../../device/sync/engine.ts";
import type { Entry } from "../../device/sync/entry.ts";
import { httpTransport, postWithKeepalive } from "../../device/transport/http-transport.ts";
import { LiveLine } from "../../device/transport/live-line.ts";
import { paths } from "../../device/transport/paths.ts";
import { whenQuiet } from "./device.ts";
import { askForDurability, keepCode, sendInBackground } from "./background-sync.ts";
import {
  catalogueSource,
  hideOwnersOf,
  noteLine,
  preferredLocation,
  refreshCatalogue,
  watchCatalogue,
} from "../catalogue/catalogue-source.ts";
import { isSurelyOffline, noteReachable } from "../api/online.ts";
import { deletesListing } from "./queue-flags.ts";
import { noteServerClock } from "../api/server-clock.ts";
import { pollFallback } from "./poll-fallback.ts";
import { ensureSessionMark, pendingSignOut, sessionMark } from "../session/stored-session.ts";
import { followProgress, noteStatus } from "./sync-progress.ts";
import { noteSynced } from "./synced-at.ts";
import { noteUpload } from "../pictures/upload-progress.ts";

/** Spreads the catalogue requests of many devices. */
const REFRESH_JITTER_MS = 2_000;
/** The manifest may be five seconds old, so a second request follows. */
const MANIFEST_AGE_MS = 5_500;

export type UserStore = {
  userId: string;
  engine: Engine;
  store: PersonStore;
  shown: ShownRows;
  /** Passes on the entries that delete a listing, now and after every change. Returns a function that stops. */
  watchDeletions(next: (entries: readonly Entry[]) => void): () => void;
  /** Posts messages that may be unsettled, oldest first, with what is before them in their lanes; for a page that is being left. */
  postMessages(messages: readonly { id: string }[]): void;
  /** Reports to the server which messages were shown in a visible window. */
  seen(messageIds: readonly string[]): void;
  /** Closes the live line and leaves the page's events alone. */
  disconnect(): void;
  /** Stops all work for this user on this page. The data stays on the device. */
  close(): void;
};

export type UserStoreEvents = {
  /** The server ended the session: rows are gone, what waits is kept. */
  ended(): void;
  /** The database cannot be used any more. */
  broken(): void;
  /** This tab's code is older than another tab's, or than the server wants: it has to be loaded again. */
  outdated(): void;
};

/** Rejects with StoreFault when the browser keeps nothing for this person. */
export async function openUserStore(userId: string, events: UserStoreEvents): Promise<UserStore> {
  ensureSessionMark();
  // The service worker sends for this user, too. Without the note it finds no user and sends nothing.
  setDeviceNote("signed-in", { userId, session: sessionMark() ?? "" })
    .then(() => (pendingSignOut() ? undefined : setDeviceNote("sign-out", null)))
    .catch(() => undefined);
  const { engine, store } = personEngine({
    userId,
    commands: async () => (await import("./command-code.ts")).commandCode,
    session: sessionMark,
    transport: httpTransport({ fetch: reachingFetch }),
    pictures: async () => (await import("../pictures/upload.ts")).pictureUploads(reachingFetch),
    // Most devices never need this code.
    makeRoom: async () => (await import("../../device/store/make-room.ts")).makeRoom(preferredLocation()),
    isOffline: isSurelyOffline,
    events: {
      signedOut: () => events.ended(),
      upgradeNeeded: () => events.outdated(),
      broken: () => events.broken(),
      hello() {
        const position = engine.cursor();
        position.then(({ clockOffset }) => noteServerClock(clockOffset)).catch(() => undefined);
        line.hello(position).catch(() => undefined);
      },
      stored() {
        askForDurability();
        sendInBackground();
      },
      queued: (entry, isLast) => shown.queued(entry, isLast),
      received: (rows) => shown.received(rows),
      status(status) {
        noteStatus(status);
        noteSynced(userId, status);
      },
      uploading: noteUpload,
    },
    store: { outdated: () => events.outdated() },
  });
  const shown = new ShownRows(engine, store);
  const fallback = pollFallback(() => void engine.trigger("behind"));
  const line = openLine(userId, engine, (isOpen) => {
    fallback.setLine(isOpen);
    noteLine(isOpen);
  });
  await engine.start();
  const { clockOffset } = await engine.cursor();
  // 0 is also what a store holds before its first exchange; an older page may know better.
  if (clockOffset !== 0) noteServerClock(clockOffset);
  fallback.setLine(false);
  line.start();
  // A visit without the service worker has no code at hand once the network is gone.
  if (!navigator.serviceWorker?.controller) whenQuiet(() => void engine.commands.load().catch(() => undefined));
  keepCode();
  const stops = [
    followProgress(shown, store),
    followPage(engine, line),
    followCatalogue(line),
    hideOwnersOf(shown),
    fallback.stop,
    () => line.close(),
    () => shown.close(),
  ];
  const stopListening = () => {
    for (const stop of stops) stop();
  };
  return {
    userId,
    engine,
    store,
    shown,
    watchDeletions: (next) => shown.outbox(({ entries }) => next(entries.filter(deletesListing))),
    postMessages(messages) {
      const { outgoing } = shown;
      const request = outgoing && engine.lastRequest(outgoing, { name: "messages.send", inputs: messages });
      if (request) postWithKeepalive(fetch, request);
    },
    seen: (messageIds) => line.seen(messageIds),
    disconnect: stopListening,
    close() {
      stopListening();
      engine.stop();
      store.close();
    },
  };
}

async function reachingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    noteReachable(true);
    return response;
  } catch (error) {
    noteReachable(false);
    throw error;
  }
}

/** Starts an exchange when the page comes online or becomes visible. Returns a function that stops. */
function followPage(engine: Engine, line: LiveLine): () => void {
  const ignore = () => undefined;
  let cancelPull: () => void = ignore;
  const onOnline = () => {
    line.online();
    void engine.trigger("online");
  };
  const onVisible = () => {
    line.hello().catch(ignore);
    cancelPull();
    // What the user taps on return goes first.
    if (document.visibilityState === "visible") cancelPull = whenQuiet(() => void engine.trigger("visible"));
  };
  window.addEventListener("online", onOnline);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("online", onOnline);
    document.removeEventListener("visibilitychange", onVisible);
    cancelPull();
  };
}

/** Sends the line the list of stored buckets after each change of it. Returns a function that stops. */
function followCatalogue(line: LiveLine): () => void {
  const names = () => catalogueSource().catalogue?.buckets().join() ?? "";
  let sent = names();
  return watchCatalogue(() => {
    const now = names();
    if (now === sent) return;
    sent = now;
    line.hello().catch(() => undefined);
  });
}

/** Opens the live line over the browser's WebSocket. Calls `changed` when the line opens and closes. */
function openLine(userId: string, engine: Engine, changed: (isOpen: boolean) => void): LiveLine {
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
    catalogue: () => catalogueSource().catalogue,
    refreshNeeded: refreshSoon,
    isVisible: () => document.visibilityState === "visible",
    changed,
  });
}

const pendingRefresh = createStore<{ isPlanned: boolean }>(() => ({ isPlanned: false }));

/** Fetches bucket updates that arrive together with one request. */
function refreshSoon(): void {
  if (pendingRefresh.getState().isPlanned) return;
  pendingRefresh.setState({ isPlanned: true });
  const wait = Math.random() * REFRESH_JITTER_MS;
  setTimeout(() => void refreshCatalogue(), wait);
  setTimeout(() => {
    pendingRefresh.setState({ isPlanned: false });
    void refreshCatalogue();
  }, wait + MANIFEST_AGE_MS);
}
