import { expect, it } from "vitest";
import { afterKey, type ListState } from "./select-keys.ts";

const places = ["Atlanta GA", "Austin TX", "Chicago IL", "San Diego CA", "San Francisco CA", "Seattle WA"];
const start: ListState = { active: 0, typed: "", typedAt: 0 };

/** The active option after these keys, 100 ms apart. */
function after(keys: readonly string[], from = start, labels = places): string | undefined {
  let state = from;
  keys.forEach((key, at) => {
    const next = afterKey(labels, state, { key, at: 1_000 + at * 100 });
    if (next && next !== "choose") state = next;
  });
  return labels[state.active];
}

it("moves by one, by ten and to both ends, and stops there", () => {
  expect(after(["ArrowDown", "ArrowDown"])).toBe("Chicago IL");
  expect(after(["ArrowUp"])).toBe("Atlanta GA");
  expect(after(["End", "ArrowDown"])).toBe("Seattle WA");
  expect(after(["End", "Home"])).toBe("Atlanta GA");
  const many = Array.from({ length: 200 }, (_, at) => `Option ${at}`);
  expect(after(["PageDown", "PageDown", "ArrowUp"], start, many)).toBe("Option 19");
  expect(after(["End", "PageUp"], start, many)).toBe("Option 189");
});

it("finds what is typed, with a space inside, and begins a new word after a pause", () => {
  expect(after([..."san f"])).toBe("San Francisco CA");
  expect(after(["S"])).toBe("San Diego CA");
  expect(after([..."xyz"])).toBe("Atlanta GA");
  const late = { active: 4, typed: "san f", typedAt: 1_000 };
  expect(afterKey(places, late, { key: "a", at: 5_000 })).toMatchObject({ active: 0, typed: "a" });
});

it("goes through all options of one letter when it is typed again", () => {
  expect(after(["s", "s"])).toBe("San Francisco CA");
  expect(after(["s", "s", "s", "s"])).toBe("San Diego CA");
  expect(after(["a"])).toBe("Austin TX");
});

it("chooses with Enter, Space, Tab and Alt with the up arrow, and leaves other keys alone", () => {
  for (const key of ["Enter", " ", "Tab"]) expect(afterKey(places, start, { key, at: 1 })).toBe("choose");
  expect(afterKey(places, start, { key: "ArrowUp", altKey: true, at: 1 })).toBe("choose");
  for (const key of ["Escape", "F5", "Shift"]) expect(afterKey(places, start, { key, at: 1 })).toBeNull();
});
