import { expect, test } from "vitest";
import { keepEqual } from "./keep-equal.ts";

const rows = () => [
  { id: "a", images: ["1", "2"], price: 5 },
  { id: "b", images: [], price: 6 },
];

test("[S1022] rows that are read again and equal stay the same objects, also where another one came or went", () => {
  const before = rows();
  expect(keepEqual(before, rows())).toBe(before);
  const [added, changed] = [[{ id: "c", images: [], price: 7 }, ...rows()], rows()];
  changed[0]!.images[1] = "3";
  const more = keepEqual(before, added);
  expect(more).toEqual(added);
  expect([more[1], more[2]].map((row, at) => row === before[at])).toEqual([true, true]);
  const other = keepEqual(before, changed);
  expect(other).toEqual(changed);
  expect([other[0] === before[0], other[1] === before[1]]).toEqual([false, true]);
  expect(keepEqual(before, rows().slice(1))).toEqual(rows().slice(1));
});

test("[S1023] a field that came, went or became undefined is a change", () => {
  const before: object[] = [{ id: "a", waiting: "waiting" }];
  for (const after of [[{ id: "a" }], [{ id: "a", waiting: undefined }], [{ id: "a", waiting: "waiting", more: 1 }]]) {
    expect(keepEqual(before, after)).toStrictEqual(after);
    expect(keepEqual(before, after)).not.toBe(before);
  }
  expect(keepEqual<object | undefined>(before, undefined)).toBeUndefined();
  expect(keepEqual([[1], { 0: 1 }], [{ 0: 1 }, [1]])).toStrictEqual([{ 0: 1 }, [1]]);
});
