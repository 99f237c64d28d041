import { describe, expect, it } from "vitest";
import { isId, newId, timeOfId } from "./ids.ts";

describe("ids", () => {
  it("makes valid, distinct version 7 ids that contain their millisecond", () => {
    const at = Date.UTC(2026, 10, 21, 12, 0, 0, 123);
    // A clock that follows the server's may be between two milliseconds.
    const ids = Array.from({ length: 200 }, (_, place) => newId(at + (place % 2) / 2));
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) {
      expect(isId(id)).toBe(true);
      expect(timeOfId(id)).toBe(at);
    }
  });

  it("rejects other texts", () => {
    expect(isId("demo-1")).toBe(false);
    expect(isId("00000000-0000-0000-0000-000000000000")).toBe(false);
    expect(timeOfId("9b2f8d6e-3f5a-4c1d-8e2f-0123456789ab")).toBeNull();
  });
});
