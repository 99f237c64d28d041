import { describe, expect, it } from "vitest";
import { fieldLabel, picturesOf, valueText } from "./conflict-words.ts";

describe("both sides of a conflict", () => {
  it("use the labels of the form", () => {
    expect(fieldLabel("hourlyRate")).toBe("Hourly rate");
    expect(fieldLabel("someNewField")).toBe("some new field");
    expect(valueText("hourlyRate", 140)).toBe("$140 / hour");
    expect(valueText("isActive", false)).toBe("Hidden");
    expect(valueText("features", ["GPS", "Autopilot"])).toBe("GPS, Autopilot");
    expect(valueText("features", [])).toBe("None");
    expect(valueText("bio", null)).toBe("Nothing");
    expect(valueText("name", "N42")).toBe("N42");
  });

  it("show pictures as pictures", () => {
    expect(picturesOf("images", ["/a.webp", "/b.webp"])).toEqual(["/a.webp", "/b.webp"]);
    expect(picturesOf("avatarUrl", null)).toEqual([]);
    expect(picturesOf("name", "/a.webp")).toBeNull();
  });
});
