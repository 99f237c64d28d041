import { describe, expect, it } from "vitest";
import {
  type ChatWindow,
  movedWindow,
  MAX_MESSAGES,
  newerWindow,
  newestWindow,
  olderWindow,
  MESSAGES_PER_STEP,
} from "./chat-window.ts";
import { inOrder, summarize } from "../../../shared/domain/conversations/summaries.ts";
import {
  conversationsOf,
  dayLabel,
  linesOf,
  messageState,
  type Peer,
  type MessageWithStatus,
} from "./conversations.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const vega = "0190aaaa-0000-7000-8000-000000000002";
const osterberg = "0190aaaa-0000-7000-8000-000000000003";

let number = 0;
function message(from: string, to: string, at: string, more: Partial<MessageWithStatus> = {}): MessageWithStatus {
  number += 1;
  return {
    id: `0190bbbb-0000-7000-8000-${String(number).padStart(12, "0")}`,
    senderId: from,
    receiverId: to,
    aircraftId: null,
    bookingId: null,
    content: `words ${number}`,
    createdAt: at,
    read: false,
    rev: 1,
    ...more,
  };
}
const people = new Map<string, Peer>([
  [vega, { id: vega, name: "Marisol Vega", verified: true, userType: "owner", avatarUrl: null }],
]);
const remembered = (id: string): Peer => ({ id, name: "Hank Osterberg" });

const listOf = (messages: readonly MessageWithStatus[]) =>
  conversationsOf([...summarize(messages, me).values()], people, remembered);

describe("the list of conversations", () => {
  it("has one row for each peer, the latest first, with the last message", () => {
    const first = message(me, vega, "2026-11-20T10:00:00.000Z");
    const second = message(vega, me, "2026-11-20T10:05:00.000Z", { read: true });
    const other = message(me, osterberg, "2026-11-21T08:00:00.000Z", { waiting: "waiting" });
    const list = listOf([second, other, first]);
    expect(list.map(({ peer, last, isNew }) => [peer.name, last.id, isNew])).toEqual([
      ["Hank Osterberg", other.id, false],
      ["Marisol Vega", second.id, false],
    ]);
  });

  it("[S430] names the aircraft of the newest message about one", () => {
    const [cirrus, baron] = ["c", "b"].map((letter) => `0190cccc-0000-7000-8000-00000000000${letter}`) as [
      string,
      string,
    ];
    const messages = [
      message(vega, me, "2026-11-20T10:09:00.000Z"),
      message(me, vega, "2026-11-20T10:05:00.000Z", { aircraftId: baron }),
      message(me, vega, "2026-11-20T10:00:00.000Z", { aircraftId: cirrus }),
      message(osterberg, me, "2026-11-19T10:00:00.000Z"),
    ];
    expect(listOf(messages).map(({ aircraftId }) => aircraftId)).toEqual([baron, null]);
    const oldestFirst = messages.slice(0, 3).reverse();
    expect(linesOf(oldestFirst, undefined, "2026-11-20").map(({ aircraftId }) => aircraftId)).toEqual([
      cirrus,
      baron,
      null,
    ]);
    expect(linesOf(oldestFirst.slice(1), oldestFirst[1], "2026-11-20")[0]?.aircraftId).toBeNull();
  });

  it("calls a peer without a row a former member", () => {
    const sent = message(me, osterberg, "2026-11-20T10:00:00.000Z");
    const waiting = message(me, osterberg, "2026-11-20T10:05:00.000Z", { waiting: "waiting" });
    expect(listOf([waiting, sent])[0]?.peer).toEqual({
      id: osterberg,
      name: "Former member",
    });
  });

  it("[S206] is new only for unread messages to the reader", () => {
    const own = [message(me, vega, "2026-11-20T10:00:00.000Z")];
    expect(listOf(own)[0]?.isNew).toBe(false);
    const theirs = [message(vega, me, "2026-11-20T10:00:00.000Z")];
    expect(listOf(theirs)[0]?.isNew).toBe(true);
  });

  it("puts unsent messages last in a conversation and first in the list, whatever the phone's clock says", () => {
    const late = message(vega, me, "2026-11-21T10:00:00.000Z");
    const waiting = message(me, osterberg, "2020-01-01T00:00:00.000Z", { waiting: "waiting" });
    expect([waiting, late].sort(inOrder)).toEqual([late, waiting]);
    expect(listOf([late, waiting])[0]?.last).toBe(waiting);
  });
});

