// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { useCurrentStore } from "../client/sync/current-store.ts";
import { settleCopy } from "../client/wallet/copy.ts";
import { startSignOut, useSignOut } from "../client/session/sign-out.ts";
import { newId } from "../../shared/kit/ids.ts";
import { openWallet, removeWallet, walletDbName } from "../device/store/wallet-store.ts";
import { chooseOption } from "../testing/choose-option.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, shownToast } from "../testing/screen.tsx";
import { WalletPage } from "./wallet.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
let me: OwnUser;
beforeEach(() => {
  server = newServer();
  me = aPerson({ userType: "pilot" });
});
afterEach(async () => {
  closeScreen();
  await removeWallet(me.id);
});

const open = () => {
  server.me = me;
  return openScreen(server, <WalletPage />, { address: "/wallet" });
};
const row = async (label: string) => within((await screen.findByText(label)).closest("li")!);
const edit = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const stored = async () => {
  const wallet = openWallet(me.id);
  const read = await wallet.read();
  wallet.close();
  return read;
};

describe("the wallet", () => {
  it("[S687] keeps papers on this device alone, without a network", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await open();
    expect((await row("Medical")).getByText("Not added")).toBeTruthy();
    await edit("Edit medical");
    await screen.findByRole("dialog", { name: "Medical" });
    await chooseOption(screen.getByLabelText("Class"), "Third class");
    type("Counts to", "2028-05-31");
    save();
    await waitFor(async () => expect((await row("Medical")).getByText("Third class, to May 31, 2028")).toBeTruthy());
    expect(await stored()).toEqual({ medical: { class: "third", until: "2028-05-31" } });
    expect(JSON.stringify([server.requests, server.commands])).not.toContain("2028");
  });

  it("[S688] says what is wrong with a paper, and stores nothing of it", async () => {
    await open();
    await edit("Edit flight review");
    await screen.findByRole("dialog", { name: "Flight review" });
    save();
    expect(await screen.findByText("Choose a day as YYYY-MM-DD")).toBeTruthy();
    type("Flown on", "2090-01-01");
    save();
    expect(await screen.findByText("A flight review cannot be ahead")).toBeTruthy();
    expect(await stored()).toEqual({});
  });

  it("stores hours in tenths, by type too", async () => {
    await open();
    await edit("Add hours");
    await screen.findByRole("dialog", { name: "Hours" });
    type("Total time", "1,210.4");
    type("Landings, 90 days", "11");
    fireEvent.click(screen.getByRole("button", { name: "Add a type" }));
    type("Type", "sr22");
    type("Time in type", "2.75");
    save();
    expect(await screen.findByText("Enter hours such as 210.4")).toBeTruthy();
    type("Time in type", "2.7");
    save();
    await screen.findByText("1,210.4 h");
    expect(screen.getByText("SR22").nextElementSibling?.textContent).toBe("2.7 h");
    expect((await stored()).hours).toMatchObject({ total: 12_104, landings: 11, types: [{ type: "SR22", hours: 27 }] });
  });

  it("removes a paper", async () => {
    const wallet = openWallet(me.id);
    await wallet.put({ certificate: { level: "private", number: "3921748" } });
    wallet.close();
    await open();
    expect((await row("Certificate")).getByText("Private, no. 3921748")).toBeTruthy();
    await edit("Edit certificate");
    fireEvent.click(await screen.findByRole("button", { name: "Remove from the wallet" }));
    await waitFor(async () => expect((await row("Certificate")).getByText("None")).toBeTruthy());
    expect(await stored()).toEqual({});
  });

  it("[S863] says what a copy waits for, and that a server without keys keeps none", async () => {
    const wallet = openWallet(me.id);
    await wallet.put({ certificate: { level: "private", number: "3921748" } });
    wallet.close();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    me = { ...me, walletRev: null };
    await open();
    const copy = await screen.findByRole("switch", { name: "Also on Tailhour, encrypted" });
    await screen.findByText("Off. Turn it on to have the wallet on your other devices.");
    online.mockReturnValue(true);
    await waitFor(() => expect(server.requests.some(({ path }) => path === "/api/sync")).toBe(true));
    server.outcome = () => ({ status: "refused", code: "papers-not-set-up", message: "No keys here." });
    fireEvent.click(copy);
    await waitFor(() => expect(shownToast()).toMatchObject({ description: "No keys here.", kind: "bad" }));
    await waitFor(() => expect((copy as HTMLInputElement).checked).toBe(false));
    expect(await useCurrentStore.getState().person?.engine.outbox()).toEqual([]);
    expect((await stored()).certificate).toBeDefined();

    online.mockReturnValue(false);
    fireEvent.click(copy);
    await screen.findByText("On. Waiting for signal to send it.");
    await edit("Edit medical");
    await screen.findByRole("dialog", { name: "Medical" });
    await chooseOption(screen.getByLabelText("Class"), "Third class");
    type("Counts to", "2028-05-31");
    save();
    await waitFor(async () => {
      const waiting = await useCurrentStore.getState().person?.engine.outbox();
      expect(waiting?.map(({ input }) => Object.keys(input).sort())).toEqual([["certificate", "medical", "start"]]);
    });
    fireEvent.click(copy);
    await screen.findByText("Off. Waiting for signal to remove the copy.");
  });

  describe("at log-out", () => {
    const paper = { paper: { level: "private" } as const, rev: 7, at: "2026-11-20T10:00:00.000Z" };
    const aCopiedWallet = async (scans = 0) => {
      const wallet = openWallet(me.id);
      await wallet.take({ rev: 7, papers: { certificate: paper } });
      const page = { id: newId(), data: new Blob(["page"]) };
      if (scans > 0) await wallet.addScan({ id: newId(), kind: "logbook", pages: [page.id] }, [page]);
      wallet.close();
      me = { ...me, walletRev: 7 };
      server.answers.set("/api/wallet", { status: 200, body: { rev: 7, papers: { certificate: paper } } });
      server.outcome = () => ({ status: "applied" });
      await open();
      await screen.findByText("Private");
      await waitFor(() => expect(useCurrentStore.getState().person).not.toBeNull());
    };
    const leave = () => startSignOut(me.id, { hide: () => undefined, logOut: () => Promise.resolve(true) });
    const asked = async () => {
      const leaving = leave();
      const question = await vi.waitUntil(() => useSignOut.getState().question, { timeout: 10_000 });
      if (question.about !== "wallet") throw new Error("asked about changes");
      question.answer("stay");
      expect(await leaving).toBe("stayed");
      expect((await stored()).certificate).toEqual({ level: "private" });
      return question.loss;
    };

    it("asks nothing while the server says that the copy has all of it", async () => {
      await aCopiedWallet();
      expect(await leave()).toBe("signed-out");
      expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(walletDbName(me.id));
    });

    it("asks when another device has ended the copy and this one does not know yet", async () => {
      await aCopiedWallet();
      server.answers.set("/api/wallet", { status: 200, body: { rev: null, papers: {} } });
      expect(await asked()).toBe("wallet");
    });

    it("asks when nobody can say what the copy has", async () => {
      await aCopiedWallet();
      server.answers.delete("/api/wallet");
      expect(await asked()).toBe("unknown");
    });

    it("asks when what the copy lacks cannot be queued", async () => {
      await aCopiedWallet();
      const wallet = openWallet(me.id);
      await wallet.put({ certificate: { level: "private" }, review: { on: "2026-03-14" } });
      wallet.close();
      const { engine } = useCurrentStore.getState().person!;
      vi.spyOn(engine, "queue").mockRejectedValue(new Error("full"));
      expect(await asked()).toBe("unknown");
    });

    it("asks about photographs, which no copy has", async () => {
      await aCopiedWallet(1);
      expect(await asked()).toBe("photographs");
    });
  });

  it("[S961] a paper that two devices edited is the user's choice", async () => {
    const wallet = openWallet(me.id);
    const at = "2026-11-20T10:00:00.000Z";
    await wallet.take({ rev: 7, papers: { medical: { paper: { class: "third", until: "2028-05-31" }, rev: 7, at } } });
    await wallet.put({ medical: { class: "second", until: "2029-05-31" } });
    me = { ...me, walletRev: 8 };
    const theirs = { paper: { class: "first", until: "2030-05-31" }, rev: 8, at };
    server.answers.set("/api/wallet", { status: 200, body: { rev: 8, papers: { medical: theirs } } });
    await open();
    await waitFor(() => expect(useCurrentStore.getState().person).not.toBeNull());
    await waitFor(async () => {
      await settleCopy(me.id);
      expect(await wallet.copyRev()).toBe(8);
    });
    const choice = within(await screen.findByRole("group", { name: "Medical, changed on two devices" }));
    expect(choice.getByText("First class, to May 31, 2030")).toBeTruthy();
    fireEvent.click(choice.getByRole("button", { name: "Take the other, medical" }));
    await waitFor(() => expect(screen.queryByRole("group", { name: /two devices/ })).toBeNull());
    expect((await row("Medical")).getByText("First class, to May 31, 2030")).toBeTruthy();
    expect(await wallet.unsent()).toEqual({});
    wallet.close();
  });

  it("asks a guest to log in", async () => {
    await openScreen(server, <WalletPage />, { address: "/wallet" });
    fireEvent.click(await screen.findByRole("button", { name: "Log In" }));
    expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(walletDbName(me.id));
  });
});
