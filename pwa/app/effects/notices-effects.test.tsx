// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { followUser } from "../../client/sync/current-store.ts";
import { AuthProvider, useAuth, type Auth } from "../../client/session/session.tsx";
import { NoticesEffects } from "./notices-effects.tsx";

const soon = { timeout: 12_000 };
vi.setConfig({ testTimeout: 30_000 });

let me: { id: string; name: string; isEmailVerified: boolean };
let read: boolean;
let isAway: boolean;
let isSignedOut: boolean;
/** Number of requests for the push settings of this device. */
let looks: number;
let message: { id: string };
/** Counts set on the app icon; 0 clears it. */
let badges: number[];
let closed: string[];

class NoSocket {
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  me = { id: newId(), name: "Owen Fairley", isEmailVerified: true };
  message = { id: newId() };
  read = true;
  isAway = false;
  isSignedOut = false;
  looks = 0;
  badges = [];
  closed = [];
  localStorage.setItem("currentUser", JSON.stringify(me));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  let changes = 0;
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => {
    if (path === "/api/auth/me")
      return isSignedOut ? Response.json({ error: "Please log in first." }, { status: 401 }) : Response.json(me);
    if (path === "/api/push/subscriptions") {
      looks += 1;
      return Response.json({ publicKey: "key", person: "hash", subscription: null });
    }
    if (path !== "/api/sync") return new Response(null, { status: 200 });
    if (isAway) return Response.json({ error: "Not now.", code: "not-ready" }, { status: 503 });
    const { cursor } = JSON.parse(init?.body ?? "{}") as ExchangeRequest;
    changes += 1;
    const who = { senderId: newId(), receiverId: me.id, aircraftId: null, bookingId: null, rev: changes };
    const row = { ...message, ...who, content: "She is fuelled.", createdAt: "2026-11-21T10:00:00.000Z", read };
    const batch = { from: cursor, to: `c${changes}`, rows: { messages: [row] }, drops: {}, outcomes: [] };
    return Response.json({ ...batch, serverTime: new Date().toISOString() });
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  });
  const shown = { tag: "conversation:x", data: { latest: "not on this device" }, close: () => closed.push("newer") };
  const old = { tag: "conversation:y", data: { latest: message.id }, close: () => closed.push("read") };
  const registration = { getNotifications: async () => [shown, old] };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      getRegistration: async () => registration,
      ready: new Promise(() => undefined),
    }),
  });
});
afterEach(() => {
  act(() => followUser(null, { ended: () => undefined, outdated: () => undefined }));
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let auth: Auth;
function Probe() {
  auth = useAuth();
  return null;
}

const open = () =>
  act(async () => {
    render(
      <MemoryRouter>
        <AuthProvider>
          <NoticesEffects />
          <Probe />
        </AuthProvider>
      </MemoryRouter>,
    );
  });

it("takes the icon count and the notifications from the server, not from old rows on the device", async () => {
  await open();
  // Closes what was read on another device; keeps what this device has not received yet.
  await waitFor(() => expect(closed).toContain("read"), soon);
  await waitFor(() => expect(badges).toEqual([0]), soon);
  cleanup();
  act(() => followUser(null, { ended: () => undefined, outdated: () => undefined }));

  // A later push announced another message, and at the next start the server fails.
  badges = [];
  isAway = true;
  await open();
  await waitFor(() => expect(document.title).not.toContain("(1)"), soon);
  expect(badges).toEqual([]);
  isAway = false;
  read = false;
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(badges.at(-1)).toBe(1), soon);
  expect(closed).not.toContain("newer");
});

it("asks the server about push only with the user's permission for notifications", async () => {
  vi.stubGlobal("Notification", { permission: "default" });
  await open();
  await waitFor(() => expect(badges).toEqual([0]), soon);
  expect(looks).toBe(0);
});

it("repairs the push subscription again when the same user signs in again on the same page", async () => {
  await open();
  await waitFor(() => expect([looks, auth.loading]).toEqual([1, false]), soon);
  isSignedOut = true;
  await act(() => auth.refresh());
  expect(auth.user).toBeNull();
  isSignedOut = false;
  act(() => auth.setUser(me as typeof me & Auth["user"] & object));
  await waitFor(() => expect(looks).toBe(2), soon);
});
