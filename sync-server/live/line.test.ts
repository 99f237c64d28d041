import { describe, expect, it } from "vitest";
import { isStuck, trySend, SLOW_BYTES, requestResync, type Line } from "./line.ts";

function aLine(buffered: () => number): Line & { sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    userId: "",
    sessionHash: "",
    clientId: "",
    hellos: 0,
    state: "listening",
    token: "a",
    sentPosition: null,
    ahead: [7],
    buckets: new Set(),
    isVisible: true,
    hasSaidHello: true,
    missed: false,
    buffered,
    send: (text) => void sent.push(text),
    close() {},
  };
}

describe("a client that reads slowly", () => {
  it("[R19] is disconnected above 4 MiB, or after 30 s above 1 MiB", () => {
    const mib = 1024 * 1024;
    expect([isStuck(4 * mib, 0), isStuck(4 * mib + 1, 0)]).toEqual([false, true]);
    expect([isStuck(1, 30_000), isStuck(1, 30_001)]).toEqual([false, true]);
  });

  it("[R19] receives frames up to 1 MiB of unsent bytes, and none above", () => {
    let waiting = SLOW_BYTES;
    const line = aLine(() => waiting);
    expect([trySend(line, "at the mark"), line.missed]).toEqual([true, false]);
    waiting += 1;
    expect([trySend(line, "above it"), line.missed, line.sent]).toEqual([false, true, ["at the mark"]]);
  });

  it("[R19] receives no more frames, and later a request to exchange", () => {
    let waiting = 0;
    const line = aLine(() => waiting);
    expect(trySend(line, "one")).toBe(true);
    waiting = SLOW_BYTES + 1;
    expect(trySend(line, "two")).toBe(false);
    waiting = 0;
    // After a left-out frame no later one may follow.
    expect(trySend(line, "three")).toBe(false);
    expect([line.missed, line.state, line.sent]).toEqual([true, "silent", ["one"]]);
    line.missed = false;
    requestResync(line);
    expect(line.sent).toEqual(["one", `{"type":"behind"}`]);
    expect(line.ahead).toEqual([]);
  });
});
