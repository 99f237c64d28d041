// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Bubble } from "./bubble.tsx";
import type { ShownMessage } from "./conversations.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const peer = "0190aaaa-0000-7000-8000-000000000002";
const base: ShownMessage = {
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
function show(more: Partial<ShownMessage>, refusal?: string) {
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

describe("a bubble", () => {
  it("says Sent for an own message that has arrived", () => {
    expect(show({})).toMatch(/You: Off blocks by 08:15.*\d\d:\d\d.*Sent/);
  });
  it("says Read once the other one has seen it", () => {
    expect(show({ read: true })).toContain("Read");
  });
  it("says that it waits for signal, without a time it was never sent at", () => {
    const words = show({ waiting: "waiting" });
    expect(words).toContain("Waiting for signal");
    expect(words).not.toContain("Sent");
  });
  it("says that it waits for the verified email, and leads to the code", () => {
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
  it("names who wrote, for a message from the other side", () => {
    expect(show({ senderId: peer, receiverId: me })).toMatch(/^Marisol Vega: Off blocks/);
  });
  it("says Not sent and why, and offers to try again and to delete", () => {
    const words = show({ waiting: "attention", entryId: "entry" }, "Please verify your email first.");
    expect(words).toContain("Not sent");
    expect(screen.getAllByText(/Please verify your email first\./).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onRetry.mock.calls[0]?.[0]).toMatchObject({ entryId: "entry" });
    expect(onDelete.mock.calls[0]?.[0]).toMatchObject({ entryId: "entry" });
  });
});