describe("a message's state", () => {
  it("follows its row and its outbox entry", () => {
    const at = "2026-11-20T10:00:00.000Z";
    expect(messageState(message(vega, me, at), me)).toBe("received");
    expect(messageState(message(me, vega, at), me)).toBe("sent");
    expect(messageState(message(me, vega, at, { read: true }), me)).toBe("read");
    expect(messageState(message(me, vega, at, { waiting: "waiting" }), me)).toBe("waiting");
    expect(messageState(message(me, vega, at, { waiting: "attention" }), me)).toBe("failed");
  });
});

describe("day labels", () => {
  it("name today, yesterday, a day of this year and one of another", () => {
    expect(dayLabel("2026-11-21", "2026-11-21")).toBe("Today");
    expect(dayLabel("2026-11-20", "2026-11-21")).toBe("Yesterday");
    expect(dayLabel("2026-12-31", "2027-01-01")).toBe("Yesterday");
    expect(dayLabel("2026-11-14", "2026-11-21")).toBe("Sat, Nov 14");
    expect(dayLabel("2025-12-05", "2026-11-21")).toBe("Friday, December 5, 2025");
  });

  it("appear once above each day, also when the rendered part begins within a day", () => {
    const lines = [
      message(me, vega, "2026-11-19T10:00:00.000Z"),
      message(me, vega, "2026-11-19T11:00:00.000Z"),
      message(me, vega, "2026-11-21T09:00:00.000Z"),
    ];
    const days = (from: number) =>
      linesOf(lines.slice(from), lines[from - 1], "2026-11-21", "UTC").map(({ day }) => day);
    expect(days(0)).toEqual(["Thu, Nov 19", null, "Today"]);
    expect(days(1)).toEqual([null, "Today"]);
  });
});

it("[S429] the lines of a conversation name the aircraft above the first message about another one", () => {
  const about = (aircraftId: string | null) => message(me, vega, "2026-11-21T09:00:00.000Z", { aircraftId });
  const lines = [about("one"), about("one"), about(null), about("one"), about("two")];
  const names = (from: number) =>
    linesOf(lines.slice(from), lines[from - 1], "2026-11-21").map((line) => line.aircraftId);
  expect(names(0)).toEqual(["one", null, null, null, "two"]);
  expect(names(1)).toEqual([null, null, null, "two"]);
});

describe("the rendered part of a long conversation", () => {
  it("starts at the newest, grows upwards and drops the end", () => {
    let shown = newestWindow(5000);
    expect(shown).toEqual({ first: 5000 - MESSAGES_PER_STEP, last: 5000 });
    for (let times = 0; times < 10; times++) shown = olderWindow(shown);
    expect(shown).toEqual({ first: 5000 - 11 * MESSAGES_PER_STEP, last: 5000 - 11 * MESSAGES_PER_STEP + MAX_MESSAGES });
    for (let times = 0; times < 200; times++) shown = olderWindow(shown);
    expect(shown).toEqual({ first: 0, last: MAX_MESSAGES });
    for (let times = 0; times < 200; times++) shown = newerWindow(shown, 5000);
    expect(shown).toEqual({ first: 5000 - MAX_MESSAGES, last: 5000 });
  });

  it("keeps its messages when others arrive, and follows new ones at the end", () => {
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ id: String(from + at) }));
    const all = ids(0, 500);
    const moved = (window: ChatWindow, to: { id: string }[], isAtEnd = false) => movedWindow(window, all, to, isAtEnd);
    expect(movedWindow({ first: 0, last: 3 }, ids(0, 3), ids(0, 4), true)).toEqual({ first: 0, last: 4 });
    expect(moved({ first: 440, last: 500 }, ids(0, 501), true)).toEqual({ first: 440, last: 501 });
    expect(moved({ first: 100, last: 200 }, ids(0, 501))).toEqual({ first: 100, last: 200 });
    expect(moved({ first: 400, last: 500 }, ids(0, 501))).toEqual({ first: 400, last: 501 });
    expect(moved({ first: 100, last: 200 }, ids(-1000, 500))).toEqual({ first: 1100, last: 1200 });
    expect(moved({ first: 440, last: 500 }, ids(-1000, 500), true)).toEqual({ first: 1440, last: 1500 });
    expect(moved({ first: 260, last: 500 }, ids(0, 1500))).toEqual({ first: 260, last: 500 });
    expect(moved({ first: 260, last: 500 }, ids(0, 1500), true)).toEqual({ first: 1260, last: 1500 });
    expect(moved({ first: 440, last: 500 }, ids(0, 499), true)).toEqual({ first: 439, last: 499 });
    expect(movedWindow({ first: 0, last: 0 }, [], ids(0, 500), true)).toEqual(newestWindow(500));
    expect(movedWindow({ first: 0, last: 1 }, ids(0, 1), [], true)).toEqual({ first: 0, last: 0 });
  });
});
