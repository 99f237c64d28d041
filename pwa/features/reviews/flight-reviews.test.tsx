// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Review } from "../../../shared/domain/reviews.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { aBooking } from "../../testing/booking.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { keepWrittenReview } from "../../client/bookings/kept-reviews.ts";
import { FlightReviews } from "./flight-reviews.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
const onEdit = vi.fn<(target: object, written: object) => void>();
const owner = { ...anOwner(), name: "Marisol Vega" };
const pilot = aPerson({ name: "Owen Fairley" });
const plane = aListing({ ownerId: owner.id, name: "Cirrus SR22 G5 - Demo Data", location: "San Diego CA" });
const members = { aircraftId: plane.id, pilotId: pilot.id, ownerId: owner.id };
const flight = { ...members, status: "completed", startDate: "2099-12-08T17:00:00.000Z" } as const;

beforeEach(() => {
  server = newServer();
  onEdit.mockReset();
});
afterEach(closeScreen);

const aReview = (fields: Partial<Review>): Review => ({
  ...{ id: newId(), aircraftId: null, userId: pilot.id, bookingId: null, targetType: "user", targetId: owner.id },
  ...{ rating: 5, comment: "Clear.", createdAt: new Date().toISOString(), visibleAt: null, reply: null },
  ...{ repliedAt: null, ...fields },
});

async function open(side: "pilot" | "owner", fields: object, reviews: Review[]) {
  const booking = aBooking({ ...flight, endsAt: "2099-12-08T20:00:00.000Z", ...fields });
  server.me = side === "pilot" ? pilot : aPerson({ id: owner.id, name: owner.name, userType: "owner" });
  server.rows = { bookings: [booking], aircraft: [plane] };
  server.answers.set(`/api/bookings/${booking.id}/reviews`, { status: 200, body: reviews });
  const peer = side === "pilot" ? owner : pilot;
  await openScreen(server, <FlightReviews bookingId={booking.id} me={server.me.id} peer={peer} onEdit={onEdit} />);
  await screen.findByText("You");
}
const sideOf = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const ofPlane = () => aReview({ targetType: "aircraft", targetId: plane.id, comment: "Full tanks.", rating: 4 });

