import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { openWallet, removeWallet, walletDbName, WalletFull, type WalletStore } from "./wallet-store.ts";

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
    await wallet.take({ rev: 2, papers: { review: { paper: { on: "2026-03-14" }, rev: 2, at: at(0) } } });
    const papers = {
      certificate: { paper: certificate, rev: 3, at: at(1) },
      review: { paper: null, rev: 4, at: at(2) },
    };
    await wallet.take({ rev: 4, papers });
    expect([await wallet.read(), await wallet.unsent(), await wallet.copyRev()]).toEqual([{ certificate }, {}, 4]);
  });

  it("[S859] keeps an edit that the server would take", async () => {
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    await wallet.put({ medical: first }, at(5));
    const [own] = Object.values(await wallet.unsent());
    expect(own).toMatchObject({ paper: first, base: 3, at: at(5), n: 1 });
    // The copy has the edit before this one, of this device.
    await wallet.put({ medical: { ...first, until: "2090-01-31" } }, at(4));
    await wallet.take({
      rev: 4,
      papers: { medical: { paper: first, rev: 4, at: at(5), by: { line: own!.line!, n: 1 } } },
    });
    expect([await wallet.read(), Object.keys(await wallet.unsent())]).toEqual([
      { medical: { ...first, until: "2090-01-31" } },
      ["medical"],
    ]);
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

  it.each([-600, 600])(
    "[R16] leaves an edit that met one of another device to the user, with a clock %i minutes off",
    async (off) => {
      const theirs = { paper: third, rev: 4, at: at(6) };
      for (const which of ["mine", "theirs"] as const) {
        await wallet.take({ rev: 3, papers: { medical: { paper: null, rev: 3, at: at(1) } } }, true);
        await wallet.put({ medical: first }, at(5 + off));
        await wallet.take({ rev: 4, papers: { medical: theirs } });
        expect([(await wallet.state()).theirs, await wallet.unsent(), await wallet.isCopied()]).toEqual([
          { medical: third },
          {},
          false,
        ]);
        await wallet.choose("medical", which);
        expect((await wallet.state()).theirs).toEqual({});
        expect(Object.values(await wallet.unsent()).map(({ paper, base }) => ({ paper, base }))).toEqual(
          which === "mine" ? [{ paper: first, base: 4 }] : [],
        );
        expect(await wallet.read()).toEqual({ medical: which === "mine" ? first : third });
      }
    },
  );

  it("[S962] sends all that a copy lacks which another device has ended and started again", async () => {
    await wallet.take({ rev: 3, papers: { medical: { paper: third, rev: 3, at: at(1) } } });
    await wallet.take({ rev: 9, papers: { review: { paper: { on: "2026-03-14" }, rev: 9, at: at(2) } } });
    expect(await wallet.read()).toEqual({ medical: third, review: { on: "2026-03-14" } });
    expect(await wallet.unsent()).toEqual({ medical: { paper: third, base: 0, at: at(1) } });
  });

  it("[S963] follows a server that was restored from a backup, and sends what that has lost", async () => {
    await wallet.take({ rev: 7, papers: { medical: { paper: first, rev: 7, at: at(5) } } });
    const older = { rev: 4, papers: { medical: { paper: third, rev: 4, at: at(1) } } };
    await wallet.take(older);
    expect([await wallet.copyRev(), await wallet.unsent()]).toEqual([7, {}]);
    await wallet.take(older, true);
    expect([await wallet.copyRev(), await wallet.read()]).toEqual([4, { medical: first }]);
    expect(await wallet.unsent()).toEqual({ medical: { paper: first, base: 4, at: at(5) } });
  });

  it("[S959] keeps photographs of papers, at most twenty, and gives a removed one back", async () => {
    const aScan = () => ({ id: newId(), kind: "logbook" as const, title: "Last page", pages: [newId(), newId()] });
    const pagesOf = ({ pages }: { pages: string[] }) => pages.map((id) => ({ id, data: new Blob([id]) }));
    const scans = Array.from({ length: 20 }, aScan);
    for (const scan of scans) await wallet.addScan(scan, pagesOf(scan));
    const more = aScan();
    await expect(wallet.addScan(more, pagesOf(more))).rejects.toThrow(WalletFull);
    expect([await wallet.pages(more.pages), await wallet.isCopied()]).toEqual([[], false]);
    const [first] = scans;
    const removed = await wallet.removeScan(first!.id);
    expect([(await wallet.scans()).length, await wallet.pages(first!.pages)]).toEqual([19, []]);
    await wallet.addScan(removed!.scan, removed!.pages);
    expect((await wallet.pages(first!.pages)).map(({ id }) => id)).toEqual(first!.pages);
    expect(await wallet.removeScan(more.id)).toBeNull();
  });

  it("[S862] keeps the papers of a wallet from before copies, beside those of a copy", async () => {
    const old = new Dexie(walletDbName(newId()));
    old.version(1).stores({ papers: "name" });
    await old.table("papers").put({ name: "medical", paper: third });
    old.close();
    const opened = openWallet(old.name.replace("wallet-", ""));
    expect(await opened.read()).toEqual({ medical: third });
    expect(await opened.unsent()).toEqual({ medical: { paper: third, base: 0, at: new Date(0).toISOString() } });
    await opened.take({ rev: 1, papers: { medical: { paper: first, rev: 1, at: at(0) } } });
    expect((await opened.state()).theirs).toEqual({ medical: first });
    opened.close();
  });
});
