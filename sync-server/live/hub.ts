// The hub tracks this process's live connections and their positions.
// It polls the change log for all of them every quarter second, and at once after a commit here.
// Plain messages sent here are delivered from memory.
import { SCHEMA } from "../../shared/sync.ts";
import type { BucketUpdate } from "../catalogue/publisher.ts";
import type { Delivery } from "../domain/messages/send-batcher.ts";
import { newestMarker } from "../db/starts.ts";
import { changesOf, changesText, type Changes } from "../reads/changes.ts";
import { isUsable, readCursor, writeCursor, type Cursor } from "../reads/cursor.ts";
import { addToSnapshot, snapshotIncludes, type Snapshot } from "../db/snapshot.ts";
import { MOST_KEYS, readRows, readTail, SESSIONS_SCOPE, type FoundRow, type Key, type Tail } from "../reads/tail.ts";
import type { Services } from "../kit/services.ts";
import { trySend, requestResync, type Line } from "./line.ts";
import { createPollLoop } from "../kit/poll-loop.ts";
import { createRecentHeads } from "./recent-heads.ts";

/** Most transactions sent ahead of the polled position; beyond that a poll is cheaper than a longer cursor. */
const MOST_AHEAD = 200;
/** Most characters of a frame with a catalogue segment; clients fetch longer segments. */
const MOST_SEGMENT = 16 * 1024;

export type HubOptions = {
  services: Services;
  fault(error: unknown): void;
  /** Called with users whose sessions have ended. */
  sessionsEnded(userIds: ReadonlySet<string>): void;
};

export type Hub = {
  join(line: Line): void;
  leave(line: Line): void;
  /** Registers a client's position; the next poll answers it. */
  hello(line: Line, cursor: string | null): void;
  /** Polls at once, because this process has committed. */
  poke(): void;
  /** Delivers messages that this process has committed. */
  delivered(deliveries: readonly Delivery[]): void;
  /** Delivers a bucket's new head. */
  news(news: BucketUpdate): void;
  /**
   * Subscribes a line to these buckets and delivers recent heads of newly subscribed ones, which it may have missed.
   */
  follow(line: Line, buckets: readonly string[]): void;
  /** Number of lines a user has open here. */
  linesOf(userId: string): number;
  stop(): Promise<void>;
};

/** Keys to send to lines of one user at the same position. */
type Target = { userId: string; keys: Map<string, Key>; lines: Line[] };

type PendingHello = { line: Line; token: string; userId: string; cursor: Cursor; position: Snapshot };

/** Poll interval of the change log while a client is connected. */
const TAIL_MS = 250;
/** Smallest share of time between deliveries, so that delivery leaves the process time for requests. */
const REST = 0.5;

