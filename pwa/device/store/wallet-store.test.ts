import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { openWallet, removeWallet, walletDbName, type WalletStore } from "./wallet-store.ts";

const third = { class: "third", until: "2098-05-31" } as const;
const first = { class: "first", until: "2099-05-31" } as const;
const certificate = { level: "private" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

let userId: string;
let wallet: WalletStore;
beforeEach(() => {
  userId = newId();
  wallet = openWallet(userId);
});
afterEach(async () => {
  wallet.close();
  await removeWallet(userId);
});

describe("the wallet of a device with a copy on the server", () => {
  it("[S858] has on another device what the copy has, also what was removed", async () => {
    await wallet.put({ review: { on: "2026-03-14" } }, at(0));
    const papers = {
      certificate: { paper: certificate, rev: 3, at: at(1) },
      review: { paper: null, rev: 4, at: at(2) },
    };
    await wallet.take({ rev: 4, papers });
    expect([await wallet.read(), await wallet.unsent(), await wallet.copyRev()]).toEqual([{ certificate }, {}, 4]);
  });

  it("[S859] keeps an edit that the server would take, and yields to a later one of another device", async () => {
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    await wallet.put({ medical: first }, at(5));
    expect(await wallet.unsent()).toEqual({ medical: { paper: first, base: 3, at: at(5) } });
    await wallet.take({ rev: 4, papers: { medical: { paper: { ...third, until: "2090-01-31" }, rev: 4, at: at(4) } } });
    expect(await wallet.read()).toEqual({ medical: first });
    await wallet.take({ rev: 5, papers: { medical: { paper: third, rev: 5, at: at(6) } } });
    expect([await wallet.read(), await wallet.unsent()]).toEqual([{ medical: third }, {}]);
  });

  it("[S860] knows its own edit in the copy, and no late answer undoes it", async () => {
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    await wallet.put({ medical: first }, at(5));
    await wallet.take({ rev: 4, papers: { medical: { paper: first, rev: 4, at: at(5) } } });
    expect(await wallet.unsent()).toEqual({});
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    expect([await wallet.read(), await wallet.copyRev()]).toEqual([{ medical: first }, 4]);
  });

  it("[S861] has all of it to send again after the copy has ended", async () => {
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    await wallet.take({ rev: null, papers: {} });
    expect([await wallet.read(), await wallet.copyRev()]).toEqual([{ medical: third }, null]);
    expect(await wallet.unsent()).toEqual({ medical: { paper: third, base: 0, at: at(1) } });
  });

  it("[S862] keeps the papers of a wallet from before copies, as older than any other", async () => {
    const old = new Dexie(walletDbName(newId()));
    old.version(1).stores({ papers: "name" });
    await old.table("papers").put({ name: "medical", paper: third });
    old.close();
    const opened = openWallet(old.name.replace("wallet-", ""));
    expect(await opened.read()).toEqual({ medical: third });
    expect(await opened.unsent()).toEqual({ medical: { paper: third, base: 0, at: new Date(0).toISOString() } });
    await opened.take({ rev: 1, papers: { medical: { paper: first, rev: 1, at: at(0) } } });
    expect(await opened.read()).toEqual({ medical: first });
    opened.close();
  });
});
