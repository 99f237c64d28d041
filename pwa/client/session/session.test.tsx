// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { conversationNote, updateConversationNote } from "../messages/conversation-notes.ts";
import { storeUnsentBooking, unsentBooking } from "../bookings/unsent-booking.ts";
import { aPerson } from "../../testing/screen.tsx";
import { AuthProvider, useAuth, type Auth } from "./session.tsx";

const luca = aPerson({ id: "0190aaaa-0000-7000-8000-000000000001", name: "Luca Ferrante" });

type Answer = { status: number; body?: unknown } | "no-network";
/** The fake network's responses by path; each test sets them. */
let network: Record<string, () => Answer | Promise<Answer>>;
let requests: { path: string; headers: Record<string, string> }[];

beforeEach(() => {
  network = {};
  requests = [];
  localStorage.clear();
  document.cookie = "tailhour_signed_in=; Max-Age=0";
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, init?: { headers?: Record<string, string> }) => {
    requests.push({ path, headers: init?.headers ?? {} });
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
/** Starts, and waits for the server's answer. */
async function startAnswered() {
  await start();
  await waitFor(() => expect(auth.loading).toBe(false));
}
const storeLuca = () => localStorage.setItem("currentUser", JSON.stringify(luca));
const storedText = () => localStorage.getItem("currentUser");

describe("the start", () => {
  it("[S180] is loading without a user on the server", () => {
    const seen: [OwnUser | null, boolean][] = [];
    const Look = () => {
      const { user, loading } = useAuth();
      seen.push([user, loading]);
      return null;
    };
    storeLuca();
    renderToString(
      <AuthProvider>
        <Look />
      </AuthProvider>,
    );
    expect(seen).toEqual([[null, true]]);
  });

  it("sends no request when nothing indicates a session", async () => {
    await start();
    expect(requests).toEqual([]);
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
  });

  it("[S177] stores the user of the server's answer", async () => {
    document.cookie = "tailhour_signed_in=1";
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    await startAnswered();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(false);
    expect(JSON.parse(storedText() ?? "null")).toEqual(luca);
  });

  it.each([401, 403])("[S182] removes the stored user and the token after a %i", async (status) => {
    storeLuca();
    localStorage.setItem("auth_token", "t");
    localStorage.setItem("theme", "dark");
    network["/api/auth/me"] = () => ({ status, body: { error: "Please log in first.", code: "not-signed-in" } });
    await startAnswered();
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
    expect(storedText()).toBeNull();
    expect(localStorage.getItem("auth_token")).toBeNull();
    expect(localStorage.getItem("theme")).toBe("dark");
  });

  it.each<[string, Answer]>([
    ["no network", "no-network"],
    ["a 500", { status: 500 }],
    ["a 503", { status: 503 }],
    ["a 429", { status: 429 }],
  ])("[S183] keeps the stored user after %s", async (_, answer) => {
    storeLuca();
    network["/api/auth/me"] = () => answer;
    await startAnswered();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(false);
    expect(storedText()).not.toBeNull();
  });

  it("[S181] shows the stored user until the server answers", async () => {
    storeLuca();
    network["/api/auth/me"] = () => new Promise(() => undefined);
    await start();
    expect(auth.user).toEqual(luca);
    expect(auth.loading).toBe(true);
  });

  it("[S289] ignores a stored user that is not JSON", async () => {
    localStorage.setItem("currentUser", "{broken");
    network["/api/auth/me"] = () => "no-network";
    await start();
    expect(auth.user).toBeNull();
    expect(auth.loading).toBe(false);
  });
});

describe("signing in", () => {
  it("ignores a late answer to the first request after a sign-in", async () => {
    let answerLate: (answer: Answer) => void = () => undefined;
    network["/api/auth/me"] = () => new Promise((resolve) => (answerLate = resolve));
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    await start();
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    await act(async () => answerLate({ status: 401, body: { error: "x", code: "not-signed-in" } }));
    expect(auth.user).toEqual(luca);
  });

  it("[S184] sends the received token with the next call", async () => {
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "x" } });
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca, token: "t-1" } });
    await start();
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    await act(() => auth.refresh());
    expect(requests.at(-1)).toEqual({ path: "/api/auth/me", headers: { Authorization: "Bearer t-1" } });
  });

  it("[S286] throws the server's message, or 'Login failed' without one", async () => {
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
    expect(requests.map((request) => request.path)).toEqual(["/api/auth/signup", "/api/auth/login"]);
    expect(answer.message).toBe("Look into your mail.");
    expect(auth.user).toEqual(luca);
    expect(localStorage.getItem("auth_token")).toBe("t-1");
  });
});

