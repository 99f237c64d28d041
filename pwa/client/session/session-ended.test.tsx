// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { deviceNote, setDeviceNote } from "../../device/person/device-notes.ts";
import { followUser, openedStore, queue } from "../sync/current-store.ts";
import { useRows } from "../sync/rows.ts";
import { AuthProvider, useAuth, type Auth } from "./session.tsx";

vi.setConfig({ testTimeout: 30_000 });

const person = (name: string) => ({ id: newId(), name, email: "x@demo.test", isEmailVerified: true });
const plane = newId();

/** The fake browser's closed notifications. */
let closed: string[];
let isSubscribed: boolean;
/** Resolves when the subscription is removed; a test may delay it. */
let unsubscribing: Promise<void>;

/** The fake server: the signed-in user, and the ids of received commands. */
let me: ReturnType<typeof person>;
let session: typeof me | null;
let receivedIds: string[];

class NoSocket {
  send(): void {}
  close(): void {}
}

let auth: Auth;
let rows: ReturnType<typeof useRows<"favorites">>;
function Page() {
  auth = useAuth();
  rows = useRows("favorites");
  return null;
}

function answer(path: string, body: string): Response {
  if (path === "/api/auth/login") session = me;
  if (!session) return Response.json({ error: "Please log in first.", code: "not-signed-in" }, { status: 401 });
  if (path === "/api/auth/login") return Response.json({ user: session });
  if (path === "/api/auth/me") return Response.json(session);
  if (path !== "/api/sync") return new Response(null, { status: 204 });
  const { cursor, commands } = JSON.parse(body) as ExchangeRequest;
  receivedIds.push(...commands.map(({ id }) => id));
  const row = { id: newId(), userId: session.id, aircraftId: plane, createdAt: "2026-11-21T10:00:00.000Z" };
  const outcomes = commands.map(({ id }) => ({ id, status: "applied" }));
  const batch = { from: cursor, to: newId(), rows: { favorites: [row] }, drops: {}, outcomes };
  return Response.json({ ...batch, serverTime: new Date().toISOString() });
}

beforeEach(async () => {
  me = person("Owen Fairley");
  [session, receivedIds, closed, isSubscribed, unsubscribing] = [me, [], [], true, Promise.resolve()];
  localStorage.clear();
  localStorage.setItem("currentUser", JSON.stringify(me));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => answer(path, init?.body ?? "{}"));
  const unsubscribe = async () => {
    await unsubscribing;
    isSubscribed = false;
  };
  const registration = {
    getNotifications: async () => [
      { data: { person: "hash" }, close: () => closed.push("conversation:x") },
      { data: {}, close: () => closed.push("neutral") },
    ],
    pushManager: { getSubscription: async () => (isSubscribed ? { unsubscribe } : null) },
  };
  const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  await setDeviceNote("push", { userId: me.id, person: "hash", publicKey: "key" });
  await act(async () => {
    render(
      <AuthProvider>
        <Page />
      </AuthProvider>,
    );
  });
  await until(() => expect(rows).toMatchObject([{ aircraftId: plane }]));
});
afterEach(() => {
  act(() => followUser(null, { ended: () => undefined, outdated: () => undefined }));
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const until = (check: () => void | Promise<void>) => waitFor(check, { timeout: 12_000, interval: 5 });
const isPutAway = () => until(() => expect(localStorage.getItem("rows-to-park")).toBeNull());
const waiting = () => act(() => queue("favorites.add", { aircraftId: newId() }));
const logIn = () => act(async () => void (await auth.login("x@demo.test", "secret")));

describe("a session that the server ends while the page is open", () => {
  it("[R13] [R23] removes the user from the device: no push, no notices, no sending worker", async () => {
    session = null;
    const { id } = await waiting();
    await until(() => expect(auth.user).toBeNull());
    await until(async () => expect([await deviceNote("signed-in"), await deviceNote("push")]).toEqual([null, null]));
    await until(() => expect(isSubscribed).toBe(false));
    expect(closed).toEqual(["conversation:x"]);
    await isPutAway();

    await logIn();
    await until(() => expect(receivedIds).toEqual([id]));
  });

  it("[R12] does not disturb a sign-in that follows at once", async () => {
    let release = (): void => undefined;
    unsubscribing = new Promise((resolve) => (release = resolve));
    session = null;
    const first = await waiting();
    await until(() => expect(closed).toEqual(["conversation:x"]));
    await logIn();
    await until(() => expect(rows).toMatchObject([{ aircraftId: plane }]));
    release();
    await isPutAway();
    const second = await waiting();
    await until(() => expect(receivedIds).toEqual([first.id, second.id]));
    const { engine } = await act(openedStore);
    await until(async () => expect(await engine.outbox()).toEqual([]));
    await until(() => expect(rows).toMatchObject([{ aircraftId: plane }]));
    expect(await deviceNote("signed-in")).toMatchObject({ userId: me.id });
    expect(await deviceNote("push")).toBeNull();
  });
});
