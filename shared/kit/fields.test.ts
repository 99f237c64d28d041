import { describe, expect, it } from "vitest";
import { anyId, id, instant } from "./fields.ts";

describe("ids", () => {
  const one = "0193a7c2-5d0e-7abc-8def-0123456789ab";

  it("in upper case become lower case", () => {
    expect(id.parse(one.toUpperCase())).toBe(one);
    expect(id.safeParse(`${one}0`).success).toBe(false);
  });

  it("in a path may be malformed", () => {
    expect([anyId.parse(one.toUpperCase()), anyId.parse("Nobody")]).toEqual([one, "nobody"]);
  });
});

describe("instants", () => {
  it("must be storable", () => {
    for (const time of ["0001-01-01T00:00:00Z", "2026-11-21T12:00:00.123Z", "9999-12-31T23:59:59.999Z"])
      expect(instant.parse(time)).toBe(time);
    for (const time of ["0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "+010000-01-01T00:00:00Z", "soon"])
      expect(instant.safeParse(time).success).toBe(false);
  });
});
