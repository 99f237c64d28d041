// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BookingLine, Bubble } from "./bubble.tsx";
import type { MessageWithStatus } from "./conversations.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const peer = "0190aaaa-0000-7000-8000-000000000002";
const base: MessageWithStatus = {
  id: "0190bbbb-0000-7000-8000-000000000001",
  senderId: me,
  receiverId: peer,
  aircraftId: null,
  bookingId: null,
  content: "Off blocks by 08:15",
  createdAt: "2026-11-21T10:38:00.000Z",
  read: false,
  rev: 1,
};
const onRetry = vi.fn();
const onDelete = vi.fn();
const onVerify = vi.fn();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});
function show(more: Partial<MessageWithStatus>, refusal?: string) {
  const { container } = render(
    <Bubble
      message={{ ...base, ...more }}
      me={me}
      peerName="Marisol Vega"
      refusal={refusal}
      onRetry={onRetry}
      onDelete={onDelete}
      onVerify={onVerify}
    />,
  );
  return container.textContent;
}

describe("a message bubble", () => {
  it("says Sent for an own message that the server accepted", () => {
    expect(show({})).toMatch(/You: Off blocks by 08:15.*\d\d:\d\d.*Sent/);
  });
  it("says Read once the recipient has read it", () => {
    expect(show({ read: true })).toContain("Read");
  });
  it("says that it waits for signal, without a time", () => {
    const words = show({ waiting: "waiting" });
    expect(words).toContain("Waiting for signal");
    expect(words).not.toContain("Sent");
  });
  it("says that it waits for email verification, and links to the code page", () => {
    const waits = { waiting: "waiting", needsVerification: true, entryId: "entry" } as const;
    expect(show(waits)).toContain("Your message waits until your email is verified. Then it goes by itself.");
    fireEvent.click(screen.getByRole("button", { name: "Verify email" }));
    expect(onVerify).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onDelete.mock.calls[0]?.[0]).toMatchObject({ entryId: "entry" });
    cleanup();
    expect(show({ ...waits, bookingId: "0190cccc-0000-7000-8000-000000000001" })).toContain(
      "Your request waits until your email is verified. Then it goes by itself.",
    );
    expect(screen.queryByText(/Waiting for signal/)).toBeNull();
  });
  it("leaves the reason and Delete to the card of its booking", () => {
    const { container } = render(
      <BookingLine
        message={{ ...base, waiting: "waiting", needsVerification: true, bookingId: base.id }}
        me={me}
        peerName="Marisol Vega"
        onRetry={onRetry}
        onDelete={onDelete}
        onVerify={onVerify}
        card={<p>The card</p>}
      />,
    );
    expect(container.textContent).not.toContain("until your email is verified");
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Verify email"]);
  });
  it("[S889] names no writer and no delivery for what time alone brought", () => {
    const content = "Booking request expired: Mooney M20J, Sat, Dec 5, 09:00 PST, 3 hours.";
    const props = { me, peerName: "Marisol Vega", onRetry, onDelete, onVerify, card: <p>The card</p> };
    const { container } = render(<BookingLine message={{ ...base, content, bookingId: base.id }} {...props} />);
    expect(container.textContent).toMatch(/^The cardBooking request expired: .*hours\.\d\d:\d\d$/);
  });
  it("names the sender of a received message", () => {
    expect(show({ senderId: peer, receiverId: me })).toMatch(/^Marisol Vega: Off blocks/);
  });
  it("says Not sent with the reason, and offers retry and delete", () => {
    const words = show({ waiting: "attention", entryId: "entry" }, "Please verify your email first.");
    expect(words).toContain("Not sent");
    expect(screen.getAllByText(/Please verify your email first\./).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onRetry.mock.calls[0]?.[0]).toMatchObject({ entryId: "entry" });
    expect(onDelete.mock.calls[0]?.[0]).toMatchObject({ entryId: "entry" });
  });
  it("[S1359] says only Not sent below a card, which has the reason and the buttons", () => {
    const message = { ...base, bookingId: base.id, waiting: "attention", entryId: base.id } as const;
    const refusal = "The rate is now $210.";
    const props = { me, peerName: "Marisol Vega", message, refusal, onRetry, onDelete, onVerify };
    const { container, rerender } = render(<BookingLine {...props} card={<p>The card</p>} />);
    expect(container.textContent).toMatch(/^The cardYou: Off blocks by 08:15Not sent$/);
    expect(screen.queryAllByRole("button")).toEqual([]);
    rerender(<BookingLine {...props} card={null} />);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Try again", "Delete"]);
  });
});
