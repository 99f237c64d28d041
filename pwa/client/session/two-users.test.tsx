// @vitest-environment happy-dom
// Two users in one tab: the second sees no response of the first.
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useServerDetail } from "../catalogue/details.ts";
import { useQuery } from "../api/query.ts";
import { aPerson } from "../../testing/screen.tsx";
import { AuthProvider, useAuth, type Auth } from "./session.tsx";

const luca = aPerson({ id: "0190aaaa-0000-7000-8000-000000000001", name: "Luca Ferrante", userType: "owner" });
const dana: OwnUser = { ...luca, id: "0190aaaa-0000-7000-8000-000000000002", name: "Dana Whitfield" };
const hiddenId = "0190bbbb-0000-7000-8000-000000000001";

/** The user whose cookie the browser holds. */
let signedIn: OwnUser | null;
/** Requests of the second user wait for this. */
let gate: Promise<void>;
let openGate: () => void;

beforeEach(() => {
  signedIn = luca;
  gate = Promise.resolve();
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    if (path === "/api/auth/me") return signedIn ? Response.json(signedIn) : problem(401);
    if (path === "/api/auth/login") return Response.json({ user: (signedIn = dana) });
    if (path === "/api/auth/logout") return new Response(null, { status: 204 });
    if (method !== "GET") throw new TypeError("Failed to fetch");
    const asker = signedIn;
    if (asker === dana) await gate;
    if (path === `/api/users/${hiddenId}`)
      return Response.json({ ...dana, name: `seen by ${asker?.name ?? "a guest"}` });
    if (path === `/api/aircraft/${hiddenId}/reviews`) return Response.json([]);
    if (path === `/api/aircraft/${hiddenId}/with-owner` && asker === luca)
      return Response.json({
        aircraft: { id: hiddenId, name: "Hidden Skyhawk", images: [], isActive: false },
        owner: luca,
      });
    return problem(404);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const problem = (status: number) => Response.json({ error: "No.", code: "no" }, { status });

let auth: Auth;
function Screen() {
  auth = useAuth();
  const { result } = useQuery("users.profile", { id: hiddenId });
  const detail = useServerDetail(hiddenId);
  return (
    <p>
      {result.state === "ready" ? result.data.name : result.state}, {detail.aircraft?.name ?? detail.state}
    </p>
  );
}
const shown = () => screen.getByText(/,/).textContent;

it("hides the first user's responses from the second, within the cache lifetime, on one path", async () => {
  localStorage.setItem("currentUser", JSON.stringify(luca));
  render(
    <AuthProvider>
      <Screen />
    </AuthProvider>,
  );
  await vi.waitFor(() => expect(shown()).toBe("seen by Luca Ferrante, Hidden Skyhawk"));

  gate = new Promise((resolve) => (openGate = resolve));
  await act(() => auth.login("dana@demo.test", "secret"));
  expect(shown()).toBe("loading, loading");
  await act(async () => openGate());
  await vi.waitFor(() => expect(shown()).toBe("seen by Dana Whitfield, missing"));
});

it("hides them from a guest after sign-out", async () => {
  localStorage.setItem("currentUser", JSON.stringify(luca));
  render(
    <AuthProvider>
      <Screen />
    </AuthProvider>,
  );
  await vi.waitFor(() => expect(shown()).toBe("seen by Luca Ferrante, Hidden Skyhawk"));
  signedIn = null;
  await act(() => auth.logout());
  await vi.waitFor(() => expect(shown()).toBe("seen by a guest, missing"));
});
