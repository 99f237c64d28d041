import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { entities } from "../../shared/entities.ts";
import { SCHEMA, type Batch } from "../../shared/sync.ts";
import { parseSnapshot, snapshotIncludes } from "../db/snapshot.ts";
import type { Delivery } from "../domain/messages/send-batcher.ts";
import type { Services } from "../kit/services.ts";
import { createCursors, writeCursor } from "../reads/cursor.ts";
import { MOST_LINES } from "../reads/tail.ts";
import { createHub, type Hub } from "./hub.ts";
import type { Line } from "./line.ts";

const [ann, bob]: [string, string] = [randomUUID(), randomUUID()];
const generation = randomUUID();
const key = Buffer.alloc(32, 7);
const messages = entities.messages.number;

type Change = { userId: string; id: string; xid: number };

/** A hub on a log that the test writes. Each line of the log changes a message. */
function aHub() {
  const log = {
    snapshot: "10:10:",
    lines: [] as Change[],
    /** The cursors of the hellos that a poll answered. */
    asked: [] as string[],
    /** Holds back the reads of rows until it resolves. */
    held: null as Promise<void> | null,
    reads: 0,
    /** Whether tails that are asked for rows bring them. */
    bringsRows: false,
    /** Milliseconds that a poll takes, and when each began and ended. */
    takes: 0,
    polls: [] as { began: number; ended: number }[],
  };
  const unseen = (since: string, of: (line: Change) => boolean) => {
    const [seen, now] = [parseSnapshot(since)!, parseSnapshot(log.snapshot)!];
    return log.lines.filter((line) => of(line) && !snapshotIncludes(seen, line.xid) && snapshotIncludes(now, line.xid));
  };
  const broughtBy = (name: string, id: string) =>
    log.bringsRows && name.endsWith("-with-rows") ? { row: JSON.stringify({ id }) } : {};
  async function runPrepared({ name }: { name: string }, values: never[][]): Promise<object[]> {
    if (name === "rows-of-many") {
      const [n, , , ids] = values;
      log.reads++;
      await log.held;
      return ids!.map((id, at) => ({ n: n![at], entity: messages, id, row: JSON.stringify({ id }) }));
    }
    if (name === "tail-behind") {
      const fresh = unseen(values[0] as unknown as string, () => true);
      return [...new Set(fresh.map(({ userId }) => userId))].map((userId) => ({ scope: `user:${userId}`, id: null }));
    }
    const [base, , scopes, cursors] = values as unknown as [string | null, unknown, string[], string[]];
    log.asked.push(...cursors);
    const began = performance.now();
    if (log.takes > 0) await sleep(log.takes);
    log.polls.push({ began, ended: performance.now() });
    const lines = [
      ...(base === null ? [] : unseen(base, () => true).map((line) => ({ ...line, n: 0 }))),
      ...cursors.flatMap((since, at) =>
        unseen(since, ({ userId }) => scopes[at] === `user:${userId}`).map((line) => ({ ...line, n: at + 1 })),
      ),
    ];
    const position = {
      snapshot: log.snapshot,
      durable: true,
      newest: "0",
      generation,
      floor: "1",
      starts: "start@1-2",
    };
    if (lines.length === 0) return [{ ...position, n: null }];
    return lines.map(({ n, userId, id, xid }) => ({
      ...position,
      ...{ n, scope: `user:${userId}`, entity: messages, id, xid: String(xid) },
      ...broughtBy(name, id),
    }));
  }
  const services = {
    runPrepared,
    durableMark: { generation, xid: 0 },
    cursors: createCursors(key),
  } as unknown as Services;
  const hub = createHub({
    services,
    fault: (error) => {
      throw error;
    },
    sessionsEnded: () => {},
  });
  opened.push(hub);
  return { hub, log };
}

const opened: Hub[] = [];
afterEach(() => Promise.all(opened.splice(0).map((hub) => hub.stop())));

const cursor = (userId: string, snapshot: string) =>
  writeCursor(key, {
    generation,
    start: "start",
    schema: SCHEMA,
    userId,
    position: parseSnapshot(snapshot),
    page: null,
  });

function aLine(userId: string, clientId: string = randomUUID()): Line & { batches: Batch[] } {
  const batches: Batch[] = [];
  return {
    ...{ userId, clientId, sessionHash: "", hellos: 0, state: "silent", token: "", sentPosition: null, ahead: [] },
    ...{ buckets: new Set<string>(), isVisible: true, hasSaidHello: true, missed: false, batches },
    buffered: () => 0,
    send: (text) => void batches.push(JSON.parse(text) as Batch),
    close: () => {},
  };
}

