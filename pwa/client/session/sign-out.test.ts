// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { followUser } from "../sync/current-store.ts";
import { openWallet, walletDbName } from "../../device/store/wallet-store.ts";
import { park, settlePendingSignOut, startSignOut } from "./sign-out.ts";
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

const logOut = () => Promise.resolve(true);
const hide = () => undefined;

/** The ways in which a session ends on a device. */
const endings = {
  "a sign-out": async (userId: string) => {
    followUser(userId, { ended: () => undefined, outdated: () => undefined });
    expect(await startSignOut(userId, { hide, logOut })).toBe("signed-out");
  },
  "an interrupted sign-out": async (userId: string) => {
    setPendingSignOut({ userId, leave: "discard" });
    expect(await settlePendingSignOut(logOut)).toBe(true);
  },
  "the end of a session": park,
};

it("[S689] every end of a session removes the wallet, also while another tab has it open", async () => {
  for (const [name, end] of Object.entries(endings)) {
    const userId = newId();
    const otherTab = openWallet(userId);
    await otherTab.put({ certificate: { level: "private", number: "3921748" } });
    await end(userId);
    const left = (await indexedDB.databases()).map((one) => one.name);
    expect([name, left.includes(walletDbName(userId))]).toEqual([name, false]);
    await expect(otherTab.put({ review: { on: "2026-03-14" } })).rejects.toThrow();
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(walletDbName(userId));
  }
});

it("a wallet that cannot be removed leaves the sign-out for the next start", async () => {
  const userId = newId();
  const wallet = openWallet(userId);
  await wallet.put({ review: { on: "2026-03-14" } });
  wallet.close();
  const deleting = vi.spyOn(indexedDB, "deleteDatabase").mockImplementation(() => {
    throw new DOMException("Storage is closed.", "UnknownError");
  });
  followUser(userId, { ended: () => undefined, outdated: () => undefined });
  expect(await startSignOut(userId, { hide, logOut })).toBe("signed-out");
  expect(pendingSignOut()?.userId).toBe(userId);
  deleting.mockRestore();
  followUser(null, { ended: () => undefined, outdated: () => undefined });
  expect(await settlePendingSignOut(logOut)).toBe(true);
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(walletDbName(userId));
});
