import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/commands.ts";
import type { Entry } from "./entry.ts";
import { effectsOn, applyOverlay } from "./overlay.ts";
import type { Row } from "./ports.ts";
import { prepare } from "./outbox.ts";

const me = "018f0000-0000-7000-8000-00000000000a";
const aircraftId = "018f0000-0000-7000-8000-000000000001";
let seq = 0;

function entry(name: string, input: unknown, more: Partial<Entry> = {}): Entry {
  const id = `018f0000-0000-7000-8000-2${String(++seq).padStart(11, "0")}`;
  return { ...prepare(commands, name, input, { newId: () => id, at: "2026-11-21T10:00:00.000Z" }), seq, ...more };
}

function show(entity: string, rows: Row[], key: string, entries: Entry[]) {
  return [
    ...applyOverlay(
      new Map(rows.map((row) => [String(row[key]), row])),
      effectsOn(entity, entries, commands, me),
    ).values(),
  ];
}

describe("the screen", () => {
  test("[R10] shows a heart tapped offline, waiting", () => {
    const tapped = entry("favorites.add", { aircraftId });
    expect(show("favorites", [], "aircraftId", [tapped])).toEqual([
      {
        id: tapped.id,
        userId: me,
        aircraftId,
        createdAt: "2026-11-21T10:00:00.000Z",
        waiting: "pending",
        entryIds: [tapped.id],
      },
    ]);
  });

  test("[R11] keeps what the server said once it is there, still waiting for the outcome", () => {
    const tapped = entry("favorites.add", { aircraftId });
    const row = { id: tapped.id, userId: me, aircraftId, createdAt: "2026-11-21T09:59:58.000Z" };
    expect(show("favorites", [row], "aircraftId", [tapped])).toMatchObject([{ ...row, waiting: "pending" }]);
  });

  test("[R10] lays edits over a listing in the order queued, laying them twice changes nothing", () => {
    const edits = [{ seats: 2 }, { seats: 3, hourlyRate: 99 }].map((change) =>
      entry("aircraft.update", { id: aircraftId, ...change }),
    );
    const row = { id: aircraftId, seats: 4, hourlyRate: 150 };
    const once = show("aircraft", [row], "id", edits);
    expect(once).toMatchObject([{ seats: 3, hourlyRate: 99, waiting: "pending", entryIds: edits.map(({ id }) => id) }]);
    expect(show("aircraft", [{ ...row, seats: 3, hourlyRate: 99 }], "id", edits)).toEqual(once);
  });

  test("marks a refused edit and leaves the listing as it is; hides nothing for a refused delete", () => {
    const refused = entry("aircraft.update", { id: aircraftId, seats: 2 }, { state: "attention" });
    const kept = entry("aircraft.delete", { id: aircraftId }, { state: "attention" });
    expect(show("aircraft", [{ id: aircraftId, seats: 4 }], "id", [refused, kept])).toMatchObject([
      { seats: 4, waiting: "attention", entryIds: [refused.id, kept.id] },
    ]);
  });

  test("[R10] shows a booking requested offline with its message, and then its status", () => {
    const [ownerId, messageId] = [aircraftId.replace(/1$/, "b"), aircraftId.replace(/1$/, "c")];
    const startDate = "2026-12-05T17:00:00.000Z";
    const asked = entry("bookings.request", {
      messageId,
      aircraftId,
      ownerId,
      startDate,
      hours: 4,
      content: "Booking request",
    });
    const { id } = asked;
    expect(asked.lane).toBe(`conversation:${ownerId}`);
    expect(show("bookings", [], "id", [asked])).toMatchObject([
      {
        id,
        pilotId: me,
        ownerId,
        startDate,
        endsAt: "2026-12-05T21:00:00.000Z",
        status: "requested",
        waiting: "pending",
      },
    ]);
    expect(show("messages", [], "id", [asked])).toMatchObject([
      { id: messageId, senderId: me, receiverId: ownerId, bookingId: id, entryIds: [id], waiting: "pending" },
    ]);
    const refused = { ...asked, state: "attention" as const };
    expect(show("messages", [], "id", [refused])).toMatchObject([
      { id: messageId, entryIds: [id], waiting: "attention" },
    ]);

    const row = { id, pilotId: me, ownerId, aircraftId, status: "accepted" };
    const cancelled = entry("bookings.setStatus", { id, status: "cancelled", peerId: ownerId });
    expect(cancelled.lane).toBe(asked.lane);
    expect(show("bookings", [row], "id", [cancelled])).toMatchObject([{ status: "cancelled", waiting: "pending" }]);
    expect(show("bookings", [row], "id", [{ ...cancelled, state: "attention" }])).toMatchObject([
      { status: "accepted", waiting: "attention", entryIds: [cancelled.id] },
    ]);
  });

  test("[R10] a review that waits is written on its booking, on the side it is about", () => {
    const ownerId = aircraftId.replace(/1$/, "b");
    const id = aircraftId.replace(/1$/, "d");
    const row = {
      id,
      pilotId: me,
      ownerId,
      aircraftId,
      aircraftReviewed: false,
      ownerReviewed: false,
      pilotReviewed: false,
    };
    const review = (targetType: string, targetId: string) =>
      entry("reviews.write", { bookingId: id, targetType, targetId, rating: 5, comment: "Fine." });
    const flags = (entries: Entry[]) =>
      show("bookings", [row], "id", entries).map((it) => [
        it["aircraftReviewed"],
        it["ownerReviewed"],
        it["pilotReviewed"],
        it.waiting,
      ]);
    expect(flags([review("aircraft", aircraftId)])).toEqual([[true, false, false, "pending"]]);
    expect(flags([review("user", ownerId)])).toEqual([[false, true, false, "pending"]]);
    expect(flags([review("user", me)])).toEqual([[false, false, true, "pending"]]);
    expect(flags([{ ...review("user", ownerId), state: "attention" }])).toEqual([[false, false, false, "attention"]]);
  });

  test("says when something is held back", () => {
    const parked = entry("favorites.remove", { aircraftId }, { state: "parked", reason: "upgrade" });
    const again = entry("favorites.add", { aircraftId }, { state: "parked", reason: "upgrade" });
    expect(show("favorites", [{ aircraftId }], "aircraftId", [parked])).toEqual([]);
    expect(show("favorites", [{ aircraftId }], "aircraftId", [parked, again])).toMatchObject([{ waiting: "parked" }]);
  });
});
