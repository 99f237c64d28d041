// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { conversationNote, keepConversationNote } from "../messages/conversation-notes.ts";
import { keepBooking, keptBooking } from "../bookings/kept-booking.ts";
import { aPerson } from "../../testing/screen.tsx";
import { AuthProvider, useAuth, type Auth } from "./session.tsx";

const luca = aPerson({ id: "0190aaaa-0000-7000-8000-000000000001", name: "Luca Ferrante" });

type Answer = { status: number; body?: unknown } | "no-network";
/** What the network does, by path; a test fills it in. */
let network: Record<string, () => Answer | Promise<Answer>>;
let asked: { path: string; headers: Record<string, string> }[];

beforeEach(() => {
  network = {};
  asked = [];
  localStorage.clear();
  document.cookie = "tailhour_signed_in=; Max-Age=0";
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, init?: { headers?: Record<string, string> }) => {
    asked.push({ path, headers: init?.headers ?? {} });
    const answer = await network[path]?.();
    if (!answer || answer === "no-network") throw new TypeError("Failed to fetch");
    const hasBody = answer.body !== undefined;
    return new Response(hasBody ? JSON.stringify(answer.body) : null, { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let auth: Auth;
function Probe() {
  auth = useAuth();
  return null;
}
async function start() {
  await act(async () => {
    render(
      <AuthProvider>
        <Probe />
      </AuthProvider>,
    );
  });
}
const keep = () => localStorage.setItem("currentUser", JSON.stringify(luca));
const kept = () => localStorage.getItem("currentUser");

describe("the start", () => {
  it("[S180] is loading without a user on the server", () => {
    const seen: [OwnUser | null, boolean][] = [];
    const Look = () => {
      const { user, loading } = useAuth();
      seen.push([user, loading]);
      return null;
    };
    keep();
    renderToString(
      <AuthProvider>
        <Look />
      </AuthProvider>,
    );
    expect(seen).toEqual([[null, true]]);
  });

  it("asks the server nothing when nothing speaks for a session", async () => {
    await start();
    expect(asked).toEqual([]);
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
  });

  it("[S177] takes the user the server names and stores it", async () => {
    document.cookie = "tailhour_signed_in=1";
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    await start();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(false);
    expect(JSON.parse(kept() ?? "null")).toEqual(luca);
  });

  it.each([401, 403])("[S182] forgets the stored user and the token after a %i", async (status) => {
    keep();
    localStorage.setItem("auth_token", "t");
    localStorage.setItem("theme", "dark");
    network["/api/auth/me"] = () => ({ status, body: { error: "Please log in first.", code: "not-signed-in" } });
    await start();
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
    expect(kept()).toBeNull();
    expect(localStorage.getItem("auth_token")).toBeNull();
    expect(localStorage.getItem("theme")).toBe("dark");
  });

  it.each<[string, Answer]>([
    ["no network", "no-network"],
    ["a 500", { status: 500 }],
    ["a 503", { status: 503 }],
    ["a 429", { status: 429 }],
  ])("[S183] keeps the stored user after %s", async (_, answer) => {
    keep();
    network["/api/auth/me"] = () => answer;
    await start();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(false);
    expect(kept()).not.toBeNull();
  });

  it("[S181] shows the stored user while the server is being asked", async () => {
    keep();
    network["/api/auth/me"] = () => new Promise(() => undefined);
    await start();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(true);
  });

  it("[S289] survives a stored user that is no JSON", async () => {
    localStorage.setItem("currentUser", "{broken");
    network["/api/auth/me"] = () => "no-network";
    await start();
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
  });
});

describe("signing in", () => {
  it("does not let a late answer about the start undo a log-in", async () => {
    let answerLate: (answer: Answer) => void = () => undefined;
    network["/api/auth/me"] = () => new Promise((resolve) => (answerLate = resolve));
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    await start();
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    await act(async () => answerLate({ status: 401, body: { error: "x", code: "not-signed-in" } }));
    expect(auth.user).toEqual(luca);
  });

  it("[S184] sends the token it was given with the next call", async () => {
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "x" } });
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca, token: "t-1" } });
    await start();
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    await act(() => auth.refresh());
    expect(asked.at(-1)).toEqual({ path: "/api/auth/me", headers: { Authorization: "Bearer t-1" } });
  });

  it("[S286] throws the server's words, and 'Login failed' where there are none", async () => {
    network["/api/auth/me"] = () => "no-network";
    network["/api/auth/login"] = () => ({ status: 401, body: { error: "Invalid email or password" } });
    await start();
    await expect(auth.login("a", "b")).rejects.toThrow("Invalid email or password");
    network["/api/auth/login"] = () => ({ status: 500 });
    await expect(auth.login("a", "b")).rejects.toThrow("Login failed");
  });

  it("[S178] logs in with the same credentials after signing up", async () => {
    network["/api/auth/me"] = () => ({ status: 401 });
    network["/api/auth/signup"] = () => ({
      status: 201,
      body: { user: luca, token: "t-0", message: "Look into your mail." },
    });
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca, token: "t-1" } });
    await start();
    let answer: { message?: string } = {};
    await act(async () => {
      answer = await auth.signup({ email: "luca@demo.test", password: "secret", name: "Luca", userType: "pilot" });
    });
    expect(asked.map((request) => request.path)).toEqual(["/api/auth/signup", "/api/auth/login"]);
    expect(answer.message).toBe("Look into your mail.");
    expect(auth.user).toEqual(luca);
    expect(localStorage.getItem("auth_token")).toBe("t-1");
  });
});

