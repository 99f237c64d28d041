// What the sync engine needs from the world: a store, a network, time, chance and locks. Each is filled at the roots.
import type { Message } from "../../../shared/domain/messages.ts";
import type { ConversationSummary } from "../../../shared/domain/conversations/summaries.ts";
import type { ExchangeAnswer, ExchangeRequest } from "../../../shared/sync.ts";
import type { Entry, NewEntry, Refusal } from "./entry.ts";

export type Row = Record<string, unknown>;

/** Entity name → name of its key field, for every kind of row this app mirrors. */
export type KeyFields = ReadonlyMap<string, string>;

/** The device's sync state for one user. */
export type Meta = {
  clientId: string;
  /** Changes whenever the mirrors are emptied, so that no late answer can fill them again. */
  life: string;
  cursor: string | null;
  /** Every row carries the epoch that brought it; a replacement starts a new one. */
  epoch: number;
  /** A reset is under way: rows of older epochs go with its last page. */
  replacing: boolean;
  /** Server clock minus own clock, milliseconds; for display and for the age inside new ids, never for order. */
  clockOffset: number;
  /** Nobody is signed in as this person on this device: nothing is sent. */
  signedOut: boolean;
  /** The session that ended then: any other mark means that this person has signed in again. */
  endedSession: string | null;
  /** The schema with which the server asked for an upgrade, or null. */
  upgradeFrom: number | null;
  /** The schema the mirrored rows were written with. */
  schema: number;
};

/** A mirrored message. */
export type MessageRow = Row & Message;

/** The summary of a conversation, stored in the transaction of its messages. */
export type StoredConversation = Omit<ConversationSummary<MessageRow>, "isSent">;

/** The newest mirrored messages with a peer, oldest first. `summary` is of the whole conversation, if it has a message. */
export type StoredMessages = { messages: MessageRow[]; summary: StoredConversation | undefined };

/** Entries that were settled at once, as the phone remembers them for seven days: a repeated click with the same id does nothing. */
export type Settled = { ids: readonly string[]; at: number };

/** A multipart upload on the server. */
export type PartsUpload = { uploadId: string; key: string };

/** A picture that waits on the device for its upload. */
export type Picture = {
  id: string;
  /** The bytes as the person chose or changed them; null once they are on the server, or the picture was removed. */
  data: Blob | null;
  /** Milliseconds since 1970 at which it was chosen. */
  at: number;
  /** A page of a paper: sent in one request and only once a command waits for it. */
  isPage?: boolean | undefined;
  /** Address to put the bytes to, once the server gave one; good for 15 minutes. */
  address?: string | undefined;
  /** The bytes are there; only the claim is missing. */
  isPut?: boolean | undefined;
  /** Its multipart upload, once the server opened one: a later try sends only the missing parts, a removal aborts it. */
  parts?: PartsUpload | undefined;
  /** Where it is now. Known for as long as forms and edits may still name the picture by its mark. */
  path?: string | undefined;
  /** Why the server will not have it. */
  refusal?: Refusal | undefined;
  /** Consecutive internal errors of the server for this picture. */
  accidents?: number | undefined;
};

export type ReadTx = {
  meta(): Promise<Meta>;
  /** The same reads, but no live query follows them. */
  readonly once: { meta(): Promise<Meta>; entries(): Promise<Entry[]> };
  /** In the order queued. */
  entries(): Promise<Entry[]>;
  row(entity: string, key: string): Promise<Row | undefined>;
  /** Those of these keys that are in the mirror. */
  rowsOf(entity: string, keys: readonly string[]): Promise<Row[]>;
  rows(entity: string): Promise<Row[]>;
  rowsWhere(entity: string, field: string, value: string): Promise<Row[]>;
  pictures(): Promise<Picture[]>;
  /** The conversations of `me` in the mirror, or those of them with unread messages. */
  conversations(onlyUnread: boolean, me: string): Promise<StoredConversation[]>;
  /** At most `newest` messages of the conversation of `me` with a peer. */
  conversation(peer: string, newest: number, me: string): Promise<StoredMessages>;
  /** Every unread message to `me`. */
  unreadMessages(me: string): Promise<MessageRow[]>;
};

