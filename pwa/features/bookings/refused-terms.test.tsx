// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { queue } from "../../client/sync/current-store.ts";
import { aListing, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { BookingCard } from "./booking-card.tsx";

configure({ asyncUtilTimeout: 10_000 });
afterEach(closeScreen);

it("a request refused for its rental terms shows the new ones, and is sent with them", async () => {
  const [server, pilot, owner] = [newServer(), aPerson(), aPerson({ userType: "owner" })];
  const plane = aListing({ ownerId: owner.id, location: "San Diego CA" });
  const requests = () => server.commands.filter(({ name }) => name === "bookings.request");
  const message = "The rental terms have changed. Send it with the new ones?";
  const fields = { quotedTerms: { base: { deposit: 100 }, theirs: { deposit: 900 }, yours: { deposit: 100 } } };
  server.me = pilot;
  server.rows = { aircraft: [plane] };
  server.outcome = () =>
    requests().length === 1 ? { status: "refused", code: "terms-changed", message, fields } : { status: "applied" };
  const id = newId();
  await openScreen(server, <BookingCard bookingId={id} me={pilot.id} peer={owner} onReview={() => undefined} />);
  await queue("bookings.request", {
    ...{ id, messageId: newId(), aircraftId: plane.id, ownerId: owner.id, hours: 2, content: "Please" },
    ...{ startDate: "2099-12-05T17:00:00.000Z", quotedTotalCents: 37_180, quotedTerms: { deposit: 100 } },
  });
  const card = await screen.findByRole("region", { name: "Booking" });
  await waitFor(() => expect(card.textContent).toContain(message));
  expect(card.textContent).toContain("$900");
  expect(card.textContent).not.toContain("$100");
  fireEvent.click(await screen.findByRole("button", { name: "Send with the new terms" }));
  await waitFor(() => expect(requests().at(-1)?.input).toMatchObject({ quotedTerms: { deposit: 900 } }));
});
