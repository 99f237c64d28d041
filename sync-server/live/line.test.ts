import { describe, expect, it } from "vitest";
import { isStuck, offer, SLOW_BYTES, tellBehind, type Line } from "./line.ts";

function aLine(buffered: () => number): Line & { sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    userId: "",
    sessionHash: "",
    state: "listening",
    token: "a",
    told: null,
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

describe("a phone that reads slowly", () => {
  it("[R19] is cut off over 4 MiB, or after 30 s over 1 MiB", () => {
    const mib = 1024 * 1024;
    expect([isStuck(4 * mib, 0), isStuck(4 * mib + 1, 0)]).toEqual([false, true]);
    expect([isStuck(1, 30_000), isStuck(1, 30_001)]).toEqual([false, true]);
  });

  it("[R19] is sent what makes exactly 1 MiB wait, and nothing above", () => {
    let waiting = SLOW_BYTES;
    const line = aLine(() => waiting);
    expect([offer(line, "at the mark"), line.missed]).toEqual([true, false]);
    waiting += 1;
    expect([offer(line, "above it"), line.missed, line.sent]).toEqual([false, true, ["at the mark"]]);
  });

  it("[R19] is sent nothing more, only marked; later it is told to exchange", () => {
    let waiting = 0;
    const line = aLine(() => waiting);
    expect(offer(line, "one")).toBe(true);
    waiting = SLOW_BYTES + 1;
    expect(offer(line, "two")).toBe(false);
    waiting = 0;
    // Once something is missing, nothing may follow it as if it were there.
    expect(offer(line, "three")).toBe(false);
    expect([line.missed, line.state, line.sent]).toEqual([true, "silent", ["one"]]);
    line.missed = false;
    tellBehind(line);
    expect(line.sent).toEqual(["one", `{"type":"behind"}`]);
    expect(line.ahead).toEqual([]);
  });
});