/** A transaction over the outbox alone; readers of rows do not wait for it. */
export type OutboxTx = {
  meta(): Promise<Meta>;
  setMeta(change: Partial<Meta>): Promise<void>;
  entries(): Promise<Entry[]>;
  entriesOfLane(lane: string): Promise<Entry[]>;
  entry(id: string): Promise<Entry | undefined>;
  countEntries(): Promise<number>;
  /** Appends in the order given. */
  addEntries(entries: readonly NewEntry[]): Promise<void>;
  putEntries(entries: readonly Entry[]): Promise<void>;
  removeEntries(entries: readonly Entry[]): Promise<void>;
  /** Whether all of these entries were settled within the last seven days. */
  wereSettled(ids: readonly string[]): Promise<boolean>;
  /** Adds to the list of settled entries and forgets those older than `forgetBefore` (ms since 1970). */
  logSettled(settled: Settled, forgetBefore: number): Promise<void>;
  pictures(): Promise<Picture[]>;
  putPicture(picture: Picture): Promise<void>;
  removePictures(ids: readonly string[]): Promise<void>;
};

/** A transaction over everything. */
export type WriteTx = OutboxTx & {
  rows(entity: string): Promise<Row[]>;
  putRows(entity: string, rows: readonly { key: string; row: Row }[], epoch: number): Promise<void>;
  dropRows(entity: string, keys: readonly string[]): Promise<void>;
  dropRowsBefore(epoch: number): Promise<void>;
  clearRows(): Promise<void>;
};

/**
 * One person's database. A transaction whose work throws leaves nothing behind. Inside `work` only methods of `tx` may
 * be awaited. Rejects with StoreFault when the device cannot do it.
 */
export type Store = {
  read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result>;
  writeOutbox<Result>(work: (tx: OutboxTx) => Promise<Result>): Promise<Result>;
  write<Result>(work: (tx: WriteTx) => Promise<Result>): Promise<Result>;
  /** Removes the database with everything in it; every other connection to it dies. */
  remove(): Promise<void>;
  close(): void;
};

/** `full`: no room left; `gone`: the database was removed or belongs to a newer version of the app; `broken`: anything else. */
export class StoreFault extends Error {
  readonly kind: "full" | "gone" | "broken";

  constructor(kind: "full" | "gone" | "broken", cause?: unknown) {
    super(`The device's store is ${kind}.`, { cause });
    this.name = "StoreFault";
    this.kind = kind;
  }
}

export type Reply =
  | { status: 200; answer: ExchangeAnswer }
  | { status: number; answer?: undefined; code?: string | undefined; retryAfterMs?: number | undefined };

/** Sends one exchange and gives up on it after `deadlineMs`; rejects when no answer came. */
export type Transport = { exchange(request: ExchangeRequest, deadlineMs: number): Promise<Reply> };

/**
 * `spent`: the address is used up or expired, a new one is needed.
 * Methods reject with PictureUploadError after an internal error, with any other error when no answer came.
 */
export type PicturePort = {
  /** Uploads in parts; null where the picture has an address already. */
  parts?(pictureId: string): PartsPort | null;
  address(pictureId: string): Promise<string>;
  /** Aborts the multipart upload of a removed picture. */
  abort?(upload: PartsUpload): Promise<void>;
  /**
   * Calls `progress` with the uploaded fraction of the bytes, from 0 to 1, where the device reports it. `removed` ends
   * the request.
   */
  put(
    address: string,
    data: Blob,
    progress: (part: number) => void,
    removed: AbortSignal,
  ): Promise<"done" | "spent" | Refusal>;
  claim(address: string): Promise<{ path: string } | "spent" | Refusal>;
  /** Sends a page of a paper; the same id again changes nothing. Absent where no pages are sent. */
  putPage?(
    pictureId: string,
    data: Blob,
    progress: (part: number) => void,
    removed: AbortSignal,
  ): Promise<{ path: string } | Refusal>;
};

export type PartsPort = {
  open(data: Blob): Promise<PartsUpload | "spent" | Refusal>;
  /** Sends the parts that the server lacks and joins them. Returns the address for the claim. */
  send(
    upload: PartsUpload,
    data: Blob,
    progress: (part: number) => void,
    removed: AbortSignal,
  ): Promise<{ address: string } | "spent" | Refusal>;
};

export type Clock = {
  /** Milliseconds since 1970, as wrong as the device's clock may be: for display and for ages. */
  now(): number;
  /** Monotonic time in milliseconds, for delays. */
  elapsed(): number;
  /** Runs `task` once after `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
};

export type Random = {
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Creates a UUIDv7 for a time in ms since 1970. */
  id(now: number): string;
};

/** Runs `work` if the lock `name` is free; undefined when it is taken. Never held for longer than one task. */
export type Locks = { ifFree<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> };

/** An opaque mark of the session this device has now, shared by all its tabs; null for a guest. Each sign-in has its own. */
export type SessionMark = () => string | null;