describe("drafts", () => {
  const listing = `listing-draft:${luca.id}:new`;
  const chats = `chat-notes:${luca.id}`;
  const booking = `booking-details:${luca.id}`;
  const type = () => {
    localStorage.setItem(listing, "typed");
    updateConversationNote(luca.id, "marisol", { name: "Marisol Vega", userType: "owner", draft: "Is she" });
    updateConversationNote(luca.id, "dale", { name: "Dale Whitcomb" });
    storeUnsentBooking(luca.id, "plane", { date: "2099-12-05", hours: 4 });
  };
  const notes = () => Object.keys(localStorage).filter((key) => key.includes(luca.id));

  it.each([401, 403])(
    "stay for the user, without any name, when the server ended the session with a %i",
    async (status) => {
      storeLuca();
      type();
      network["/api/auth/me"] = () => ({ status, body: { error: "Please log in first." } });
      await startAnswered();
      expect(auth.user).toBeNull();
      expect(notes().sort()).toEqual([booking, chats, listing]);
      expect(JSON.parse(localStorage.getItem(chats) ?? "null")).toEqual([["marisol", { draft: "Is she" }]]);
    },
  );

  it("stay when the session ends while the app is open", async () => {
    storeLuca();
    type();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    await startAnswered();
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "Please log in first." } });
    await act(() => auth.refresh());
    expect(auth.user).toBeNull();
    expect(conversationNote(luca.id, "marisol").draft).toBe("Is she");
  });

  it("are removed by a sign-out, also one that finishes at the next start", async () => {
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => ({ status: 204 });
    storeLuca();
    type();
    await start();
    await act(() => auth.logout());
    expect(notes()).toEqual([]);

    cleanup();
    storeLuca();
    type();
    localStorage.setItem("logout-pending", JSON.stringify({ userId: luca.id, leave: "keep" }));
    network["/api/auth/me"] = () => ({ status: 401, body: { error: "Please log in first." } });
    await start();
    await waitFor(() => expect(storedText()).toBeNull());
    expect(notes()).toEqual([]);
  });

  it("move from the guest to the user who signs in, and are removed with that user", async () => {
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    network["/api/auth/logout"] = () => ({ status: 204 });
    await start();
    storeUnsentBooking(null, "plane", { date: "2099-12-05", hours: 4 });
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    expect(unsentBooking(luca.id, "plane", "2026-11-21")).toEqual({ date: "2099-12-05", hours: 4 });
    await act(() => auth.logout());
    for (const reader of [null, luca.id]) expect(unsentBooking(reader, "plane", "2026-11-21")).toBeNull();
  });
});

describe("logging out", () => {
  it("[S185] removes the user when the server cannot be reached, and ends the session at the next start", async () => {
    storeLuca();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => "no-network";
    await start();
    await act(() => auth.logout());
    expect(auth.user).toBeNull();
    expect(storedText()).toBeNull();

    cleanup();
    requests = [];
    network["/api/auth/logout"] = () => ({ status: 204 });
    network["/api/auth/me"] = () => ({ status: 401 });
    await start();
    await waitFor(() => expect(requests.map((request) => request.path)).toEqual(["/api/auth/logout"]));
    expect(auth.user).toBeNull();
  });

  it("[R13] blocks a sign-in until the server has ended the last session", async () => {
    storeLuca();
    network["/api/auth/me"] = () => ({ status: 200, body: luca });
    network["/api/auth/logout"] = () => "no-network";
    network["/api/auth/login"] = () => ({ status: 200, body: { user: luca } });
    await start();
    await act(() => auth.logout());
    requests = [];
    await act(() => expect(auth.login("luca@demo.test", "secret")).rejects.toMatchObject({ status: 0 }));
    expect(requests.map(({ path }) => path)).not.toContain("/api/auth/login");
    network["/api/auth/logout"] = () => ({ status: 204 });
    requests = [];
    await act(async () => void (await auth.login("luca@demo.test", "secret")));
    expect(requests.map(({ path }) => path)).toEqual(["/api/auth/logout", "/api/auth/login"]);
    expect(auth.user).toEqual(luca);
  });
});

describe("outside its provider", () => {
  it("[S248] throws an error that names the provider", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => render(<Probe />)).toThrow("useAuth must be used within an AuthProvider");
  });
});
