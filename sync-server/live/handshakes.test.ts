import { describe, expect, it } from "vitest";
import { handshakeGate } from "./handshakes.ts";

describe("the limit of handshakes", () => {
  it("limits one address, and leaves the rest to others", () => {
    const gate = handshakeGate({ process: 5, address: 2 }, () => 0);
    const entered = (address: string, tries: number) =>
      Array.from({ length: tries }, () => gate.mayEnter(address)).filter(Boolean).length;
    expect(entered("192.0.2.1", 100)).toBe(2);
    expect(entered("192.0.2.2", 100)).toBe(2);
    expect(entered("192.0.2.3", 100)).toBe(1);
  });

  it("restarts each second", () => {
    let time = 0;
    const gate = handshakeGate({ process: 1, address: 1 }, () => time);
    expect([gate.mayEnter("192.0.2.1"), gate.mayEnter("192.0.2.1")]).toEqual([true, false]);
    time = 1000;
    expect(gate.mayEnter("192.0.2.1")).toBe(true);
  });
});
