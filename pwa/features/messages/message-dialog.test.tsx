// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { DialogRequest } from "../../client/shell/dialogs.ts";
import { storeUnsentBooking, unsentBooking } from "../../client/bookings/unsent-booking.ts";
import { openedStore } from "../../client/sync/current-store.ts";
import { usePushOffer } from "../../client/push/push-offer.ts";
import { AuthProvider } from "../../client/session/session.tsx";
import { useToasts } from "../../client/shell/toasts.ts";
import { MessageDialog, type MessageDialogProps } from "./message-dialog.tsx";

const recipient = { id: newId(), name: "Marisol Vega", userType: "owner" as const };
const facts = { memberSince: "2024", rating: 0, reviewCount: 0, responseTime: null, verified: false };
const person = { ...recipient, ...facts, avatarUrl: null, bio: null, rev: 2 };
let me: { id: string; name: string; isEmailVerified: boolean } | null;
/** Ids of the received commands, by name. */
let received: Map<string, string[]>;
let inputs: Record<string, unknown>[];
let changes: number;
/** The outcome of each command; without a `status` nothing is settled. */
let outcome: object;
/** The rows in every answer. */
let rows: Record<string, object[]>;

/** A server that never settles a command unless a test sets an outcome, so commands stay waiting. */
function exchange(request: ExchangeRequest): Response {
  for (const { id, name, input } of request.commands) {
    received.set(name, [...(received.get(name) ?? []), id]);
    inputs.push(input as Record<string, unknown>);
  }
  changes += 1;
  const outcomes = request.commands.map(({ id }) => ({ id, ...outcome }));
  const batch = { from: request.cursor, to: `c${changes}`, rows, drops: {} };
  return Response.json({ ...batch, outcomes, serverTime: new Date().toISOString() });
}