describe("the reviews of a flight", () => {
  it("are both not yet written at first", async () => {
    await open("pilot", {}, []);
    expect([sideOf("You"), sideOf("Marisol Vega")]).toEqual(["Not yet", "Not yet"]);
    expect(server.requests.some(({ path }) => path.endsWith("/reviews"))).toBe(false);
  });

  it("[S444] show this user's hidden texts, until when they are hidden, and let them change", async () => {
    await open("pilot", { aircraftReviewed: true, ownerReviewed: true }, [ofPlane(), aReview({})]);
    expect([sideOf("You"), sideOf("Marisol Vega")]).toEqual(["Written", "Not yet"]);
    await screen.findByText("Full tanks.");
    expect(screen.getByText("Only you can read this").nextElementSibling?.textContent).toBe(
      "Both reviews appear together: when Marisol has written, or on Tue, Dec 22.",
    );
    fireEvent.click(await screen.findByRole("button", { name: "Edit review of Cirrus SR22 G5" }));
    const target = { targetType: "aircraft", targetId: plane.id, name: "Cirrus SR22 G5" };
    expect(onEdit).toHaveBeenCalledWith(target, expect.objectContaining({ rating: 4, comment: "Full tanks." }));
  });

  it("show this user's own texts after a reload without a network, but not a discarded one", async () => {
    const booking = aBooking({ ...flight, endsAt: "2099-12-08T20:00:00.000Z", aircraftReviewed: true });
    server.me = pilot;
    server.rows = { bookings: [booking], aircraft: [plane] };
    const path = `/api/bookings/${booking.id}/reviews`;
    const card = <FlightReviews bookingId={booking.id} me={pilot.id} peer={owner} onEdit={onEdit} />;
    server.answers.set(path, { status: 200, body: [ofPlane()] });
    await openScreen(server, card);
    await screen.findByText("Full tanks.");
    const discarded = { id: newId(), bookingId: booking.id, targetType: "user" as const, targetId: owner.id };
    keepWrittenReview(pilot.id, { ...discarded, rating: 1, comment: "Never mind." });
    closeScreen();
    server.answers.delete(path);
    await openScreen(server, card);
    await screen.findByText("Full tanks.");
    expect(await screen.findByRole("button", { name: "Edit review of Cirrus SR22 G5" })).toBeTruthy();
    expect(screen.queryByText("Never mind.")).toBeNull();
  });

  it("of a deleted listing stay readable, without a button that would be refused", async () => {
    await open("pilot", { aircraftReviewed: true, ownerReviewed: true, aircraftId: newId() }, [ofPlane(), aReview({})]);
    await screen.findByText("Full tanks.");
    expect(
      screen.getAllByRole("button", { name: /^Edit review of/ }).map((one) => one.getAttribute("aria-label")),
    ).toEqual(["Edit review of Marisol Vega"]);
  });

  it("keep this user's text after the last day, without changes", async () => {
    const past = { startDate: "2020-12-08T17:00:00.000Z", endsAt: "2020-12-08T20:00:00.000Z", pilotReviewed: true };
    const mine = aReview({ userId: owner.id, targetId: pilot.id, comment: "On time." });
    await open("owner", past, [mine]);
    await screen.findByText("On time.");
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByText("Only you can read this")).toBeNull();
  });

  it("[S445] say that the other has written, without the text", async () => {
    await open("owner", { aircraftReviewed: true, ownerReviewed: true }, []);
    expect([sideOf("You"), sideOf("Owen Fairley")]).toEqual(["Not yet", "Written"]);
    expect(screen.getByText("Owen has written. You read it when you have written too")).toBeTruthy();
  });

  it("[S447] appear together, and the reviewed replies once", async () => {
    const all = { aircraftReviewed: true, ownerReviewed: true, pilotReviewed: true };
    const visibleAt = new Date().toISOString();
    const ofPilot = aReview({ userId: owner.id, targetId: pilot.id, comment: "On time.", visibleAt });
    const mine = { ...ofPlane(), visibleAt, reply: "Thank you.", repliedAt: visibleAt };
    server.answers.set(`/api/reviews/${ofPilot.id}/reply`, { status: 200, body: ofPilot });
    await open("pilot", all, [mine, ofPilot]).catch(() => undefined);
    await screen.findByText("Both reviews are out");
    expect(screen.getByText("Marisol Vega replied").parentElement?.textContent).toContain("Thank you.");
    const theirs = within(screen.getByText("On time.").closest("article")!);
    fireEvent.click(theirs.getByRole("button", { name: "Reply once to Marisol Vega" }));
    const field = screen.getByLabelText<HTMLTextAreaElement>("Reply to Marisol Vega");
    expect(document.activeElement).toBe(field);
    fireEvent.click(screen.getByRole("button", { name: "Send reply" }));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(field, { target: { value: "Any day." } });
    const path = server.requests.find(({ path: one }) => one.endsWith("/reviews"))!.path;
    server.answers.set(path, { status: 200, body: [mine, { ...ofPilot, reply: "Any day.", repliedAt: visibleAt }] });
    fireEvent.click(screen.getByRole("button", { name: "Send reply" }));
    await screen.findByText("Any day.", { selector: "p" });
    expect(server.bodyOf(`/api/reviews/${ofPilot.id}/reply`)).toEqual({ content: "Any day." });
    await waitFor(() => expect(screen.queryByRole("button", { name: /Reply once/ })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "You replied" }));
  });

  it("[S802] show the reply of another device in place of a form that the server refuses for it", async () => {
    const visibleAt = new Date().toISOString();
    const ofPilot = aReview({ userId: owner.id, targetId: pilot.id, comment: "On time.", visibleAt });
    const refusal = { error: "You have already replied to this review.", code: "already-replied" };
    server.answers.set(`/api/reviews/${ofPilot.id}/reply`, { status: 409, body: refusal });
    await open("pilot", { pilotReviewed: true }, [ofPilot]).catch(() => undefined);
    fireEvent.click(await screen.findByRole("button", { name: "Reply once to Marisol Vega" }));
    fireEvent.change(screen.getByLabelText("Reply to Marisol Vega"), { target: { value: "From the phone." } });
    const path = server.requests.find(({ path: one }) => one.endsWith("/reviews"))!.path;
    const replied = { ...ofPilot, reply: "From the desk.", repliedAt: visibleAt };
    server.answers.set(path, { status: 200, body: [replied] });
    fireEvent.click(screen.getByRole("button", { name: "Send reply" }));
    await screen.findByText("From the desk.", { selector: "p" });
    expect(screen.queryByLabelText("Reply to Marisol Vega")).toBeNull();
    expect(shownToast().description).toBe(refusal.error);
  });

  it("[S730] give the focus back to the button of a reply that was not sent", async () => {
    const visibleAt = new Date().toISOString();
    const ofPilot = aReview({ userId: owner.id, targetId: pilot.id, comment: "On time.", visibleAt });
    await open("pilot", { pilotReviewed: true }, [ofPilot]).catch(() => undefined);
    fireEvent.click(await screen.findByRole("button", { name: "Reply once to Marisol Vega" }));
    const field = screen.getByLabelText<HTMLTextAreaElement>("Reply to Marisol Vega");
    fireEvent.change(field, { target: { value: "Any day." } });
    const send = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Send/ });
    send().focus();
    fireEvent.click(send());
    expect(send().disabled).toBe(true);
    // Browsers take the focus of a disabled button, which this one does not.
    const elsewhere = document.body.appendChild(document.createElement("input"));
    elsewhere.focus();
    elsewhere.remove();
    expect(document.activeElement).toBe(document.body);
    await waitFor(() => expect(send().disabled).toBe(false));
    expect([document.activeElement, field.value]).toEqual([send(), "Any day."]);
  });
});
