// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SavedPackRow } from "../../features/packs/pack-row.tsx";
import { BrowserCaches } from "../../testing/browser-caches.ts";
import { Heart } from "../../features/favorites/heart.tsx";
import { aListing, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { storeSessionSummary, storedSessionSummary } from "./session-summary.ts";
import { useUnread } from "../messages/unread.ts";

const plane = aListing({ name: "Piper Archer III" });
let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

function HeartAndUnread() {
  return (
    <>
      <Heart plane={plane} />
      <output>{useUnread()}</output>
    </>
  );
}
const heart = () => screen.getByRole<HTMLButtonElement>("button", { name: /Piper Archer III/ });
const store = (userId: string, summary: object) => localStorage.setItem(`glance:${userId}`, JSON.stringify(summary));

describe("before the user's rows are open", () => {
  it("shows the favorites and unread count last stored on this device", async () => {
    server.me = aPerson();
    store(server.me.id, { favorites: [plane.id], unread: 3 });
    await openScreen(server, <HeartAndUnread />);
    expect([heart().disabled, heart().getAttribute("aria-pressed")]).toEqual([false, "true"]);
    expect(screen.getByRole("status").textContent).toBe("3");
    // The rows replace the summary once they are open.
    await waitFor(() => expect(heart().getAttribute("aria-pressed")).toBe("false"), { timeout: 10_000 });
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("0"));
  });

  it.each([["favorites"], ["booked"]])("[S812] shows the row that keeps an aircraft of the stored %s", async (list) => {
    vi.stubGlobal("caches", new BrowserCaches());
    server.me = aPerson();
    store(server.me.id, { favorites: [], booked: [], unread: 0, [list]: [plane.id] });
    await openScreen(server, <SavedPackRow plane={plane} />);
    const row = () => screen.queryByText("Keep on this device");
    expect(row()).not.toBeNull();
    await waitFor(() => expect(row()).toBeNull(), { timeout: 10_000 });
  });

  it("ignores another user's summary: the heart shows no state", async () => {
    server.me = aPerson();
    store(aPerson().id, { favorites: [plane.id], unread: 3 });
    await openScreen(server, <HeartAndUnread />);
    expect([heart().disabled, heart().getAttribute("aria-pressed")]).toEqual([true, null]);
    expect(screen.getByRole("status").textContent).toBe("0");
  });

  it.each([
    "null",
    "{}",
    "[1]",
    "nonsense",
    '{"favorites":[1],"unread":2}',
    '{"favorites":[],"booked":[1],"unread":2}',
  ])("reads an invalid summary as null: %s", (text) => {
    localStorage.setItem("glance:someone", text);
    expect(storedSessionSummary("someone")).toBeNull();
  });
});

describe("a stored summary", () => {
  it("is removed when the user's session has ended", async () => {
    const me = aPerson();
    server.me = me;
    store(me.id, { favorites: [plane.id], unread: 3 });
    server.answers.set("/api/auth/me", { status: 401, body: { error: "Please log in first." } });
    await openScreen(server, <HeartAndUnread />);
    await waitFor(() => expect(localStorage.getItem(`glance:${me.id}`)).toBeNull());
  });

  it("is not written after the user has signed out", () => {
    const me = aPerson();
    storeSessionSummary(me.id, { favorites: [], unread: 1 });
    expect(storedSessionSummary(me.id)).toBeNull();
    localStorage.setItem("currentUser", JSON.stringify(me));
    storeSessionSummary(me.id, { favorites: [plane.id], unread: 1 });
    expect(storedSessionSummary(me.id)).toEqual({ favorites: [plane.id], unread: 1 });
  });
});
