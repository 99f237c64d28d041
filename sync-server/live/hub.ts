// The hub tracks this process's live connections and their positions.
// It polls the change log for all of them every quarter second, and at once after a commit here.
// Plain messages sent here are delivered from memory. A hello with a recent cursor is answered from memory too.
import { SCHEMA } from "../../shared/sync.ts";
import type { BucketUpdate } from "../catalogue/publisher.ts";
import type { Delivery } from "../domain/messages/send-batcher.ts";
import { newestMarker } from "../db/starts.ts";
import { changesOf, type Changes } from "../reads/changes.ts";
import { isUsable } from "../reads/cursor.ts";
import { addToSnapshot, snapshotIncludes, type Snapshot } from "../db/snapshot.ts";
import { wholeCursor, type WholeCursor } from "../reads/result-changes.ts";
import { MOST_KEYS, readRows, readTail, SESSIONS_SCOPE, type FoundRow, type Tail } from "../reads/tail.ts";
import type { Services } from "../kit/services.ts";
import { advance, batchText, trySend, requestResync, type Line } from "./line.ts";
import { createPollLoop } from "../kit/poll-loop.ts";
import { createLogMemory } from "./log-memory.ts";
import { plainByPerson, type DeliveredRows } from "./plain-deliveries.ts";
import { isDelivered, keyName, newsByLine, receiver, type Target } from "./targets.ts";
import { createRecentHeads } from "./recent-heads.ts";

/** Most transactions sent ahead of the polled position; beyond that a poll is cheaper than a longer cursor. */
const MOST_AHEAD = 200;
/** After this many the hub polls, which shortens the cursors. */
const MANY_AHEAD = 32;
/** Most characters of a frame with a catalogue segment; clients fetch longer segments. */
const MOST_SEGMENT = 16 * 1024;