class NoSocket {
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  me = { id: newId(), name: "Owen Fairley", isEmailVerified: true };
  received = new Map();
  inputs = [];
  rows = {};
  changes = 0;
  outcome = { status: "retry", retryAfterMs: 60_000 };
  localStorage.clear();
  useToasts.setState({ shown: null, deferred: null });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => {
    if (path === "/api/sync") return exchange(JSON.parse(init?.body ?? "{}") as ExchangeRequest);
    if (path === "/api/auth/me") return me ? Response.json(me) : Response.json({ error: "Log in." }, { status: 401 });
    return new Response(null, { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Place() {
  return <i data-place={useLocation().pathname} />;
}
const place = () => document.querySelector("[data-place]")?.getAttribute("data-place");

type Request = Extract<DialogRequest, { name: "message" }>;
async function open(more: Partial<Request> = {}, renderBooking?: MessageDialogProps["renderBooking"]) {
  if (me) localStorage.setItem("currentUser", JSON.stringify(me));
  const request: Request = { name: "message", recipient, ...more };
  await act(async () => {
    render(
      <MemoryRouter>
        <AuthProvider>
          <MessageDialog
            request={request}
            onClose={() => undefined}
            renderBooking={renderBooking}
            aboveComposer={<p>An offer</p>}
          />
          <Place />
        </AuthProvider>
      </MemoryRouter>,
    );
  });
}
const soon = { timeout: 10_000 };
const waiting = () => screen.findAllByText("Waiting for signal", {}, soon);

describe("the message dialog", () => {
  it("[S137] renders nothing without a user", async () => {
    me = null;
    await open();
    expect(document.body.textContent).toBe("");
  });

  it("[S002] shows the recipient and the account type, and says that there are no messages yet", async () => {
    await open();
    expect(screen.getByRole("dialog", { name: "Marisol Vega" }).textContent).toContain("Aircraft Owner");
    expect(await screen.findByText("No messages yet", {}, soon)).toBeTruthy();
    expect(screen.getByText("Send a message to start the conversation.")).toBeTruthy();
  });

  it("[S138] sends an initial message once, however often the dialog opens with it", async () => {
    const initialMessage = { id: newId(), senderId: me!.id, content: "Booking request for Cessna 172S Skyhawk" };
    await open({ initialMessage });
    expect(await waiting()).toHaveLength(1);
    cleanup();
    await open({ initialMessage });
    expect(await waiting()).toHaveLength(1);
    expect(new Set(received.get("messages.send"))).toEqual(new Set([initialMessage.id]));
  });

  it("sends a booking with its message once, and clears the booking draft", async () => {
    const aircraftId = newId();
    const booking = { id: newId(), aircraftId, startDate: "2099-12-05T17:00:00.000Z", hours: 4 };
    const initialMessage = {
      id: newId(),
      senderId: me!.id,
      content: "Booking request for Cessna 172S Skyhawk",
      booking,
    };
    storeUnsentBooking(me!.id, aircraftId, { date: "2099-12-05", hours: 4 });
    const renderBooking = (bookingId: string, { name }: { name: string }) => (
      <b>{`Card of ${bookingId} with ${name}`}</b>
    );
    await open({ initialMessage, aircraftId }, renderBooking);
    expect(await waiting()).toHaveLength(1);
    expect(screen.getByText(`Card of ${booking.id} with Marisol Vega`)).toBeTruthy();
    expect(unsentBooking(me!.id, aircraftId, "2026-11-21")).toBeNull();
    cleanup();
    await open({ initialMessage, aircraftId }, renderBooking);
    expect(await waiting()).toHaveLength(1);
    expect(new Set(received.get("bookings.request"))).toEqual(new Set([booking.id]));
    expect(received.get("messages.send")).toBeUndefined();
  });

  it("opens the code page when the answer arrives before the message is rendered", async () => {
    me = { ...me!, isEmailVerified: false };
    outcome = { status: "retry", code: "email-unverified", retryAfterMs: 60_000 };
    const booking = { id: newId(), aircraftId: newId(), startDate: "2099-12-05T17:00:00.000Z", hours: 4 };
    const initialMessage = {
      id: newId(),
      senderId: me.id,
      content: "Booking request for Cessna 172S Skyhawk",
      booking,
    };
    await open();
    await screen.findByText("No messages yet", {}, soon);
    const { engine } = await openedStore();
    cleanup();
    const request = {
      ...booking,
      messageId: initialMessage.id,
      ownerId: recipient.id,
      content: initialMessage.content,
    };
    await engine.queue("bookings.request", request);
    await engine.trigger("person");
    await waitFor(async () =>
      expect((await engine.row("messages", initialMessage.id))?.["needsVerification"]).toBe(true),
    );
    // Only a message sent from this dialog opens the code page.
    await open();
    await screen.findByRole("button", { name: "Verify email" }, soon);
    expect(place()).toBe("/");
    cleanup();
    await open({ initialMessage });
    await waitFor(() => expect(place()).toBe("/verify-email"), soon);
    expect(useToasts.getState().shown?.description).toBe(
      "Your request waits until your email is verified. Then it goes by itself.",
    );
    expect(received.get("bookings.request")).toEqual([booking.id]);
  });

  it("[R16] marks messages read up to the last in the server's order, even if its id is older than another's", async () => {
    const [early, late] = [newId(Date.parse("2026-11-21T09:00:00Z")), newId(Date.parse("2026-11-21T10:00:00Z"))];
    const from = { senderId: recipient.id, receiverId: me!.id, aircraftId: null, bookingId: null, read: false, rev: 1 };
    rows = {
      messages: [
        { ...from, id: late, content: "Written later, sent first", createdAt: "2026-11-21T10:00:01.000Z" },
        { ...from, id: early, content: "Written first, sent later", createdAt: "2026-11-21T10:05:00.000Z" },
      ],
    };
    await open();
    expect(await screen.findByText("Written first, sent later", {}, soon)).toBeTruthy();
    await waitFor(() => expect(inputs.map(({ upTo }) => upTo)).toContain(early), soon);
    const { engine } = await openedStore();
    expect((await engine.rows("messages")).map(({ read }) => read)).toEqual([true, true]);
    expect((await engine.row("messages", late))?.["read"]).toBe(true);
  });

  it("[S1340] marks a message as read once it is painted, not before", async () => {
    const from = { senderId: recipient.id, receiverId: me!.id, aircraftId: null, bookingId: null, read: false, rev: 1 };
    rows = { messages: [{ ...from, id: newId(), content: "Is it free?", createdAt: "2026-11-21T10:00:00.000Z" }] };
    const held: FrameRequestCallback[] = [];
    const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => held.push(run));
    await open();
    expect(await screen.findByText("Is it free?", {}, soon)).toBeTruthy();
    await waitFor(() => expect(held.length).toBeGreaterThan(0), soon);
    const { engine } = await openedStore();
    expect(await engine.unread()).toBe(1);
    frames.mockRestore();
    for (const run of held) run(performance.now());
    await waitFor(async () => expect(await engine.unread()).toBe(0), soon);
  });

  it("[S941] reads more messages for a reader who scrolls back, and marks those before its part read", async () => {
    const from = { senderId: recipient.id, receiverId: me!.id, aircraftId: null, bookingId: null, rev: 1 };
    const at = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString();
    rows = {
      messages: Array.from({ length: 230 }, (_, number) => {
        return { ...from, id: newId(), content: `Number ${number}`, createdAt: at(number), read: number >= 10 };
      }),
    };
    await open();
    expect(await screen.findByText("Number 229", {}, soon)).toBeTruthy();
    const { engine } = await openedStore();
    await waitFor(async () => expect(await engine.unread()).toBe(0), soon);
    // The server settles nothing, so it may get the one command several times.
    await waitFor(() => expect(new Set(received.get("messages.markRead")).size).toBe(1), soon);

    // Without a layout the log is always scrolled to its start.
    const log = screen.getByRole("log");
    await waitFor(() => {
      fireEvent.scroll(log);
      expect(screen.getByText("Number 0")).toBeTruthy();
      expect(screen.getByText("Number 229")).toBeTruthy();
    }, soon);
    expect(screen.getByRole("log")).toBe(log);
  });

  it("[S136] shows a sent message at once as waiting, and empties the composer", async () => {
    await open();
    await screen.findByText("No messages yet", {}, soon);
    const field = screen.getByLabelText<HTMLTextAreaElement>("Message to Marisol Vega");
    fireEvent.change(field, { target: { value: "Keys at 07:30?" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(await waiting()).toHaveLength(1);
    expect(screen.getByRole("log").textContent).toContain("You: Keys at 07:30?");
    expect(field.value).toBe("");
  });

  it("[S1278] has no field for a message to a former member, until the person comes back", async () => {
    const from = { senderId: recipient.id, receiverId: me!.id, aircraftId: null, bookingId: null, read: true, rev: 1 };
    rows = { messages: [{ ...from, id: newId(), content: "I fly in", createdAt: "2026-11-21T10:00:00.000Z" }] };
    await open();
    await screen.findByText("This person can no longer receive messages.", {}, soon);
    expect(screen.getByRole("dialog", { name: "Former member" })).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByText("An offer")).toBeNull();
    rows = { people: [person] };
    await act(async () => await (await openedStore()).engine.trigger("behind"));
    expect(await screen.findByRole("textbox", { name: "Message to Marisol Vega" }, soon)).toBeTruthy();
  });

  it("offers push after the message was sent, and not while one waits", async () => {
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", { permission: "default" });
    const value = Object.assign(new EventTarget(), { ready: new Promise(() => undefined) });
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value });
    usePushOffer.setState({ offeredTo: null });
    rows = { people: [person] };
    await open();
    expect(await screen.findByText("An offer", {}, soon)).toBeTruthy();
    const field = screen.getByLabelText<HTMLTextAreaElement>("Message to Marisol Vega");
    fireEvent.change(field, { target: { value: "Keys at 07:30?" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waiting();
    await waitFor(() => expect(received.get("messages.send")).toHaveLength(1), soon);
    expect(screen.queryByText("An offer")).toBeNull();
    expect(usePushOffer.getState().offeredTo).toBeNull();

    // The answer to the first try may still be under way.
    const { engine } = await openedStore();
    await engine.trigger("queue");
    const [id] = received.get("messages.send") ?? [];
    const message = { id, senderId: me!.id, receiverId: recipient.id, aircraftId: null, bookingId: null, rev: 1 };
    rows = {
      messages: [{ ...message, content: "Keys at 07:30?", createdAt: "2026-11-21T10:00:00.000Z", read: false }],
    };
    outcome = { status: "applied" };
    await engine.trigger("person");
    expect(await screen.findByText("Sent", {}, soon)).toBeTruthy();
    await waitFor(() => expect(usePushOffer.getState().offeredTo).toBe(me!.id), soon);
    expect(screen.getByText("An offer")).toBeTruthy();
  });

  it("[S293] says when this device cannot store the message, and restores the text", async () => {
    await open();
    await screen.findByText("No messages yet", {}, soon);
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    });
    const field = screen.getByLabelText<HTMLTextAreaElement>("Message to Marisol Vega");
    fireEvent.change(field, { target: { value: "Do not lose me" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await vi.waitFor(() => expect(useToasts.getState().shown).not.toBeNull(), soon);
    expect(useToasts.getState().shown).toMatchObject({
      title: "Error",
      description: "Failed to send message. Please try again.",
      kind: "bad",
    });
    await vi.waitFor(() => expect(field.value).toBe("Do not lose me"), soon);
  });
});