function message(
  id: string,
  xid: number,
  { from = ann, to = bob, clientId }: { from?: string; to?: string; clientId?: string } = {},
): Delivery {
  const item = {
    userId: from,
    receiverId: to,
    commandId: id,
    clientId: clientId ?? randomUUID(),
    content: "Hello",
    aircraftId: null,
  };
  return { item, sent: { id, row: JSON.stringify({ id }), xid, isPlain: true }, start: "start" };
}

const idsIn = (batches: readonly Batch[]) =>
  batches.flatMap(({ rows }) => (rows["messages"] ?? []).map(({ id }) => id));

/** A line whose first hello a poll has answered, at the position `10:10:`. */
async function listening({ hub }: ReturnType<typeof aHub>, userId: string) {
  const line = aLine(userId);
  hub.join(line);
  hub.hello(line, cursor(userId, "10:10:"));
  await vi.waitFor(() => expect(line.batches.splice(0)).toHaveLength(1));
  return line;
}

/** Waits until a poll that starts now or later has sent what it read. */
async function nextPoll(of: ReturnType<typeof aHub>): Promise<void> {
  const line = aLine(randomUUID());
  of.hub.join(line);
  for (let round = 0; round < 2; round++) {
    of.hub.hello(line, cursor(line.userId, "9:9:"));
    await vi.waitFor(() => expect(line.batches.splice(0)).toHaveLength(1));
  }
  of.hub.leave(line);
}