export function createHub({ services, fault, sessionsEnded }: HubOptions): Hub {
  const byPerson = new Map<string, Set<Line>>();
  const asking = new Map<Line, string | null>();
  const loop = createPollLoop({ round: poll, failed: fault, everyMs: TAIL_MS, rest: REST });
  const recent = createRecentHeads();
  let position: Snapshot | null = null;
  let generation = "";
  let start = "";
  const key = services.installationKey;

  const all = () => [...byPerson.values()].flatMap((lines) => [...lines]);
  const listening = (userId: string) => [...(byPerson.get(userId) ?? [])].filter(({ state }) => state === "listening");

  /** Polls once; returns whether any line is still open. */
  async function poll(): Promise<boolean> {
    if (byPerson.size === 0) {
      position = null;
      return false;
    }
    const questions = takeHellos();
    let tail: Tail;
    try {
      tail = await readTail(services, position, new Set(byPerson.keys()), questions);
    } catch (error) {
      for (const { line, token } of questions)
        if (line.state === "asking" && !asking.has(line)) asking.set(line, token);
      throw error;
    }
    if (tail.readPosition.generation !== generation) startGeneration(tail);
    const isNewStart = start !== newestMarker(tail.readPosition.starts);
    start = newestMarker(tail.readPosition.starts);
    const targets = tail.isTooLong ? resyncAll() : newsByLine(tail);
    const busy = new Set(targets.flatMap(({ lines }) => lines));
    for (const line of all()) {
      if (line.state !== "listening" || busy.has(line)) continue;
      advance(line, tail.position);
      // Rows delivered ahead have no marker of this start and would count as stale later.
      if (isNewStart) sendBatch(line, { rows: new Map(), drops: new Map() });
    }
    position = tail.position;
    targets.push(...answers(questions, tail));
    endSessions(tail);
    await sendRows(targets, tail.position);
    return true;
  }

  function startGeneration(tail: Tail): void {
    if (generation !== "") resyncAll();
    generation = tail.readPosition.generation;
  }

  /** Takes the hellos since the last poll. Answers an invalid cursor with `behind` at once. */
  function takeHellos(): PendingHello[] {
    const questions: PendingHello[] = [];
    for (const [line, token] of asking) {
      const cursor = token === null ? null : readCursor(key, token);
      if (token === null || !cursor?.position || cursor.page || cursor.userId !== line.userId) requestResync(line);
      else questions.push({ line, token, userId: line.userId, cursor, position: cursor.position });
    }
    asking.clear();
    return questions;
  }

  /** Builds the answer to each hello; afterwards its line is listening. The next poll answers a repeated hello. */
  function answers(questions: readonly PendingHello[], tail: Tail): Target[] {
    const targets: Target[] = [];
    questions.forEach(({ line, token, userId, cursor }, index) => {
      if (line.state !== "asking" || asking.has(line)) return;
      if (!isUsable(cursor, tail.readPosition)) return requestResync(line);
      const keys = tail.asked[index] ?? [];
      line.state = "listening";
      line.token = token;
      line.sentPosition = keys.length === 0 ? tail.position : cursor.position;
      line.ahead = [];
      if (keys.length === 0) trySend(line, batchText(token, token, { rows: new Map(), drops: new Map() }));
      else targets.push({ userId, keys: new Map(keys.map((one) => [keyName(one), one])), lines: [line] });
    });
    return targets;
  }

  function resyncAll(): Target[] {
    for (const line of all()) if (line.state === "listening") requestResync(line);
    return [];
  }

  /** Groups log lines by the lines that have not received them. */
  function newsByLine(tail: Tail): Target[] {
    const targets = new Map<string, Target>();
    for (const { scope, entity, id, xid } of tail.lines) {
      if (!scope.startsWith("user:")) continue;
      const userId = scope.slice("user:".length);
      for (const line of listening(userId)) {
        if (line.ahead.includes(xid)) continue;
        const name = `${userId} ${line.ahead.join()}`;
        const target = targets.get(name) ?? { userId, keys: new Map<string, Key>(), lines: [] };
        targets.set(name, target);
        target.keys.set(`${entity} ${id}`, { entity, id });
        if (!target.lines.includes(line)) target.lines.push(line);
      }
    }
    return [...targets.values()];
  }

  function endSessions(tail: Tail): void {
    const people = tail.lines.filter(({ scope }) => scope === SESSIONS_SCOPE).map(({ id }) => id);
    const here = new Set(people.filter((userId) => byPerson.has(userId)));
    if (here.size > 0) sessionsEnded(here);
  }

  async function sendRows(targets: readonly Target[], now: Snapshot): Promise<void> {
    const fitting = targets.filter(({ keys, lines }) => {
      if (keys.size > MOST_KEYS) lines.forEach(requestResync);
      return keys.size <= MOST_KEYS;
    });
    const wanted = fitting.flatMap(({ userId, keys }, n) => [...keys.values()].map((one) => ({ ...one, n, userId })));
    let found: FoundRow[];
    try {
      found = await readRows(services, wanted);
    } catch (error) {
      // They already count as sent, so the clients must exchange again.
      for (const { lines } of fitting) lines.forEach(requestResync);
      throw error;
    }
    const byTarget: FoundRow[][] = fitting.map(() => []);
    for (const row of found) byTarget[row.n]?.push(row);
    fitting.forEach(({ lines }, n) => {
      const changes = changesOf(byTarget[n] ?? []);
      for (const line of lines) {
        if (line.state !== "listening") continue;
        advance(line, now);
        sendBatch(line, changes);
      }
    });
  }

  /** Sends the rows up to the position in `sentPosition` and `ahead`. */
  function sendBatch(line: Line, changes: Changes): void {
    const { userId, token, sentPosition, ahead } = line;
    if (!sentPosition) return;
    const reached = addToSnapshot(sentPosition, ahead);
    const to = writeCursor(key, { generation, start, schema: SCHEMA, userId, position: reached, page: null });
    if (trySend(line, batchText(token, to, changes))) line.token = to;
  }

  /**
   * Delivers one transaction's messages from memory, or leaves them to the next poll when the cursor would get too
   * long.
   */
  function deliver({ userId, xid, rows }: DeliveredRows): void {
    const changes: Changes = { rows: new Map([["messages", rows]]), drops: new Map() };
    for (const line of listening(userId)) {
      if (!line.sentPosition || snapshotIncludes(line.sentPosition, xid) || line.ahead.includes(xid)) continue;
      if (xid - line.sentPosition.xmax > MOST_AHEAD) {
        loop.wanted();
        continue;
      }
      line.ahead.push(xid);
      sendBatch(line, changes);
    }
  }

  return {
    join(line) {
      const lines = byPerson.get(line.userId) ?? new Set();
      byPerson.set(line.userId, lines);
      lines.add(line);
    },
    leave(line) {
      asking.delete(line);
      const lines = byPerson.get(line.userId);
      lines?.delete(line);
      if (lines?.size === 0) byPerson.delete(line.userId);
    },
    hello(line, cursor) {
      line.state = "asking";
      asking.set(line, cursor);
      loop.wanted();
    },
    poke() {
      if (byPerson.size > 0) loop.wanted();
    },
    delivered(deliveries) {
      const plain = plainByPerson(deliveries, { here: byPerson, start });
      if (plain.isMore) loop.wanted();
      for (const one of plain.rows) deliver(one);
    },
    follow(line, buckets) {
      const before = line.buckets;
      line.buckets = new Set(buckets);
      for (const news of recent.heads()) {
        const isNew = line.buckets.has(news.bucket) && !before.has(news.bucket);
        if (isNew) trySend(line, JSON.stringify({ type: "bucket", ...news }));
      }
    },
    news({ bucket, head, segment }) {
      recent.note({ bucket, head });
      const whole = JSON.stringify({ type: "bucket", bucket, head, ...(segment && { segment }) });
      const text = whole.length <= MOST_SEGMENT ? whole : JSON.stringify({ type: "bucket", bucket, head });
      for (const line of all()) if (line.buckets.has(bucket)) trySend(line, text);
    },
    linesOf: (userId) => byPerson.get(userId)?.size ?? 0,
    stop: () => loop.stop(),
  };
}

