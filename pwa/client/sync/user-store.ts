// One person's rows and outbox as this page has them open: the engine on the device, its live line, and what sets it going.
// Fetched after the first paint, because it brings the database's code. The commands with their schemas come with the first write.
import { liveQuery } from "dexie";
import { setDeviceNote } from "../../device/person/device-notes.ts";
import { personEngine } from "../../device/person/person-engine.ts";
import type { PersonStore } from "../../device/store/person-store.ts";
import type { Engine } from "../../device/sync/engine.ts";
import type { Entry } from "../../device/sync/entry.ts";
import type { Outgoing } from "../../device/sync/last-request.ts";
import { httpPictures } from "../../device/transport/http-pictures.ts";
import { httpTransport, postWithKeepalive } from "../../device/transport/http-transport.ts";
import type { OverlaidRow } from "../../device/sync/overlay.ts";
import type { Picture } from "../../device/sync/ports.ts";
import { whenQuiet } from "./device.ts";
import { askForDurability, sendInBackground } from "./background-sync.ts";
import { conversationNote } from "../messages/conversation-notes.ts";
import { catalogueSource, preferredLocation, watchCatalogue } from "../catalogue/catalogue-source.ts";
import { isSurelyOffline, noteReachable } from "../api/online.ts";
import { openLine } from "./user-live-line.ts";
import { uploadBytes } from "../pictures/upload.ts";
import { deletesListing, isQuiet, namesFrom, queueItem, type QueueItem } from "./queue-items.ts";
import { noteServerClock } from "../api/server-clock.ts";
import { pollFallback } from "./poll-fallback.ts";
import { ensureSessionMark, pendingSignOut, sessionMark } from "../session/stored-session.ts";
import { followProgress, noteStatus } from "./sync-progress.ts";
import { noteUpload } from "../pictures/upload-progress.ts";

/** Entries put into words at most; the rest is only counted. */
const MOST_ITEMS = 200;

/** All rows of a kind, those with one field's value, or the one with a key. */
export type RowsQuestion = { entity: string; where?: { field: string; equals: string }; key?: string };

