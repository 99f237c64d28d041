// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ChatLog } from "./chat-log.tsx";
import type { MessageWithStatus } from "./conversations.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const peer = "0190aaaa-0000-7000-8000-000000000002";
/** Heights of the log and of each line; happy-dom has no layout. */
const layout = { view: 500, line: 50 };

/** Messages `from` to `to` of a long conversation. */
function messages(from: number, to: number): MessageWithStatus[] {
  return Array.from({ length: to - from }, (_, at) => ({
    id: `message-${from + at}`,
    senderId: peer,
    receiverId: me,
    aircraftId: null,
    bookingId: null,
    content: `Number ${from + at}`,
    createdAt: "2026-11-21T10:38:00.000Z",
    read: true,
    rev: 1,
  }));
}

const log = () => screen.getByRole("log");
const lines = () => [...log().querySelectorAll<HTMLElement>("[data-id]")];
const positions = () => new Map(lines().map(({ dataset }, at) => [dataset["id"], at * layout.line - log().scrollTop]));
const visible = () => [...positions()].filter(([, top]) => top >= 0 && top < layout.view).map(([id]) => id);
const numberOf = (line: Element | null) => Number(line?.getAttribute("data-id")?.split("-")[1]);

function chat(shown: readonly MessageWithStatus[], bookings: readonly string[] = []) {
  return (
    <ChatLog
      messages={shown}
      today="2026-11-21"
      showsAircraft
      bookings={new Set(bookings)}
      renderBooking={(id) => <section aria-label="Booking">{id}</section>}
      refusals={new Map()}
      me={me}
      peerName="Marisol Vega"
      onRetry={() => {}}
      onDelete={() => {}}
      onVerify={() => {}}
    />
  );
}

/** Renders a conversation with a layout: lines of equal height in a log that scrolls and clamps. */
function open(shown: readonly MessageWithStatus[], bookings: readonly string[] = []) {
  let scrollTop = 0;
  const height = () => document.querySelectorAll("[data-id]").length * layout.line;
  const isLog = (element: Element) => element.getAttribute("role") === "log";
  const clamped = () => Math.max(0, Math.min(scrollTop, height() - layout.view));
  const prototype = HTMLElement.prototype;
  vi.spyOn(prototype, "scrollTop", "get").mockImplementation(clamped);
  vi.spyOn(prototype, "scrollTop", "set").mockImplementation((to: number) => {
    scrollTop = to;
    scrollTop = clamped();
  });
  vi.spyOn(prototype, "scrollHeight", "get").mockImplementation(height);
  vi.spyOn(prototype, "clientHeight", "get").mockImplementation(() => layout.view);
  vi.spyOn(prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const place = numberOf(this) - numberOf(document.querySelector("[data-id]"));
    const top = isLog(this) ? 0 : place * layout.line - clamped();
    return new DOMRect(0, top, 300, isLog(this) ? layout.view : layout.line);
  });
  return render(chat(shown, bookings));
}

function scrollTo(top: number): void {
  log().scrollTop = top;
  fireEvent.scroll(log());
}

/** Expects that what is in view stays where it is while `work` changes the conversation. */
function expectNoJump(work: () => void): void {
  const [before, inView] = [positions(), visible()];
  expect(inView.length).toBeGreaterThan(0);
  work();
  for (const id of inView) expect([id, positions().get(id)]).toEqual([id, before.get(id)]);
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Object.assign(layout, { view: 500, line: 50 });
});

describe("a long conversation", () => {
  it("stays in place for a reader who scrolled back while older messages load", () => {
    const { rerender } = open(messages(4000, 5000));
    scrollTo(1200);
    expectNoJump(() => rerender(chat(messages(3000, 5000))));
    scrollTo(200);
    expectNoJump(() => rerender(chat(messages(0, 5000))));
  });

  it("stays in place for a reader who scrolled back while new messages arrive", () => {
    const { rerender } = open(messages(0, 1000));
    for (let times = 0; times < 3; times++) scrollTo(700);
    scrollTo(3000);
    expectNoJump(() => rerender(chat(messages(0, 1100))));
  });

  it("stays in place when a scroll has no event yet", () => {
    const { rerender } = open(messages(4000, 5000));
    log().scrollTop = 1200;
    expectNoJump(() => rerender(chat(messages(3000, 5000))));
    fireEvent.scroll(log());
    expectNoJump(() => rerender(chat(messages(2000, 5000))));
  });

  it("stays in place when the reader scrolls near its start", () => {
    open(messages(0, 5000));
    for (let times = 0; times < 8; times++) {
      log().scrollTop = Math.min(log().scrollTop, 700);
      expectNoJump(() => fireEvent.scroll(log()));
    }
    expect(visible()).not.toContain("message-4800");
  });

  it("renders older messages that arrive while the reader is at its start", () => {
    const { rerender } = open(messages(4900, 5000));
    scrollTo(0);
    scrollTo(0);
    expect(visible()[0]).toBe("message-4900");
    expectNoJump(() => rerender(chat(messages(4000, 5000))));
    expect(log().scrollTop).toBeGreaterThan(0);
  });

  it("stays at its end when a wider screen makes lines shorter and then the view lower", () => {
    const { rerender } = open(messages(0, 1000));
    log().scrollTop = log().scrollHeight;
    fireEvent.scroll(log());
    layout.line = 40;
    // The browser clamps the position to the shorter content before the view changes.
    log().scrollTop = log().scrollHeight;
    layout.view = 300;
    fireEvent.scroll(log());
    expect(screen.queryByRole("button", { name: "Newest messages" })).toBeNull();
    rerender(chat(messages(0, 1001)));
    expect(visible().at(-1)).toBe("message-1000");
  });

  it("stays at its end while older and new messages arrive", () => {
    const { rerender } = open(messages(4997, 5000));
    for (const all of [messages(4000, 5000), messages(0, 5000), messages(0, 5500)]) {
      rerender(chat(all));
      expect(visible().at(-1)).toBe(all.at(-1)?.id);
      expect(lines().length).toBeGreaterThanOrEqual(60);
    }
  });
});

describe("messages about a booking", () => {
  const request = "Booking request for Cessna 172\nDate: Sat, Dec 5\nDuration: 3 hours";
  const about = messages(0, 2).map((message, at) => ({
    ...message,
    bookingId: "booking-1",
    content: at === 0 ? request : "Booking accepted: Cessna 172, Sat, Dec 5, 3 hours.",
  }));

  it("are the booking's card once, at the newest; the request's facts are not there twice", () => {
    open(about, ["booking-1"]);
    expect(lines().map((line) => line.querySelector("section")?.textContent)).toEqual([undefined, "booking-1"]);
    expect(screen.getByText("Booking request for Cessna 172")).toBeTruthy();
    expect(screen.queryByText(/Duration/)).toBeNull();
  });

  it("keep their whole text while the device does not have the booking", () => {
    open(about);
    expect(screen.getByText(/Duration: 3 hours/)).toBeTruthy();
    expect(screen.queryByRole("region")).toBeNull();
  });
});
