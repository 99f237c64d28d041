import { describe, expect, it } from "vitest";
import { moved, moveWords, placeAfter } from "./picture-order.ts";

describe("the order of pictures", () => {
  it("moves one and keeps the rest in their order", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 1, 9)).toEqual(["a", "c", "b"]);
    expect(moved(["a"], 5, 0)).toEqual(["a"]);
  });

  it("is changed by arrow keys, Home and End, and not beyond the ends", () => {
    expect(placeAfter("ArrowLeft", 1, 3)).toBe(0);
    expect(placeAfter("ArrowDown", 1, 3)).toBe(2);
    expect(placeAfter("Home", 2, 3)).toBe(0);
    expect(placeAfter("End", 0, 3)).toBe(2);
    expect(placeAfter("ArrowUp", 0, 3)).toBeNull();
    expect(placeAfter("ArrowRight", 2, 3)).toBeNull();
    expect(placeAfter("Home", 0, 3)).toBeNull();
    expect(placeAfter("a", 1, 3)).toBeNull();
  });

  it("says where a picture is now, and which is the main one", () => {
    expect(moveWords(1, 3)).toBe("Picture moved to place 2 of 3.");
    expect(moveWords(0, 3)).toBe("Picture moved to place 1 of 3. It is the main picture.");
  });
});
