// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConversationRow } from "./conversation-row.tsx";
import type { Conversation, MessageWithStatus } from "./conversations.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const peer = { id: "0190aaaa-0000-7000-8000-000000000002", name: "Marisol Vega", verified: true };
const now = new Date("2026-11-21T12:00:00.000Z");
const base: MessageWithStatus = {
  id: "0190bbbb-0000-7000-8000-000000000001",
  senderId: me,
  receiverId: peer.id,
  aircraftId: null,
  bookingId: null,
  content: "Can I pick up the keys at 07:30?",
  createdAt: "2026-11-18T12:00:00.000Z",
  read: false,
  rev: 1,
};
const onOpen = vi.fn();

afterEach(cleanup);
function show(last: Partial<MessageWithStatus>, more: Partial<Conversation> = {}) {
  const conversation = { peer, last: { ...base, ...last }, isNew: false, aircraftId: null, ...more };
  render(<ConversationRow conversation={conversation} me={me} now={now} onOpen={onOpen} />);
  return screen.getByRole("button").textContent;
}

describe("a conversation's row", () => {
  it("[S131] shows the peer with the check mark, the own last message and its time", () => {
    const words = show({});
    expect(words).toContain("Marisol Vega");
    expect(words).toContain("Verified");
    expect(words).toContain("You: Can I pick up the keys at 07:30?");
    expect(words).toContain("3d ago");
    expect(words).not.toContain("New");
  });
  it("has no check mark for an unverified user", () => {
    expect(show({}, { peer: { ...peer, verified: false } })).not.toContain("Verified");
  });
  it("[S132] says New for an unread received message, without You", () => {
    const words = show({ senderId: peer.id, receiverId: me }, { isNew: true });
    expect(words).toContain("New");
    expect(words).not.toContain("You: ");
  });
  it("[S887] names nobody as the writer of what time alone brought", () => {
    const line = "Booking request expired: Mooney M20J, Sat, Dec 5, 09:00 PST, 3 hours.";
    const bookingId = "0190dddd-0000-7000-8000-000000000001";
    expect(show({ content: line, bookingId })).not.toContain("You: ");
    cleanup();
    expect(show({ content: line.replace("request expired", "accepted"), bookingId })).toContain(
      "You: Booking accepted",
    );
    cleanup();
    expect(show({ content: line, bookingId: null })).toContain("You: Booking request expired");
  });
  it("says that the own message waits", () => {
    expect(show({ waiting: "waiting" })).toContain("Waiting for signal. You: Can I");
  });
  it("says before the text that the own message was not sent", () => {
    expect(show({ waiting: "attention" })).toContain("Not sent. You: Can I");
  });
  it("[S133] opens the conversation", () => {
    show({});
    fireEvent.click(screen.getByRole("button"));
    expect(onOpen).toHaveBeenCalledWith(peer);
  });
});