describe("what was typed and not sent", () => {
  const listing = `listing-draft:${luca.id}:new`;
  const chats = `chat-notes:${luca.id}`;
  const booking = `booking-details:${luca.id}`;
  const type = () => {
    localStorage.setItem(listing, "typed");
    keepConversationNote(luca.id, "marisol", { name: "Marisol Vega", userType: "owner", draft: "Is she" });
    keepConversationNote(luca.id, "dale", { name: "Dale Whitcomb" });
    keepBooking(luca.id, "plane", { date: "2099-12-05", hours: 4 });
  };
  const notes = () => Object.keys(localStorage).filter((key) => key.includes(luca.id));

  it.each([401, 403])(
    "waits for the person whose session the server ended with a %i, without anybody's name",
    async (status) => {
      keep();
      type();
      network["/api/auth/me"] = () => ({ status, body: { error: "Please log in first." } });
      await start();
      expect(auth.user).toBeNull();
      expect(notes().sort()).toEqual([booking, chats, listing]);
      expect(JSON.parse(localStorage.getItem(chats) ?? "null")).toEqual([["marisol", { draft: "Is she" }]]);
    },
  );

  it("waits when the session ends while the app is open", async () => {
    keep();
    type();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    await start();
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "Please log in first." } });
    await act(() => auth.refresh());
    expect(auth.user).toBeNull();
    expect(conversationNote(luca.id, "marisol").draft).toBe("Is she");
  });

  it("goes when the person logs out, or has logged out in an app that was closed over it", async () => {
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => ({ status: 204 });
    keep();
    type();
    await start();
    await act(() => auth.logout());
    expect(notes()).toEqual([]);

    cleanup();
    keep();
    type();
    localStorage.setItem("logout-pending", JSON.stringify({ userId: luca.id, leave: "keep" }));
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "Please log in first." } });
    await start();
    await waitFor(() => expect(kept()).toBeNull());
    expect(notes()).toEqual([]);
  });

  it("is the person's whom the guest becomes, and nobody's after them", async () => {
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    network["/api/auth/logout"] = () => ({ status: 204 });
    await start();
    keepBooking(null, "plane", { date: "2099-12-05", hours: 4 });
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    expect(keptBooking(luca.id, "plane", "2026-11-21")).toEqual({ date: "2099-12-05", hours: 4 });
    await act(() => auth.logout());
    for (const reader of [null, luca.id]) expect(keptBooking(reader, "plane", "2026-11-21")).toBeNull();
  });
});

describe("logging out", () => {
  it("[S185] forgets the person even when the server cannot be told, and tells it at the next start", async () => {
    keep();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => "no-network";
    await start();
    await act(() => auth.logout());
    expect(auth.user).toBeNull();
    expect(kept()).toBeNull();

    cleanup();
    asked = [];
    network["/api/auth/logout"] = () => ({ status: 204 });
    network["/api/auth/me"] = () => ({ status: 401 });
    await start();
    await waitFor(() => expect(asked.map((request) => request.path)).toEqual(["/api/auth/logout"]));
    expect(auth.user).toBeNull();
  });

  it("[R13] lets nobody log in before the server knows, or it would end the new session instead", async () => {
    keep();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => "no-network";
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    await start();
    await act(() => auth.logout());
    asked = [];
    await act(() => expect(auth.login("luca@demo.test", "secret")).rejects.toMatchObject({ status: 0 }));
    expect(asked.map(({ path }) => path)).not.toContain("/api/auth/login");
    network["/api/auth/logout"] = () => ({ status: 204 });
    asked = [];
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    expect(asked.map(({ path }) => path)).toEqual(["/api/auth/logout", "/api/auth/login"]);
    expect(auth.user).toEqual(luca);
  });
});

describe("outside its provider", () => {
  it("[S248] says what is missing", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => render(<Probe />)).toThrow("useAuth must be used within an AuthProvider");
  });
});
