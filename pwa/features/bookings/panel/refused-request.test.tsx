// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "../../../../shared/kit/ids.ts";
import { storeUnsentBooking } from "../../../client/bookings/unsent-booking.ts";
import { queue } from "../../../client/sync/current-store.ts";
import { answerFreeHours } from "../../../testing/free-hours.ts";
import { aListing, aPerson, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { BookingPanel } from "./booking-panel.tsx";
import { useBookingChoice } from "./use-booking-choice.ts";

configure({ asyncUtilTimeout: 10_000 });
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const start = `${soon}T18:00:00.000Z`;
let server: ReturnType<typeof newServer>;
let plane = aListing();
let pilot = aPerson();
let sent = 0;

function Panel() {
  const choice = useBookingChoice(plane, { name: "Marisol Vega" }, pilot.id);
  const rest = { onBook: () => undefined, onSheet: () => undefined, onSent: () => (sent += 1) };
  const shown = { ...plane, hourlyRate: choice.refused?.rate ?? plane.hourlyRate };
  return <BookingPanel plane={shown} choice={choice} ownerId={plane.ownerId} price="" {...rest} />;
}

/** Opens the panel, and sends a request as Book Now does. `isShown` waits until the panel shows the hours as free. */
async function request({ isShown = false } = {}) {
  await openScreen(server, <Panel />);
  if (isShown) await screen.findByText(/^10:00–12:00 P[SD]T$/);
  const ids = { id: newId(), messageId: newId(), aircraftId: plane.id, ownerId: plane.ownerId };
  const content = "Booking request\nTotal: $371.80";
  await queue("bookings.request", { ...ids, startDate: start, hours: 2, quotedTotalCents: 37_180, content });
}
const requests = () =>
  server.commands.filter(({ name }) => name === "bookings.request").map(({ input }) => input as object);
const reads = () => server.requests.filter(({ path }) => path.includes(`${plane.id}/availability`)).length;

beforeEach(() => {
  server = newServer();
  sent = 0;
  pilot = aPerson();
  plane = aListing({ location: "San Diego CA", hourlyRate: 169, minHours: 2 });
  server.me = pilot;
  answerFreeHours(server, plane);
});
afterEach(closeScreen);

const question = "The rate is now $179. Send it at $393.80?";
function refuseThePrice() {
  const fields = { quotedTotalCents: { base: 37_180, theirs: 39_380, yours: 37_180 } };
  server.outcome = (name) =>
    name === "bookings.request" && requests().length === 1
      ? { status: "refused", code: "price-changed", message: question, fields }
      : { status: "applied" };
}

it("a request refused for its price fills the panel, which sends it at the new one", async () => {
  refuseThePrice();
  await request();
  expect(await screen.findByText(question)).toBeTruthy();
  expect(screen.getByText(/^10:00–12:00 P[SD]T$/)).toBeTruthy();
  expect(screen.getByText("$179 × 2 hours")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Book Now" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send at $393.80" }));
  await waitFor(() =>
    expect(requests().at(-1)).toMatchObject({
      quotedTotalCents: 39_380,
      content: "Booking request\nTotal: $393.80",
    }),
  );
  await waitFor(() => expect(sent).toBe(1));
  expect(await screen.findByRole("button", { name: "Book Now" })).toBeTruthy();
});

it("a request refused for its price can be dropped in the panel; other hours are a new request", async () => {
  refuseThePrice();
  await request();
  await screen.findByText(question);
  fireEvent.click(screen.getByRole("button", { name: "One hour more" }));
  expect(screen.queryByText(question)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "One hour less" }));
  fireEvent.click(screen.getByRole("button", { name: "Do not send" }));
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  expect(await screen.findByRole("button", { name: "Book Now" })).toBeTruthy();
  expect(requests()).toHaveLength(1);
});

it("a request refused for its rental terms asks, and is sent with the new ones at the same price", async () => {
  const terms = { fuel: "dry", deposit: 500 };
  const words = "The rental terms have changed. Send it with the new ones?";
  server.outcome = (name) =>
    name === "bookings.request" && requests().length === 1
      ? { status: "refused", code: "terms-changed", message: words, fields: { quotedTerms: { theirs: terms } } }
      : { status: "applied" };
  await request();
  expect(await screen.findByText(words)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send with the new terms" }));
  await waitFor(() =>
    expect(requests().at(-1)).toMatchObject({
      ...{ quotedTerms: terms, quotedTotalCents: 37_180, content: "Booking request\nTotal: $371.80" },
    }),
  );
  await waitFor(() => expect(sent).toBe(1));
});

it("the free hours are read at once after a request for taken hours", async () => {
  storeUnsentBooking(pilot.id, plane.id, { date: soon, start, hours: 2 });
  server.outcome = () => {
    answerFreeHours(server, plane, { open: { [soon]: [[1_050, 1_260]] } });
    return { status: "refused", code: "hours-taken", message: "Those hours were just taken." };
  };
  await request({ isShown: true });
  const text = "10:00–12:00 was just taken. 2 hours still fit from 17:30 or 18:00.";
  expect(await screen.findByText(text)).toBeTruthy();
  expect(reads()).toBe(2);
  expect(screen.getByText("Choose another start")).toBeTruthy();
});
