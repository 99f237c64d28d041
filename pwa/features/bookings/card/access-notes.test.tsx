// @vitest-environment happy-dom
import { configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { openBooking } from "../../../testing/booking-screen.tsx";
import { closeScreen, newServer } from "../../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { removeEndedNotes } from "../../../client/bookings/ended-notes.ts";
import { openedStore } from "../../../client/sync/current-store.ts";
import { BookingCard } from "../booking-card.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;

beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

async function open(more: Partial<Booking>): Promise<Booking> {
  const fields = { status: "accepted" as const, accessNotes: "Gate 4711\nKey under the tug", ...more };
  const { booking } = await openBooking(server, "pilot", fields, (props) => (
    <BookingCard {...props} onReview={() => undefined} />
  ));
  return booking;
}

const stored = async (id: string) => (await (await openedStore()).engine.row("bookings", id))?.["accessNotes"];

describe("access notes of a booking", () => {
  it("[S764] are on the card of an accepted booking", async () => {
    await open({});
    expect((await screen.findByText(/Gate 4711/)).textContent).toBe("Gate 4711\nKey under the tug");
    expect(screen.getByRole("heading", { name: "Access notes" })).toBeTruthy();
  });

  it.each([
    ["a cancellation that waits for signal", { status: "cancelled" }],
    ["the end of the flight", { endsAt: "2020-12-05T21:00:00.000Z" }],
  ] as const)("[S768] are not shown after %s", async (_, more) => {
    await open(more);
    expect(screen.queryByText(/Gate 4711/)).toBeNull();
  });

  it("[S765] leave the device when the flight has ended, without a network; those of a coming flight stay", async () => {
    const { id, endsAt } = await open({});
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await removeEndedNotes(Date.parse(endsAt) - 1);
    expect(await stored(id)).toContain("4711");
    await removeEndedNotes(Date.parse(endsAt));
    expect(await stored(id)).toBeNull();
    await waitFor(() => expect(screen.queryByText(/Gate 4711/)).toBeNull());
    expect((await (await openedStore()).engine.row("bookings", id))?.["status"]).toBe("accepted");
  });
});
