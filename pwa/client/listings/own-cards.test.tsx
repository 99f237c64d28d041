// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Aircraft, AircraftCard } from "../../../shared/domain/aircraft.ts";
import { compareAircraft } from "../../../shared/domain/aircraft-rules.ts";
import { aListing } from "../../testing/screen.tsx";
import { mergeOwnCards } from "./own-cards.ts";

let hours = 0;
/** Each call creates a newer aircraft than the one before. */
function plane(changes: Partial<Aircraft> = {}): Aircraft {
  return aListing({ createdAt: `2026-11-01T${String(++hours).padStart(2, "0")}:00:00.000Z`, ...changes });
}
const listOf = (...cards: AircraftCard[]) => ({ cards: cards.sort(compareAircraft.newest), total: cards.length });
const idsOf = ({ cards }: ReturnType<typeof mergeOwnCards>) => cards.slice().map(({ id }) => id);

describe("a list merged with own listings", () => {
  it("is the same list without own changes", () => {
    const listed = listOf(plane());
    expect(mergeOwnCards(listed, [], [], {}, "newest").cards).toBe(listed.cards);
  });

  it("inserts a new listing in its place and counts it", () => {
    const [old, mine] = [plane(), plane({ images: ["/objects/1", "/objects/2"] })];
    const shown = mergeOwnCards(listOf(old), [mine], [], {}, "newest");
    expect(idsOf(shown)).toEqual([mine.id, old.id]);
    expect(shown.total).toBe(2);
    expect(shown.cards.slice(0, 1)[0]?.imageUrl).toBe("/objects/1");
    expect(idsOf(mergeOwnCards(listOf(old), [mine], [], {}, "price-asc"))).toHaveLength(2);
  });

  it("shows an edited listing once, or not at all when it no longer matches", () => {
    const [other, mine] = [plane({ location: "Denver CO" }), plane({ location: "Denver CO" })];
    const listed = listOf(other, mine);
    const dearer = mergeOwnCards(listed, [{ ...mine, hourlyRate: 999 }], [], { location: "Denver" }, "newest");
    expect(idsOf(dearer)).toEqual([mine.id, other.id]);
    expect(dearer.cards.slice(0, 1)[0]?.hourlyRate).toBe(999);
    const moved = mergeOwnCards(listed, [{ ...mine, location: "Miami FL" }], [], { location: "Denver" }, "newest");
    expect(idsOf(moved)).toEqual([other.id]);
    expect(moved.total).toBe(1);
  });

  it("hides deleted and inactive listings, and adjusts the total of a partial list", () => {
    const [first, second, hidden] = [plane(), plane(), plane()];
    const listed = { ...listOf(first, second, hidden), total: 500 };
    const shown = mergeOwnCards(listed, [{ ...hidden, isActive: false }], [second.id], {}, "newest");
    expect(idsOf(shown)).toEqual([first.id]);
    expect(shown.total).toBe(498);
  });
});
