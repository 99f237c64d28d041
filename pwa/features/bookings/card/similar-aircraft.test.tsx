// @vitest-environment happy-dom
import { configure, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCard, ScriptedCatalogue } from "../../../device/testing/scripted-catalogue.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { SimilarAircraft } from "./similar-aircraft.tsx";

configure({ asyncUtilTimeout: 10_000 });
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const pilot = aPerson();
const like = { location: "Denver CO", type: "single-engine" as const, hourlyRate: 200, minHours: 2 };
const lost = aCard(0, { ...like, name: "Lost" });
const cards = [
  lost,
  aCard(1, { ...like, name: "Same" }),
  aCard(2, { ...like, name: "Full", fullDays: [dayNumber(soon)] }),
  aCard(3, { ...like, name: "Dear", hourlyRate: 400 }),
  aCard(4, { ...like, name: "Own", ownerId: pilot.id }),
];
const booking = {
  ...{ id: newId(), aircraftId: lost.id, pilotId: pilot.id, hours: 3 },
  ...{ startDate: `${soon}T18:00:00.000Z`, endsAt: `${soon}T21:00:00.000Z` },
};
let server: ReturnType<typeof newServer>;

beforeEach(() => {
  server = newServer();
  server.me = pilot;
  const catalogue = new ScriptedCatalogue();
  catalogue.publish("denver-co", cards, [], "Denver CO");
  catalogue.publish("miami-fl", [aCard(5, { ...like, name: "Far", location: "Miami FL" })], [], "Miami FL");
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    path.startsWith("/api/catalogue") ? catalogue.fetch(path, init) : server.fetch(path, init),
  );
});
afterEach(closeScreen);

const rows = async (title: string) =>
  within(await screen.findByRole("list", { name: title }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

it("without the server's answer ranks the catalogue of the device, as of its time", async () => {
  await openScreen(server, <SimilarAircraft booking={booking} isKnown />);
  expect(await rows("Free on that day")).toEqual([
    expect.stringMatching(/^SameDenver CO · \$200 \/ hour1[12]:00–1[45]:00 M[SD]T · \$660\.00$/),
    expect.stringMatching(/^FarMiami FL · \$200 \/ hour1[34]:00–1[67]:00 E[SD]T · \$660\.00$/),
  ]);
  expect(screen.getByText(/^Free days as of today, \d\d:\d\d\./)).toBeTruthy();
});

it("shows those that the server found free at the hours", async () => {
  server.answers.set(`/api/bookings/${booking.id}/similar`, { status: 200, body: [cards[3]] });
  await openScreen(server, <SimilarAircraft booking={booking} isKnown />);
  expect(await rows("Free at those hours")).toEqual([expect.stringMatching(/^Dear/)]);
  expect(screen.queryByText(/as of/)).toBeNull();
});

it("does not ask the server about a request that it refused", async () => {
  await openScreen(server, <SimilarAircraft booking={booking} isKnown={false} />);
  expect(await rows("Free on that day")).toHaveLength(2);
  expect(server.requests.filter(({ path }) => path.endsWith("/similar"))).toEqual([]);
});
