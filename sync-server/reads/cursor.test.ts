import { describe, expect, it } from "vitest";
import type { Cursor } from "../kit/cursors.ts";
import { createCursors, readCursor, writeCursor } from "./cursor.ts";

const key = Buffer.from("a key of this database");
const cursor: Cursor = {
  generation: "3f24dfed-c175-4eda-9276-3c9a1ca1b193",
  start: "a-start",
  schema: 1,
  userId: "01a1fe3a-adfa-74c9-9d1c-5b9365d7dcee",
  position: { xmin: 5, xmax: 9, running: [5, 7] },
  page: null,
};
const paged: Cursor = {
  ...cursor,
  position: null,
  page: { target: { xmin: 12, xmax: 12, running: [] }, end: { entity: 4, after: ["2026-11-21 13:10:20.9+00", "x"] } },
};

describe("a cursor's token", () => {
  it.each([cursor, paged, { ...paged, position: cursor.position }])("comes back as it was", (one) => {
    expect(readCursor(key, writeCursor(key, one))).toEqual(one);
  });

  it("[R4] is invalid with another key, and when a character of it changes", () => {
    const token = writeCursor(key, cursor);
    expect(readCursor(Buffer.from("another key"), token)).toBeNull();
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A";
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      const read = readCursor(key, changed);
      // The last character of base64 holds spare bits, which change nothing.
      if (read !== null) expect(read).toEqual(cursor);
    }
    for (const text of ["", ".", "a.b", token.slice(0, -2), `${token}A`, "x".repeat(50_000)])
      expect(readCursor(key, text)).toBeNull();
  });
});

it("[S1337] a token comes back as it was, whether it is kept, too long for that, or replaced by others", () => {
  const cursors = createCursors(key);
  const long = {
    ...cursor,
    position: { xmin: 1, xmax: 5000, running: Array.from({ length: 400 }, (_, at) => 1 + at) },
  };
  const tokens = [cursor, long].map((one) => cursors.write(one));
  const read = () => tokens.map((token) => cursors.read(token));
  expect(read()).toEqual([cursor, long]);
  expect(read().map((one, at) => one === [cursor, long][at])).toEqual([true, false]);
  for (let xmax = 10; xmax < 2020; xmax++) cursors.write({ ...cursor, position: { xmin: 5, xmax, running: [] } });
  expect(read()).toEqual([cursor, long]);
  expect(read()[0]).not.toBe(cursor);
  for (const token of tokens) expect(cursors.read(`${token.slice(0, -2)}AA`)).toBeNull();
});
