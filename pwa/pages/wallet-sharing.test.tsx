// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../shared/domain/bookings.ts";
import type { PaperName } from "../../shared/domain/eligibility/choices.ts";
import { newId } from "../../shared/kit/ids.ts";
import { removeWallet } from "../device/store/wallet-store.ts";
import { aBooking } from "../testing/booking.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen, shownToast } from "../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { openedStore } from "../client/sync/current-store.ts";
import { WalletPage } from "./wallet.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const owner = { ...anOwner(), name: "Marisol Vega" };
let me: ReturnType<typeof aPerson>;
const plane = aListing({ ownerId: owner.id, name: "Cirrus SR22 G5", location: "San Diego CA" });

beforeEach(() => {
  server = newServer();
  server.me = me = aPerson({ userType: "pilot" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  closeScreen();
  await removeWallet(me.id);
});

async function open(sharedPapers: PaperName[], sharedScans: Booking["sharedScans"] = []) {
  const booking = aBooking({
    aircraftId: plane.id,
    pilotId: me.id,
    ownerId: owner.id,
    startDate: "2099-12-05T17:00:00.000Z",
    status: "requested",
    sharedPapers,
    sharedScans,
  });
  const person = { id: owner.id, name: owner.name, userType: "owner", avatarUrl: null, memberSince: 2023, rev: 1 };
  server.rows = { bookings: [booking], aircraft: [plane], people: [person] };
  await openScreen(server, <WalletPage />, { address: "/wallet" });
  const list = within(await screen.findByRole("region", { name: "Papers" }));
  return { booking, list };
}
const stops = (list: { queryAllByRole(role: "button"): HTMLElement[] }) =>
  list
    .queryAllByRole("button")
    .flatMap((button) => button.getAttribute("aria-label") ?? [])
    .filter((name) => name.startsWith("Stop"));
const shares = () => server.commands.flatMap(({ name, input }) => (name === "wallet.share" ? [input] : []));
const stopMedical = "Stop sharing medical certificate with Marisol Vega, Sat, Dec 5";
const stopCertificate = "Stop sharing pilot certificate with Marisol Vega, Sat, Dec 5";

describe("shared papers in the wallet", () => {
  it("[S755] are withdrawn one by one; the others stay as they were shared", async () => {
    const { booking, list } = await open(["certificate", "medical"]);
    server.outcome = () => {
      const { shared } = server.commands.at(-1)!.input as { shared: PaperName[] };
      server.rows = {
        ...server.rows,
        bookings: [{ ...booking, sharedPapers: shared, rev: 1 + server.commands.length }],
      };
      return { status: "applied" };
    };
    expect(await list.findAllByText("Shown to Marisol Vega for the request of Sat, Dec 5.")).toHaveLength(2);
    await waitFor(() => expect(stops(list)).toEqual([stopCertificate, stopMedical]));
    const stop = list.getByRole("button", { name: stopCertificate });
    stop.focus();
    fireEvent.click(stop);
    const next = await waitFor(() => {
      expect(stops(list)).toEqual([stopMedical]);
      return list.getByRole("button", { name: stopMedical });
    });
    await waitFor(() => expect(shares()).toEqual([{ id: booking.id, shared: ["medical"], papers: {}, scans: [] }]));
    expect(document.activeElement).toBe(next);
    await waitFor(() =>
      expect(shownToast()).toMatchObject({ description: "Pilot certificate: Marisol Vega can no longer open it." }),
    );
    expect(stops(list)).toEqual([stopMedical]);
    expect(shares()).toHaveLength(1);
  });

  it("[S756] that were withdrawn without a network are said to wait for signal, also the last one", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { list } = await open(["medical"]);
    const stop = await list.findByRole("button", { name: stopMedical });
    stop.focus();
    fireEvent.click(stop);
    expect(
      await list.findByText(/^Request of Sat, Dec 5: waiting for signal\. Until then Marisol Vega can/),
    ).toBeTruthy();
    await waitFor(() => expect(stops(list)).toEqual([]));
    expect(list.queryByText(/Shown to/)).toBeNull();
    expect(document.activeElement).toBe(list.getByRole("heading", { name: "Papers" }));
  });

  it("[S1122] with photographs wait for a server that knows photographs, also when they are withdrawn", async () => {
    server.outcome = () => ({ status: "refused", code: "unknown-command" });
    const logbook = { id: newId(), kind: "logbook" as const, pages: 2 };
    const { booking, list } = await open(["medical"], [logbook]);
    await list.findByRole("button", { name: stopMedical });
    fireEvent.click(list.getByRole("button", { name: /^Stop sharing logbook/ }));
    const sent = { id: booking.id, shared: ["medical"], papers: {}, scans: [] };
    await waitFor(() => expect(server.commands).toMatchObject([{ name: "wallet.shareScans", input: sent }]));
    await waitFor(() => expect(stops(list)).toEqual([stopMedical]));
    expect(await list.findByText(/^Request of Sat, Dec 5: waiting for signal/)).toBeTruthy();
    // Nobody is shown photographs on this device any more, but the server has not heard of that.
    const { engine } = await openedStore();
    const waiting = async () => (await engine.outbox()).map(({ name, input }) => [name, input["shared"]]);
    await waitFor(async () => {
      // Presses in quick succession count once.
      list.queryAllByRole("button", { name: stopMedical }).forEach((stop) => fireEvent.click(stop));
      expect((await waiting()).at(-1)).toEqual(["wallet.shareScans", []]);
    });
  });
});
