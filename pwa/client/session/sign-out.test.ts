// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { followUser } from "../sync/current-store.ts";
import { settlePendingSignOut, startSignOut } from "./sign-out.ts";
import { pendingSignOut, setPendingSignOut } from "./stored-session.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  followUser(null, { ended: () => undefined, outdated: () => undefined });
  setPendingSignOut(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([null, "discard"] as const)(
  "[R23] hides the user and keeps unsent changes when the store cannot be opened (choice made before: %s)",
  async (leave) => {
    const userId = newId();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("Storage is closed.", "SecurityError");
    });
    followUser(userId, { ended: () => undefined, outdated: () => undefined });
    if (leave) setPendingSignOut({ userId, leave });
    const steps: string[] = [];
    const hide = () => void steps.push(`hidden, pending: ${pendingSignOut()?.leave}`);
    const logOut = () => Promise.resolve(steps.push("server session ended") > 0);

    expect(await startSignOut(userId, { hide, logOut })).toBe("signed-out");
    expect(steps).toEqual([`hidden, pending: ${leave ?? "keep"}`, "server session ended"]);
    expect(pendingSignOut()).toEqual({ userId, leave: leave ?? "keep" });

    // The next start finishes it on the device.
    vi.mocked(indexedDB.open).mockRestore();
    followUser(null, { ended: () => undefined, outdated: () => undefined });
    expect(await settlePendingSignOut(logOut)).toBe(true);
    expect(pendingSignOut()).toBeNull();
  },
);