export type HubOptions = {
  services: Services;
  fault(error: unknown): void;
  /** Called after a frame with rows, for the log. */
  sentRows?(userId: string, changes: Changes): void;
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

type PendingHello = { line: Line; token: string; userId: string; cursor: WholeCursor; position: Snapshot };

/** Poll interval of the change log while a client is connected. */
const TAIL_MS = 250;
/** Shortest rest after a poll, in durations of that poll, so that delivery leaves the process time for requests. */
const REST = 0.5;
/** The same after a poll that answered many hellos: phones that come at once share fewer polls, which name all of them. */
const REST_AFTER_MANY = 2;
const MANY_HELLOS = 4;

export function createHub({ services, fault, sentRows, sessionsEnded }: HubOptions): Hub {
  const byPerson = new Map<string, Set<Line>>();
  const asking = new Map<Line, string | null>();
  let rest = REST;
  /** A commit of this process waits to be read: its rows come with the lines. */
  let hasCommitted = false;
  const loop = createPollLoop({ round: poll, failed: fault, everyMs: TAIL_MS, rest: () => rest });
  const recent = createRecentHeads();
  const memory = createLogMemory();
  let position: Snapshot | null = null;
  let generation = "";
  let start = "";
  const { cursors } = services;

  function* all(): Iterable<Line> {
    for (const lines of byPerson.values()) yield* lines;
  }
  const listening = (userId: string) => [...(byPerson.get(userId) ?? [])].filter(({ state }) => state === "listening");

  /** Polls; returns whether any line is still open. */
  async function poll(): Promise<boolean> {
    if (byPerson.size === 0) {
      position = null;
      memory.clear();
      return false;
    }
    const questions = takeHellos();
    rest = questions.length > MANY_HELLOS ? REST_AFTER_MANY : REST;
    const people = new Set(byPerson.keys());
    const withRows = hasCommitted;
    hasCommitted = false;
    let tail: Tail;
    try {
      tail = await readTail(services, position, people, questions, withRows);
    } catch (error) {
      for (const { line, token } of questions)
        if (line.state === "asking" && !asking.has(line)) asking.set(line, token);
      throw error;
    }
    if (tail.readPosition.generation !== generation) startGeneration(tail);
    const isNewStart = start !== newestMarker(tail.readPosition.starts);
    start = newestMarker(tail.readPosition.starts);
    // Only those whose own rows changed that often: a burst of one owner's changes concerns few of the lines here.
    for (const userId of tail.behind ?? []) listening(userId).forEach(requestResync);
    const targets = newsByLine(tail.lines, listening);
    const busy = new Set(targets.flatMap(({ lines }) => lines.map(({ line }) => line)));
    for (const line of all()) {
      // A user who came during the poll is not in it.
      if (line.state !== "listening" || busy.has(line) || !people.has(line.userId)) continue;
      advance(line, tail.position);
      // Rows delivered ahead have no marker of this start and would count as stale later.
      if (isNewStart) sendBatch(line, { rows: new Map(), drops: new Map() });
    }
    memory.polled(position, tail, people);
    position = tail.position;
    targets.push(...answers(questions, tail));
    endSessions(tail);
    await sendRows(targets, tail, isNewStart);
    return true;
  }

  function startGeneration(tail: Tail): void {
    if (generation !== "") resyncAll();
    position = null;
    generation = tail.readPosition.generation;
  }

  /** Parses the cursor of a hello; null for one that no line of this user can continue from. */
  const cursorOf = (line: Line, token: string | null) => wholeCursor(cursors, line.userId, token);

  /**
   * Answers a hello without a query, if the memory reaches back to its cursor and knows no other change.
   * Only the first answer of a line may be empty: later ones would cost server and device, and say nothing.
   * Otherwise the next poll answers. Returns whether it did.
   */
  function answerFromMemory(line: Line, token: string | null): boolean {
    const cursor = cursorOf(line, token);
    if (!token || !cursor || !position || cursor.generation !== generation || cursor.start !== start) return false;
    const known = memory.after(cursor, position);
    if (!known || known.ahead.length > MOST_AHEAD) return false;
    const isFirst = line.token === "";
    Object.assign(line, { state: "listening", token, sentPosition: position, ahead: known.ahead });
    if (!isFirst || trySend(line, batchText(token, token, { rows: new Map(), drops: new Map() })))
      for (const one of known.deliveries) deliver(one, [line]);
    return true;
  }

  /** Takes the hellos since the last poll. Answers an invalid cursor with `behind` at once. */
  function takeHellos(): PendingHello[] {
    const questions: PendingHello[] = [];
    for (const [line, token] of asking) {
      const cursor = cursorOf(line, token);
      if (token === null || !cursor) requestResync(line);
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
      else targets.push({ userId, keys: new Map(keys.map((one) => [keyName(one), one])), lines: [receiver(line)] });
    });
    return targets;
  }

  function resyncAll(): void {
    for (const line of all()) if (line.state === "listening") requestResync(line);
  }

  function endSessions(tail: Tail): void {
    const people = tail.lines.filter(({ scope }) => scope === SESSIONS_SCOPE).map(({ id }) => id);
    const here = new Set(people.filter((userId) => byPerson.has(userId)));
    if (here.size > 0) sessionsEnded(here);
  }

  async function sendRows(targets: readonly Target[], tail: Tail, isNewStart: boolean): Promise<void> {
    const fitting = targets.filter(({ keys, lines }) => {
      if (keys.size > MOST_KEYS) lines.forEach(({ line }) => requestResync(line));
      return keys.size <= MOST_KEYS;
    });
    const wanted = fitting.flatMap(({ userId, keys }, n) => [...keys.values()].map((one) => ({ ...one, n, userId })));
    let found: FoundRow[];
    try {
      found = await readRows(services, wanted, tail.rows);
    } catch (error) {
      // They already count as sent, so the clients must exchange again.
      for (const { lines } of fitting)
        for (const { line, hellos } of lines) if (line.hellos === hellos) requestResync(line);
      throw error;
    }
    const byTarget: FoundRow[][] = fitting.map(() => []);
    for (const row of found) byTarget[row.n]?.push(row);
    fitting.forEach(({ keys, lines }, n) => {
      for (const { line, hellos } of lines) {
        // After another hello the row may be older than what the client has; that hello's answer covers it.
        if (line.state !== "listening" || line.hellos !== hellos) continue;
        const unsent = byTarget[n]!.filter((row) => !isDelivered(keys.get(keyName(row)), line));
        advance(line, tail.position);
        if (unsent.length > 0 || isNewStart) sendBatch(line, changesOf(unsent));
      }
    });
  }

  /** Sends the rows up to the position in `sentPosition` and `ahead`. */
  function sendBatch(line: Line, changes: Changes): void {
    const { userId, token, sentPosition, ahead } = line;
    if (!sentPosition) return;
    const reached = addToSnapshot(sentPosition, ahead);
    const to = cursors.write({ generation, start, schema: SCHEMA, userId, position: reached, page: null });
    if (trySend(line, batchText(token, to, changes))) line.token = to;
    sentRows?.(userId, changes);
  }

  /**
   * Delivers one transaction's messages from memory, or leaves them to the next poll when the cursor would get too
   * long.
   */
  function deliver({ userId, xid, rows, clientId }: DeliveredRows, lines = listening(userId)): void {
    const changes: Changes = { rows: new Map([["messages", rows]]), drops: new Map() };
    for (const line of lines) {
      // The answer to its own request has them; a poll sends them if no hello says so.
      if (line.clientId !== "" && line.clientId === clientId) continue;
      if (!line.sentPosition || snapshotIncludes(line.sentPosition, xid) || line.ahead.includes(xid)) continue;
      const ahead = xid - line.sentPosition.xmax;
      if (ahead > MANY_AHEAD) loop.wanted();
      if (ahead > MOST_AHEAD) continue;
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
      if (lines?.size !== 0) return;
      byPerson.delete(line.userId);
      memory.forget(line.userId);
    },
    hello(line, cursor) {
      line.hellos++;
      asking.delete(line);
      if (answerFromMemory(line, cursor)) return;
      line.state = "asking";
      asking.set(line, cursor);
      loop.wanted();
    },
    poke() {
      hasCommitted = byPerson.size > 0;
      if (hasCommitted) loop.wanted();
    },
    delivered(deliveries) {
      const plain = plainByPerson(deliveries, { here: byPerson, start });
      if (plain.isMore) loop.wanted();
      for (const one of plain.rows) {
        memory.delivered(one);
        deliver(one);
      }
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
