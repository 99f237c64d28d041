import { describe, expect, it } from "vitest";
import { movePicture, orderWords, targetIndex, withCurrent } from "./picture-order.ts";

describe("the order of pictures", () => {
  it("moves one and keeps the rest in their order", () => {
    expect(movePicture(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(movePicture(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(movePicture(["a", "b", "c"], 1, 9)).toEqual(["a", "c", "b"]);
    expect(movePicture(["a"], 5, 0)).toEqual(["a"]);
  });

  it("is changed by arrow keys, Home and End, and not beyond the ends", () => {
    expect(targetIndex("ArrowLeft", 1, 3)).toBe(0);
    expect(targetIndex("ArrowDown", 1, 3)).toBe(2);
    expect(targetIndex("Home", 2, 3)).toBe(0);
    expect(targetIndex("End", 0, 3)).toBe(2);
    expect(targetIndex("ArrowUp", 0, 3)).toBeNull();
    expect(targetIndex("ArrowRight", 2, 3)).toBeNull();
    expect(targetIndex("Home", 0, 3)).toBeNull();
    expect(targetIndex("a", 1, 3)).toBeNull();
  });

  it("keeps a wanted order when pictures are added or deleted meanwhile", () => {
    expect(withCurrent(["c", "a", "b"], ["a", "c", "d"])).toEqual(["c", "a", "d"]);
  });

  it("says which picture is lifted, its place, and which is the main one", () => {
    expect(orderWords.lifted(2, 5)).toBe("Picture 3 lifted, place 3 of 5");
    expect(orderWords.moved(1, 5)).toBe("Place 2 of 5");
    expect(orderWords.dropped(1, 5)).toBe("Dropped, place 2 of 5. Picture 1 is the main picture.");
  });
});
