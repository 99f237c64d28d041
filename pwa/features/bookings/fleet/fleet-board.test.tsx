// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../../shared/kit/ids.ts";
import { aBooking } from "../../../testing/booking.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownDialog,
} from "../../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { openedStore, queue } from "../../../client/sync/current-store.ts";
import { FleetBoard } from "./fleet-board.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
const onBlock = vi.fn();
const pilot = anOwner({ name: "Beth Calloway" });
// Wednesday, 10:38 in San Diego.
const now = new Date("2026-12-09T18:38:00.000Z");

beforeEach(() => open());
afterEach(() => {
  closeScreen();
  vi.unstubAllGlobals();
});

/** `isLarge`: with a second request, a block over two days, and 50 aircraft. */
async function open({ isLarge = false } = {}) {
  server = newServer();
  const me = aPerson({ userType: "owner" });
  server.me = me;
  onBlock.mockReset();
  const planes = ["Cessna 172S Skyhawk", "Cirrus SR22 G5"].map((name) =>
    aListing({ name, location: "San Diego CA", ownerId: me.id }),
  );
  const booking = aBooking({
    aircraftId: planes[0]!.id,
    pilotId: pilot.id,
    ownerId: me.id,
    startDate: "2026-12-11T16:00:00.000Z",
    status: "requested",
  });
  const second = aBooking({
    ...booking,
    id: newId(),
    startDate: "2026-12-11T17:00:00.000Z",
    endsAt: "2026-12-11T20:00:00.000Z",
  });
  const block = {
    ...{ id: newId(), aircraftId: planes[1]!.id, ownerId: me.id, reason: "maintenance", note: "annual", rev: 1 },
    ...{ from: "2026-12-07T15:00:00.000Z", to: "2026-12-09T05:00:00.000Z", createdAt: now.toISOString() },
  };
  const others = Array.from({ length: 48 }, (_, place) =>
    aListing({ name: `Piper ${100 + place}`, location: "San Diego CA", ownerId: me.id }),
  );
  server.rows = {
    aircraft: isLarge ? [...planes, ...others] : planes,
    bookings: isLarge ? [booking, second] : [booking],
    blocks: isLarge ? [block] : [],
    people: [pilot],
  };
  await openScreen(server, <FleetBoard me={me.id} now={now} onBlock={onBlock} />);
  await screen.findByRole("region", { name: "Board" });
}

function key(name: string): void {
  fireEvent.keyDown(document.activeElement!, { key: name });
}
const isFocused = (role: "gridcell" | "button", name: RegExp) =>
  expect(document.activeElement).toBe(within(screen.getByRole("grid")).getByRole(role, { name }));

