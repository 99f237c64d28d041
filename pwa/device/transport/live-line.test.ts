import { describe, expect, test } from "vitest";
import type { Batch } from "../../../shared/sync.ts";
import { LiveLine, type LinePorts } from "./live-line.ts";

function aLine() {
  const time = { now: 0 };
  const timers = new Set<{ at: number; task: () => void }>();
  const sockets: { handlers: Parameters<LinePorts["open"]>[0]; said: Record<string, unknown>[]; isClosed: boolean }[] =
    [];
  const happened: string[] = [];
  const line = new LiveLine({
    userId: "ann",
    engine: {
      cursor: async () => ({ cursor: "c1", clientId: "phone", clockOffset: 0 }),
      receive: async (batch: Batch) => void happened.push(`batch ${batch.to}`),
      trigger: async (why) => void happened.push(why),
    },
    clock: {
      now: () => 0,
      elapsed: () => time.now,
      after: (ms, task) => {
        const timer = { at: time.now + ms, task };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    chance: { random: () => 0.5, id: () => "" },
    open: (handlers) => {
      const socket = { handlers, said: [] as Record<string, unknown>[], isClosed: false };
      sockets.push(socket);
      return {
        send: (text) => void socket.said.push(JSON.parse(text) as Record<string, unknown>),
        close: () => (socket.isClosed = true),
      };
    },
    catalogue: () => ({
      buckets: () => ["denver-co"],
      applySegment: async ({ bucket, head, segment }) => {
        happened.push(`${bucket} ${head}`);
        return segment !== undefined;
      },
    }),
    refreshNeeded: () => void happened.push("refresh"),
    isVisible: () => true,
    changed: (isOpen) => void happened.push(isOpen ? "open" : "closed"),
  });
  const pass = (ms: number) => {
    const until = time.now + ms;
    for (;;) {
      const next = [...timers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) break;
      timers.delete(next);
      time.now = next.at;
      next.task();
    }
    time.now = until;
  };
  return { line, sockets, happened, pass, last: () => sockets.at(-1)! };
}

describe("the live line", () => {
  test("sends hello with the stored cursor when it opens, and passes frames on", async () => {
    const { line, last, happened } = aLine();
    line.start();
    last().handlers.opened();
    await Promise.resolve();
    await Promise.resolve();
    expect(last().said).toEqual([
      {
        type: "hello",
        clientId: "phone",
        userId: "ann",
        schema: 1,
        cursor: "c1",
        buckets: ["denver-co"],
        visible: true,
      },
    ]);
    last().handlers.message(JSON.stringify({ type: "batch", from: "c1", to: "c2", rows: {}, drops: {} }));
    last().handlers.message(JSON.stringify({ type: "behind" }));
    last().handlers.message(JSON.stringify({ type: "bucket", bucket: "denver-co", head: 7 }));
    last().handlers.message(JSON.stringify({ type: "of a newer server" }));
    expect(happened).toEqual(["open", "line-open", "batch c2", "behind", "denver-co 7"]);
  });

  test("requests a refresh only when the catalogue cannot apply a bucket's change", async () => {
    const { line, last, happened } = aLine();
    line.start();
    last().handlers.opened();
    const update = { type: "bucket", bucket: "denver-co", head: 8 };
    last().handlers.message(JSON.stringify({ ...update, segment: { n: 8, put: [], drop: [] } }));
    last().handlers.message(JSON.stringify(update));
    await expect.poll(() => happened).toEqual(["open", "line-open", "denver-co 8", "denver-co 8", "refresh"]);
  });

  test("ignores malformed frames and rows", () => {
    const { line, last, happened, pass, sockets } = aLine();
    line.start();
    last().handlers.opened();
    const frames = [
      null,
      { type: "batch", from: 1, to: "c2", rows: {}, drops: {} },
      { type: "batch", from: "c1", to: "c2", rows: [], drops: {} },
      { type: "batch", from: "c1", to: "c3", rows: { people: [null, 7] }, drops: { people: [null] } },
      { type: "bye", code: 1012, retryAfterMs: "soon" },
    ];
    for (const frame of frames) last().handlers.message(JSON.stringify(frame));
    expect(happened.slice(2)).toEqual(["batch c3"]);
    // An invalid delay is ignored: the line uses its own backoff.
    last().handlers.closed(1012);
    pass(499);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
  });

  test("[R14] reconnects with growing delays, and at once when the network returns", () => {
    const { line, sockets, last, pass } = aLine();
    line.start();
    last().handlers.closed(1006);
    pass(499);
    expect(sockets).toHaveLength(1);
    pass(1);
    last().handlers.closed(1006);
    pass(999);
    expect(sockets).toHaveLength(2);
    line.online();
    expect(sockets).toHaveLength(3);
  });

  test("[R14] closes and reopens a silent line, and ignores its late frames", () => {
    const { line, sockets, last, happened, pass } = aLine();
    line.start();
    const [first] = sockets;
    first!.handlers.opened();
    pass(50_000);
    expect(last().said.filter(({ type }) => type === "beat")).toHaveLength(2);
    pass(25_000 + 1_000);
    expect([first!.isClosed, sockets.length]).toEqual([true, 2]);
    first!.handlers.message(JSON.stringify({ type: "behind" }));
    expect(happened).not.toContain("behind");
  });

  test("waits as long as a draining server asks", () => {
    const { line, sockets, last, pass } = aLine();
    line.start();
    last().handlers.opened();
    last().handlers.message(JSON.stringify({ type: "bye", code: 1012, retryAfterMs: 8_000 }));
    last().handlers.closed(1012);
    pass(7_999);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
  });

  test("[R13] stays closed when the session ended or the user changed, and triggers an exchange", () => {
    for (const code of [4401, 4403, 4426]) {
      const { line, sockets, last, happened, pass } = aLine();
      line.start();
      last().handlers.opened();
      last().handlers.closed(code);
      pass(600_000);
      expect([sockets.length, happened.includes("behind")]).toEqual([1, true]);
    }
  });

  test("[R19] reports any number of seen messages in frames that the server accepts", () => {
    const { line, last } = aLine();
    line.start();
    last().handlers.opened();
    const ids = Array.from({ length: 1234 }, () => crypto.randomUUID());
    line.seen(ids);
    const frames = last().said.filter(({ type }) => type === "seen");
    for (const frame of frames) expect(JSON.stringify(frame).length).toBeLessThanOrEqual(16 * 1024);
    expect(frames.flatMap((frame) => frame["ids"])).toEqual(ids);
  });
});
