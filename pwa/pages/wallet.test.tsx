// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { useCurrentStore } from "../client/sync/current-store.ts";
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

  it("asks a guest to log in", async () => {
    await openScreen(server, <WalletPage />, { address: "/wallet" });
    fireEvent.click(await screen.findByRole("button", { name: "Log In" }));
    expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(walletDbName(me.id));
  });
});