describe("the hub", () => {
  it("[S1043] asks only those to exchange whose own rows changed more than a read takes", async () => {
    const of = aHub();
    const [hers, his] = [await listening(of, ann), await listening(of, bob)];
    of.log.lines = Array.from({ length: MOST_LINES + 1 }, () => ({ userId: ann, id: randomUUID(), xid: 10 }));
    of.log.snapshot = "11:11:";
    await nextPoll(of);
    expect(hers.batches).toEqual([{ type: "behind" }]);
    expect([his.batches, his.state]).toEqual([[], "listening"]);
    of.log.lines.push({ userId: bob, id: "later", xid: 11 });
    of.log.snapshot = "12:12:";
    await nextPoll(of);
    expect(idsIn(his.batches)).toEqual(["later"]);
  });

  it("[S925] [R14] sends a message once when its commit is delivered while a poll reads its row", async () => {
    const of = aHub();
    const line = await listening(of, bob);
    const [first, second] = [randomUUID(), randomUUID()];
    let release = () => {};
    of.log.held = new Promise((resolve) => (release = resolve));
    of.log.lines.push({ userId: bob, id: first, xid: 11 }, { userId: bob, id: second, xid: 12 });
    of.log.snapshot = "13:13:";
    of.hub.poke();
    await vi.waitFor(() => expect(of.log.reads).toBe(1));
    of.hub.delivered([message(first, 11)]);
    release();
    await vi.waitFor(() => expect(idsIn(line.batches)).toContain(second));
    expect(idsIn(line.batches)).toEqual([first, second]);
    expect(line.batches[1]!.from).toBe(line.batches[0]!.to);
  });

  it("[S1350] a poll after a commit here sends the rows that come with the lines; others are read apart", async () => {
    const of = aHub();
    of.log.bringsRows = true;
    const line = await listening(of, bob);
    const [ours, theirs] = [randomUUID(), randomUUID()];
    of.log.lines.push({ userId: bob, id: ours, xid: 11 });
    of.log.snapshot = "12:12:";
    of.hub.poke();
    await vi.waitFor(() => expect(idsIn(line.batches)).toEqual([ours]));
    expect(of.log.reads).toBe(0);
    // Another process commits: a regular poll finds it.
    of.log.lines.push({ userId: bob, id: theirs, xid: 12 });
    of.log.snapshot = "13:13:";
    await vi.waitFor(() => expect(idsIn(line.batches)).toEqual([ours, theirs]));
    expect(of.log.reads).toBe(1);
  });

  it("[S926] [R1] answers a hello after an exchange without a query, with the messages committed since", async () => {
    const of = aHub();
    const line = await listening(of, bob);
    // The exchange of the phone saw transaction 10 and missed 11; both were delivered here.
    const [own, missed] = [randomUUID(), randomUUID()];
    of.hub.delivered([message(own, 10, { from: bob, to: ann, clientId: line.clientId })]);
    of.hub.delivered([message(missed, 11)]);
    line.batches.length = 0;
    of.log.asked = [];
    const said = cursor(bob, "11:11:");
    of.hub.hello(line, said);
    expect(line.batches.map(({ from }) => from)).toEqual([said]);
    expect(idsIn(line.batches)).toEqual([missed]);
    // The next poll reads both, and sends neither again.
    of.log.lines.push({ userId: bob, id: own, xid: 10 }, { userId: bob, id: missed, xid: 11 });
    of.log.snapshot = "12:12:";
    await nextPoll(of);
    expect(idsIn(line.batches)).toEqual([missed]);
    expect(of.log.asked).not.toContain("11:11:");
  });

  it("[S1145] answers the first hello of a line, and a later one only if there are changes to send", async () => {
    const of = aHub();
    const line = await listening(of, bob);
    of.hub.hello(line, cursor(bob, "10:10:"));
    expect([line.batches, line.state]).toEqual([[], "listening"]);
    const other = aLine(bob);
    of.hub.join(other);
    of.hub.hello(other, cursor(bob, "10:10:"));
    expect(other.batches).toMatchObject([{ type: "batch", rows: {} }]);
    of.hub.delivered([message("later", 11)]);
    for (const one of [line, other]) expect(idsIn(one.batches)).toEqual(["later"]);
  });

  it("[S927] [R1] asks the log when a hello's cursor is older than its memory, or misses a change read before", async () => {
    const of = aHub();
    const line = await listening(of, bob);
    // Nothing is remembered, and transaction 9 may be another change of this user.
    of.hub.hello(line, cursor(bob, "9:9:"));
    expect(line.state).toBe("asking");
    await nextPoll(of);
    of.log.lines.push({ userId: bob, id: randomUUID(), xid: 10 });
    of.log.snapshot = "12:12:";
    await nextPoll(of);
    for (const said of ["9:9:", "10:10:", "10:12:10", "13:13:"]) {
      of.hub.hello(line, cursor(bob, said));
      expect(line.state, said).toBe("asking");
      await vi.waitFor(() => expect(of.log.asked).toContain(said));
      await nextPoll(of);
    }
    of.hub.hello(line, cursor(bob, "11:11:"));
    expect(line.state).toBe("listening");
    of.hub.hello(line, cursor(ann, "11:11:"));
    expect(line.state).toBe("asking");
  });

  it("[S928] sends a message to the sender's other devices, and not to the device whose request it answers", async () => {
    const of = aHub();
    const [phone, tablet] = [await listening(of, ann), await listening(of, ann)];
    const id = randomUUID();
    of.hub.delivered([message(id, 10, { clientId: phone.clientId })]);
    expect([idsIn(phone.batches), idsIn(tablet.batches)]).toEqual([[], [id]]);
    // Its answer was lost and no hello follows: the next poll sends the message.
    of.log.lines.push({ userId: ann, id, xid: 10 });
    of.log.snapshot = "11:11:";
    await nextPoll(of);
    expect([idsIn(phone.batches), idsIn(tablet.batches)]).toEqual([[id], [id]]);
  });

  it("[S929] [R2] sends no row that was read before another hello", async () => {
    const of = aHub();
    const line = await listening(of, bob);
    let release = () => {};
    of.log.held = new Promise((resolve) => (release = resolve));
    of.log.lines.push({ userId: bob, id: randomUUID(), xid: 10 });
    of.log.snapshot = "12:12:";
    of.hub.poke();
    await vi.waitFor(() => expect(of.log.reads).toBe(1));
    // The phone exchanges meanwhile, and may get a newer row.
    of.hub.hello(line, cursor(bob, "12:12:"));
    expect(line.state).toBe("listening");
    release();
    await nextPoll(of);
    expect(idsIn(line.batches)).toEqual([]);
  });

  it("[S934] [R1] asks the log for a user who left and came back, because polls meanwhile read no lines of the user", async () => {
    const of = aHub();
    // Another user keeps the polls going.
    await listening(of, ann);
    const left = await listening(of, bob);
    of.hub.leave(left);
    const back = aLine(bob);
    of.hub.join(back);
    of.hub.hello(back, cursor(bob, "10:10:"));
    expect(back.state).toBe("asking");
    await vi.waitFor(() => expect(back.state).toBe("listening"));
    of.hub.hello(back, cursor(bob, "10:10:"));
    expect(back.state).toBe("listening");
  });

  it("[S1312] rests longer after a poll that answered many hellos, so that phones that come at once share polls", async () => {
    const { hub, log } = aHub();
    const come = () => {
      const line = aLine(randomUUID());
      hub.join(line);
      hub.hello(line, cursor(line.userId, "9:9:"));
    };
    come();
    await vi.waitFor(() => expect(log.polls).toHaveLength(1));
    Object.assign(log, { takes: 40, polls: [] });
    for (let phone = 0; phone < 10; phone++) come();
    await vi.waitFor(() => expect(log.polls).toHaveLength(1), { interval: 2 });
    come();
    await vi.waitFor(() => expect(log.polls).toHaveLength(2));
    const [first, second] = log.polls as [(typeof log.polls)[0], (typeof log.polls)[0]];
    expect(second.began - first.ended).toBeGreaterThan(1.5 * (first.ended - first.began));
  });
});