/** Marks everything up to `now` as sent. */
function advance(line: Line, now: Snapshot): void {
  line.sentPosition = now;
  if (line.ahead.length > 0) line.ahead = line.ahead.filter((xid) => !snapshotIncludes(now, xid));
}

const keyName = ({ entity, id }: Key) => `${entity} ${id}`;

function batchText(from: string, to: string, changes: Changes): string {
  return `{"type":"batch","from":"${from}","to":"${to}",${changesText(changes)}}`;
}

type DeliveredRows = { userId: string; xid: number; rows: string[] };

/**
 * Groups the messages deliverable from memory by user and transaction.
 * Includes a transaction only if it changed nothing else for that user, and saw the start that this process knows.
 * A cursor with an older start and this transaction would count as stale.
 * `isMore` when something else must be read.
 */
function plainByPerson(
  deliveries: readonly Delivery[],
  { here, start }: { here: ReadonlyMap<string, unknown>; start: string },
): { rows: DeliveredRows[]; isMore: boolean } {
  const found = new Map<string, DeliveredRows & { isPlain: boolean }>();
  for (const { item, sent, start: seen } of deliveries)
    for (const userId of [item.userId, item.receiverId]) {
      if (!here.has(userId)) continue;
      const name = `${userId} ${sent.xid}`;
      const one = found.get(name) ?? { userId, xid: sent.xid, rows: [], isPlain: true };
      found.set(name, one);
      one.rows.push(sent.row);
      one.isPlain &&= sent.isPlain && seen === start;
    }
  const all = [...found.values()];
  return { rows: all.filter(({ isPlain }) => isPlain), isMore: all.some(({ isPlain }) => !isPlain) };
}
