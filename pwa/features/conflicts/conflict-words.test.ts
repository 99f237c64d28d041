import { describe, expect, it } from "vitest";
import { defaultPlan } from "../../../shared/domain/free-hours.ts";
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
    expect(valueText("bufferMin", 30)).toBe("30 minutes");
    expect(valueText("instant", "returning")).toBe("Pilots who completed a flight with me");
    const weekly = {
      ...defaultPlan.weekly,
      mon: [],
      sun: [
        [420, 720],
        [810, 1_440],
      ],
    };
    expect(valueText("weekly", weekly)).toBe("Mon closed; Tue–Sat 07:00–21:00; Sun 07:00–12:00, 13:30–24:00");
  });

  it("show pictures as pictures", () => {
    expect(picturesOf("images", ["/a.webp", "/b.webp"])).toEqual(["/a.webp", "/b.webp"]);
    expect(picturesOf("avatarUrl", null)).toEqual([]);
    expect(picturesOf("name", "/a.webp")).toBeNull();
  });
});
