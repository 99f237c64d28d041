// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { storeUnsentBooking } from "../client/bookings/unsent-booking.ts";
import { queue } from "../client/sync/current-store.ts";
import { answerFreeHours } from "../testing/free-hours.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen, shownDialog } from "../testing/screen.tsx";
import { AircraftDetailPage } from "./aircraft-detail.tsx";

configure({ asyncUtilTimeout: 10_000 });
afterEach(closeScreen);

it("[S494] after a refusal for its rental terms the page reads its details again, and quotes the new ones", async () => {
  const [server, pilot, owner] = [newServer(), aPerson(), anOwner()];
  const terms = (deposit: number) => ({ fuel: "wet" as const, deposit });
  const plane = aListing({ ownerId: owner.id, hourlyRate: 345, terms: terms(100) });
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const booking = { startDate: `${soon}T17:00:00.000Z`, hours: 4 };
  server.me = pilot;
  const fields = { quotedTerms: { base: terms(100), theirs: terms(900), yours: terms(100) } };
  server.outcome = () => ({ status: "refused", code: "terms-changed", message: "The terms have changed.", fields });
  answerFreeHours(server, plane);
  const details = { aircraft: { ...plane, terms: terms(900), verifiedAt: null }, owner, pictures: [] };
  server.answers.set(`/api/aircraft/${plane.id}/with-owner`, { status: 200, body: details });
  server.answers.set(`/api/aircraft/${plane.id}/reviews`, { status: 200, body: [] });
  storeUnsentBooking(pilot.id, plane.id, { date: soon, start: booking.startDate, hours: 4 });
  await openScreen(server, <AircraftDetailPage />, {
    ...{ address: `/aircraft/${plane.id}`, path: "/aircraft/:id" },
    data: { page: "aircraft", aircraft: plane, owner, reviews: [], asOf: new Date().toISOString() },
  });
  const section = () => screen.getByRole("heading", { name: "Rental terms" }).closest("section")?.textContent;
  expect(section()).toContain("$100");
  const ids = { id: newId(), messageId: newId(), aircraftId: plane.id, ownerId: owner.id };
  const quoted = { quotedTotalCents: 151_800, quotedTerms: terms(100) };
  await queue("bookings.request", { ...ids, ...booking, ...quoted, content: "Please" });
  await waitFor(() => expect(section()).toContain("$900"));
  expect(section()).not.toContain("$100");
  fireEvent.click(screen.getByRole("button", { name: "Do not send" }));
  // The request is complete.
  await screen.findByText("You won't be charged yet");
  fireEvent.click((await screen.findAllByRole("button", { name: "Book Now" }))[0] as HTMLElement);
  expect(shownDialog()).toMatchObject({ initialMessage: { booking: { quotedTerms: terms(900) } } });
});
