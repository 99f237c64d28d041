import { describe, expect, it } from "vitest";
import { messagesCommands } from "../../../shared/domain/messages.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { Entry } from "./entry.ts";
import { lastRequest } from "./last-request.ts";
import type { Meta } from "./ports.ts";

const userId = newId();
const [peer, other] = [newId(), newId()];

const meta: Meta = {
  clientId: newId(),
  life: "life",
  cursor: "c7",
  epoch: 1,
  replacing: false,
  clockOffset: 0,
  signedOut: false,
  endedSession: null,
  upgradeFrom: null,
  schema: 1,
};

const aMessage = (receiverId = peer, content = "Keys at 07:30?") => ({
  id: newId(),
  receiverId,
  content,
  aircraftId: null,
});
type Message = ReturnType<typeof aMessage>;

let seq = 0;
function entryOf(input: Message, change: Partial<Entry> = {}): Entry {
  seq += 1;
  return {
    seq,
    id: input.id,
    name: "messages.send",
    lane: `conversation:${input.receiverId}`,
    input,
    at: "2026-11-22T10:00:00.000Z",
    state: "queued",
    sent: false,
    waitsFor: [],
    accidents: 0,
    ...change,
  };
}

function postedOf(entries: readonly Entry[], inputs: readonly Message[], known = meta) {
  const sends = { userId, schema: 1, commands: messagesCommands, name: "messages.send", inputs };
  return lastRequest({ meta: known, entries }, sends);
}
const idsOf = (entries: readonly Entry[], inputs: readonly Message[]) =>
  postedOf(entries, inputs)?.commands.map(({ id }) => id);

describe("[R8] the last request of a page", () => {
  it("carries a lane from its first unsettled entry, in queue order, then inputs that are not in the outbox yet", () => {
    const [first, second, third] = [aMessage(), aMessage(), aMessage()];
    const stranger = aMessage(other);
    const request = postedOf(
      [entryOf(first, { state: "sending", sent: true }), entryOf(stranger), entryOf(second)],
      [second, third],
    );
    expect(request).toMatchObject({ clientId: meta.clientId, userId, schema: 1, cursor: "c7" });
    expect(request?.commands.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(request?.commands.at(-1)).toEqual({
      id: third.id,
      name: "messages.send",
      lane: `conversation:${peer}`,
      input: third,
    });
  });

  it.each([
    ["blocked", { state: "blocked" }],
    ["parked", { state: "parked", reason: "unverified" }],
    ["of another command and never sent", { name: "bookings.request" }],
  ] as const)("carries nothing of a lane behind an entry that is %s", (_, change) => {
    const [first, second] = [aMessage(), aMessage()];
    const elsewhere = aMessage(other);
    const entries = [entryOf(first, change), entryOf(second)];
    expect(idsOf(entries, [second, aMessage(), elsewhere])).toEqual([elsewhere.id]);
    expect(postedOf(entries, [second])).toBeNull();
  });

  it("carries another command that was sent, and passes what was refused", () => {
    const [booking, refused, message] = [aMessage(), aMessage(), aMessage()];
    const entries = [
      entryOf(booking, { name: "bookings.request", state: "sending", sent: true }),
      entryOf(refused, { state: "attention", sent: true }),
    ];
    expect(idsOf(entries, [message])).toEqual([booking.id, message.id]);
  });

  it("ends where the browser takes no more, and leaves nothing out before that", () => {
    const messages = Array.from({ length: 30 }, () => aMessage(peer, "✈".repeat(1_300)));
    const ids = idsOf([], messages) ?? [];
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(messages.slice(0, ids.length).map(({ id }) => id));
    expect(new TextEncoder().encode(JSON.stringify(postedOf([], messages))).length).toBeLessThan(64 * 1024);
  });

  it("is none after a sign-out, for an app that is too old, and for a message the outbox refuses", () => {
    const message = aMessage();
    expect(postedOf([], [message], { ...meta, signedOut: true })).toBeNull();
    expect(postedOf([], [message], { ...meta, upgradeFrom: 1 })).toBeNull();
    expect(postedOf([], [message], { ...meta, schema: 2 })).toBeNull();
    expect(postedOf([], [aMessage(peer, " ")])).toBeNull();
  });
});