export type UserStore = {
  userId: string;
  engine: Engine;
  store: PersonStore;
  /** Tells the rows now and after every change in any tab; undefined while nothing has come from the server yet. */
  watchRows(question: RowsQuestion, tell: (rows: readonly object[] | undefined) => void): () => void;
  /** What waits or was refused, in the order of acting. */
  queueItems(): Promise<readonly QueueItem[]>;
  /** Tells the entries themselves, now and after every change. */
  watchOutbox(tell: (entries: readonly Entry[]) => void): () => void;
  /** Tells the entries that delete a listing, now and after every change. */
  watchDeletions(tell: (entries: readonly Entry[]) => void): () => void;
  /** Tells the pictures kept here, now and after every change. */
  watchPictures(tell: (pictures: readonly Picture[]) => void): () => void;
  /** Something was queued: the browser is asked to send it also when the page is closed. */
  sendLater(): void;
  /** Posts messages that may be unsettled, oldest first, with what is before them in their lanes; for a page that is being left. */
  postMessages(messages: readonly { id: string }[]): void;
  /** Tells the server which messages were shown in a visible window. */
  seen(messageIds: readonly string[]): void;
  /** Closes the live line and leaves the page's events alone. */
  disconnect(): void;
  /** Stops everything that runs for this person here. What is on the device stays. */
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
export async function openUserStore(userId: string, told: UserStoreEvents): Promise<UserStore> {
  ensureSessionMark();
  // The service worker sends for this user, too. Without the note it finds no user and sends nothing.
  setDeviceNote("signed-in", { userId, session: sessionMark() ?? "" })
    .then(() => (pendingSignOut() ? undefined : setDeviceNote("sign-out", null)))
    .catch(() => undefined);
  const { engine, store } = personEngine({
    userId,
    commands: async () => (await import("../../../shared/commands.ts")).commands,
    session: sessionMark,
    transport: httpTransport({ fetch: reachingFetch }),
    pictures: httpPictures({ fetch: reachingFetch, putBytes: uploadBytes }),
    near: preferredLocation,
    isCutOff: isSurelyOffline,
    events: {
      signedOut: () => told.ended(),
      upgradeNeeded: () => told.outdated(),
      broken: () => told.broken(),
      hello() {
        void line.hello().catch(() => undefined);
        void engine.clockOffset().then(noteServerClock, () => undefined);
      },
      status: noteStatus,
      uploading: noteUpload,
    },
    store: { outdated: () => told.outdated() },
  });
  const news = pollFallback(() => void engine.trigger("behind"));
  const line = openLine(userId, engine, news.lineIs);
  await engine.start();
  const offset = await engine.clockOffset();
  // 0 is also what a store holds before its first exchange; an older page may know better.
  if (offset !== 0) noteServerClock(offset);
  news.lineIs(false);
  line.start();
  // A visit without the service worker has no code at hand once the network is gone.
  if (!navigator.serviceWorker?.controller) whenQuiet(() => void engine.commands.load().catch(() => undefined));
  const stops = [followProgress(engine, store), followPage(engine, line), followCatalogue(line)];
  stops.push(news.stop, () => line.close());
  let outgoing: Outgoing | undefined;
  stops.push(
    watch(
      () => engine.outgoing(),
      (read) => (outgoing = read),
    ),
  );
  const stopListening = () => {
    for (const stop of stops) stop();
  };
  const names = namesFrom(
    engine,
    (id) => catalogueSource().catalogue?.find(id)?.name,
    (id) => conversationNote(userId, id).name,
  );
  return {
    userId,
    engine,
    store,
    watchRows: (question, tell) => watch(() => rowsOf(engine, question), tell),
    async queueItems() {
      const items: QueueItem[] = [];
      const entries = (await engine.outbox()).filter((entry) => !isQuiet(entry));
      for (const entry of entries.slice(0, MOST_ITEMS)) items.push(await queueItem(entry, names));
      return items;
    },
    watchOutbox: (tell) => watch(() => engine.outbox(), tell),
    watchDeletions: (tell) => watch(async () => (await engine.outbox()).filter(deletesListing), tell),
    watchPictures: (tell) => watch(() => engine.pictures.all(), tell),
    sendLater() {
      askForDurability();
      sendInBackground();
    },
    postMessages(messages) {
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

/** What happens to the page is a reason to send and to ask. Returns the way to stop. */
function followPage(engine: Engine, line: ReturnType<typeof openLine>): () => void {
  const ignore = () => undefined;
  const onOnline = () => {
    line.online();
    void engine.trigger("online");
  };
  const onVisible = () => {
    line.hello().catch(ignore);
    if (document.visibilityState === "visible") void engine.trigger("visible");
  };
  window.addEventListener("online", onOnline);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("online", onOnline);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

/** The line brings news of the buckets held here: it is told when there are others. Returns the way to stop. */
function followCatalogue(line: ReturnType<typeof openLine>): () => void {
  const names = () => catalogueSource().catalogue?.buckets().join() ?? "";
  let told = names();
  return watchCatalogue(() => {
    const now = names();
    if (now === told) return;
    told = now;
    line.hello().catch(() => undefined);
  });
}

type Row = OverlaidRow & { entryId?: string };

async function rowsOf(engine: Engine, { entity, where, key }: RowsQuestion): Promise<readonly object[] | undefined> {
  const found = key === undefined ? await engine.rows(entity, { where }) : [await engine.row(entity, key)];
  const rows = found.filter((row) => row !== undefined).map(shownRow);
  // Nothing there and nothing ever heard is not the same as nothing there.
  return rows.length > 0 || (await engine.cursor()).cursor !== null ? rows : undefined;
}

function shownRow(row: OverlaidRow): object {
  const { waiting, entryIds } = row;
  if (!waiting) return row;
  const shown: Omit<Row, "waiting"> & { waiting: "waiting" | "attention" } = {
    ...row,
    waiting: waiting === "attention" ? "attention" : "waiting",
  };
  const entryId = entryIds?.at(-1);
  return entryId === undefined ? shown : { ...shown, entryId };
}

/** Asks now and whenever what was read has changed, in this tab or another. */
function watch<Answer>(ask: () => Promise<Answer>, tell: (answer: Answer) => void): () => void {
  // The code that removed or closed the database reports it.
  const subscription = liveQuery(ask).subscribe({ next: tell, error: () => undefined });
  return () => subscription.unsubscribe();
}
