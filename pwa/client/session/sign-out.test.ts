// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { followUser } from "../sync/current-store.ts";
import { openWallet, walletDbName } from "../../device/store/wallet-store.ts";
import { park, settlePendingSignOut, startSignOut, useSignOut, type WalletChoice } from "./sign-out.ts";
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
    expect(pendingSignOut()).toEqual(leave ? { userId, leave } : { userId, leave: "keep", wallet: "keep" });

    // The next start finishes it on the device.
    vi.mocked(indexedDB.open).mockRestore();
    followUser(null, { ended: () => undefined, outdated: () => undefined });
    expect(await settlePendingSignOut(logOut)).toBe(true);
    expect(pendingSignOut()).toBeNull();
  },
);

const logOut = () => Promise.resolve(true);
const hide = () => undefined;

/** The ways in which a user leaves a device. */
const endings = {
  "a sign-out": async (userId: string) => {
    followUser(userId, { ended: () => undefined, outdated: () => undefined });
    const leaving = startSignOut(userId, { hide, logOut });
    await answerAboutWallet("remove");
    expect(await leaving).toBe("signed-out");
  },
  "an interrupted sign-out": async (userId: string) => {
    setPendingSignOut({ userId, leave: "discard" });
    expect(await settlePendingSignOut(logOut)).toBe(true);
  },
};

async function answerAboutWallet(choice: WalletChoice) {
  const question = await vi.waitUntil(() => useSignOut.getState().question, { timeout: 10_000 });
  if (question.about !== "wallet") throw new Error("asked about changes");
  question.answer(choice);
}

const databases = async () => (await indexedDB.databases()).map((one) => one.name);
const certificate = { level: "private", number: "3921748" } as const;
const review = { on: "2026-03-14" };
const aWallet = async () => {
  const userId = newId();
  const wallet = openWallet(userId);
  await wallet.put({ certificate });
  return { userId, wallet };
};

it("[S689] every sign-out removes the wallet, also while another tab has it open", async () => {
  for (const [name, end] of Object.entries(endings)) {
    const { userId, wallet: otherTab } = await aWallet();
    await end(userId);
    expect([name, (await databases()).includes(walletDbName(userId))]).toEqual([name, false]);
    await expect(otherTab.put({ review })).rejects.toThrow();
    expect(await databases()).not.toContain(walletDbName(userId));
  }
});

it("[S856] a sign-out that would lose the wallet asks before, and the user can stay", async () => {
  const { userId, wallet } = await aWallet();
  followUser(userId, { ended: () => undefined, outdated: () => undefined });
  const leaving = startSignOut(userId, { hide: () => expect.unreachable("hidden"), logOut });
  await answerAboutWallet("stay");
  expect([await leaving, await wallet.read()]).toEqual(["stayed", { certificate }]);
  wallet.close();
});

it("[S857] a session that ends by itself removes a wallet only when the copy has all of it", async () => {
  const { userId, wallet } = await aWallet();
  await park(userId);
  expect(await wallet.read()).toEqual({ certificate });
  const [kept] = Object.values(await wallet.unsent());
  await wallet.take({ rev: 7, papers: { certificate: { paper: certificate, rev: 7, at: kept!.at } } });
  await wallet.put({ review });
  await park(userId);
  expect(await wallet.read()).toEqual({ certificate, review });
  const [edited] = Object.values(await wallet.unsent());
  const papers = {
    certificate: { paper: certificate, rev: 7, at: kept!.at },
    review: { paper: review, rev: 8, at: edited!.at },
  };
  await wallet.take({ rev: 8, papers });
  await park(userId);
  expect(await databases()).not.toContain(walletDbName(userId));
});

it("[S965] a sign-out whose code cannot ask keeps a wallet without a copy for the next sign-in", async () => {
  const { userId, wallet } = await aWallet();
  wallet.close();
  // The user's store cannot be opened.
  const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("Storage is closed.", "SecurityError");
  });
  followUser(userId, { ended: () => undefined, outdated: () => undefined });
  expect(await startSignOut(userId, { hide, logOut })).toBe("signed-out");
  opening.mockRestore();
  followUser(null, { ended: () => undefined, outdated: () => undefined });
  expect(await settlePendingSignOut(logOut)).toBe(true);
  const kept = openWallet(userId);
  expect(await kept.read()).toEqual({ certificate });
  kept.close();
});

it("a wallet that cannot be removed leaves the sign-out for the next start", async () => {
  const userId = newId();
  const wallet = openWallet(userId);
  await wallet.put({ review });
  wallet.close();
  const deleting = vi.spyOn(indexedDB, "deleteDatabase").mockImplementation(() => {
    throw new DOMException("Storage is closed.", "UnknownError");
  });
  followUser(userId, { ended: () => undefined, outdated: () => undefined });
  const leaving = startSignOut(userId, { hide, logOut });
  await answerAboutWallet("remove");
  expect(await leaving).toBe("signed-out");
  expect(pendingSignOut()?.userId).toBe(userId);
  deleting.mockRestore();
  followUser(null, { ended: () => undefined, outdated: () => undefined });
  expect(await settlePendingSignOut(logOut)).toBe(true);
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(walletDbName(userId));
});
