import { describe, expect, it } from "vitest";
import { movePicture, moveAnnouncement, targetIndex } from "./picture-order.ts";

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

  it("says where a picture is now, and which is the main one", () => {
    expect(moveAnnouncement(1, 3)).toBe("Picture moved to place 2 of 3.");
    expect(moveAnnouncement(0, 3)).toBe("Picture moved to place 1 of 3. It is the main picture.");
  });
});