describe("the board of My Fleet", () => {
  it("[S424] has one stop at today, moves by arrows and steps into a cell and back", () => {
    const stops = within(screen.getByRole("grid"))
      .getAllByRole("gridcell")
      .filter((cell) => cell.tabIndex === 0);
    expect(stops).toHaveLength(1);
    act(() => stops[0]!.focus());
    isFocused("gridcell", /^Cessna 172S Skyhawk, Wednesday, December 9: free/);
    key("ArrowDown");
    isFocused("gridcell", /^Cirrus SR22 G5, Wednesday, December 9: free/);
    key("End");
    key("ArrowUp");
    key("ArrowLeft");
    const friday = /^Cessna 172S Skyhawk, Friday, December 11: ?request, Beth Calloway, 08:00 to 11:00/;
    isFocused("gridcell", friday);
    key("Enter");
    isFocused("button", /^request, Beth Calloway, 08:00 to 11:00/);
    fireEvent.click(document.activeElement!);
    expect(shownDialog()).toMatchObject({ name: "message", recipient: { id: pilot.id, name: "Beth Calloway" } });
    key("Escape");
    isFocused("gridcell", friday);
  });

  it("[S426] blocks what is left of the focused day with B, but no past day", () => {
    act(() => within(screen.getByRole("grid")).getAllByRole("gridcell")[3]!.focus());
    key("b");
    expect(onBlock).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Cessna 172S Skyhawk" }), {
      day: "2026-12-09",
      from: 660,
      to: 1260,
    });
    key("Home");
    key("b");
    expect(onBlock).toHaveBeenCalledTimes(1);
  });

  it("[S416] shows other weeks and months", () => {
    fireEvent.click(screen.getByRole("button", { name: "Later week" }));
    expect(screen.getByRole("heading", { name: "Dec 13–19, 2026" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Month" }));
    expect(screen.getByRole("heading", { name: "December 2026" })).toBeTruthy();
    expect(within(screen.getByRole("grid")).getAllByRole("gridcell")).toHaveLength(62);
    fireEvent.click(screen.getByRole("gridcell", { name: /^Cirrus.*December 24/ }));
    expect(screen.getByRole("heading", { name: "Dec 20–26, 2026" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Today" }));
    expect(screen.getByRole("heading", { name: "Dec 6–12, 2026" })).toBeTruthy();
  });

  it("[S427] has a lane for each aircraft on a phone, whose free time is blocked by a tap", async () => {
    closeScreen();
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    await open();
    fireEvent.click(screen.getByRole("tab", { name: "Friday, December 11, 1 request" }));
    const lanes = within(screen.getByRole("tabpanel", { name: "Friday, December 11" }));
    expect(lanes.getByText("1 request")).toBeTruthy();
    fireEvent.click(lanes.getByRole("button", { name: "Block Cessna 172S Skyhawk from 11:00 to 21:00" }));
    expect(onBlock.mock.lastCall?.[1]).toEqual({ day: "2026-12-11", from: 660, to: 1260 });
    fireEvent.click(lanes.getByRole("button", { name: "request, Beth Calloway, 08:00 to 11:00" }));
    expect(shownDialog()).toMatchObject({ name: "message", recipient: { id: pilot.id } });
  });

  it("[S418] has one chip for a block over several days, which each of its days leads to", async () => {
    closeScreen();
    await open({ isLarge: true });
    const grid = within(screen.getByRole("grid"));
    const chip = grid.getByRole("button", { name: /^Maintenance, Mon, Dec 7, 07:00 to Tue, Dec 8, 21:00/ });
    expect(grid.getAllByRole("button", { name: /Maintenance/ })).toEqual([chip]);
    expect(chip.textContent).toContain("Mon 07:00 – Tue 21:00 · annual, only you see this");
    const tuesday = grid.getByRole("gridcell", { name: /^Cirrus.*December 8: Maintenance, 00:00 to 21:00/ });
    act(() => tuesday.focus());
    key("Enter");
    expect(document.activeElement).toBe(chip);
    key("Escape");
    expect(document.activeElement).toBe(tuesday);
  });

  it("[S806] shows no block that the server refused", async () => {
    const from = "2026-12-10T15:00:00.000Z";
    const message = "There is an accepted booking in that time.";
    server.outcome = () => ({ status: "refused", code: "booking-in-the-way", message });
    const [{ id: aircraftId }] = server.rows["aircraft"] as [{ id: string }];
    const block = { aircraftId, from, to: "2026-12-10T20:00:00.000Z", reason: "other" } as const;
    await act(() => queue("availability.block", block));
    const thursday = () => screen.getByRole("gridcell", { name: /^Cessna.*December 10/ }).textContent;
    const outbox = async () => (await (await openedStore()).engine.outbox()).map(({ state }) => state);
    await waitFor(async () => expect(await outbox()).toEqual(["attention"]));
    await waitFor(() => expect(thursday()).toContain("free"));
  });

  it("[S425] leads arrows from chip to chip inside of a cell", async () => {
    closeScreen();
    await open({ isLarge: true });
    act(() => screen.getByRole("gridcell", { name: /^Cessna.*December 11/ }).focus());
    key("Enter");
    key("ArrowDown");
    isFocused("button", /^request, Beth Calloway, 09:00 to 12:00/);
    key("ArrowUp");
    isFocused("button", /^request, Beth Calloway, 08:00 to 11:00/);
  });

  it("[S428] shows twelve of fifty aircraft, and adds twelve for each press", async () => {
    closeScreen();
    await open({ isLarge: true });
    const count = () => within(screen.getByRole("grid")).getAllByRole("rowheader").length;
    expect(count()).toBe(12);
    fireEvent.click(screen.getByRole("button", { name: "Show 12 more aircraft" }));
    expect(count()).toBe(24);
  });
});
