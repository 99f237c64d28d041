// The user's wallet for components. It is read from this device; no server is asked.
import { useEffect, useState } from "react";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import type { ShownWallet } from "../../device/store/wallet-store.ts";
import { serverTime } from "../api/server-clock.ts";
import { withWallet } from "./open-wallet.ts";

export type ReadyWallet = ShownWallet;

export type WalletState =
  | { state: "loading" }
  /** `copyRev`: the revision of the server's copy that this device last read; null for none. */
  | ({ state: "ready" } & ShownWallet)
  /** The browser stores nothing here, or the code could not be loaded. */
  | { state: "failed" };

const store = () => import("../../device/store/wallet-store.ts");
const loading: WalletState = { state: "loading" };

/** The wallet of a user, live in every tab; null reads nothing. */
export function useWallet(userId: string | null): WalletState {
  const [known, setKnown] = useState<{ userId: string; shown: WalletState } | null>(null);
  useEffect(() => {
    if (userId === null) return;
    let isOver = false;
    let stop = () => {};
    const show = (shown: WalletState) => isOver || setKnown({ userId, shown });
    store().then(
      ({ openWallet }) => {
        if (isOver) return;
        const opened = openWallet(userId);
        const unwatch = opened.watch(
          (read) => show({ state: "ready", ...read }),
          () => show({ state: "failed" }),
        );
        stop = () => {
          unwatch();
          opened.close();
        };
      },
      () => show({ state: "failed" }),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [userId]);
  return known?.userId === userId ? known.shown : loading;
}

/** Stores a paper on this device, and sends it where there is a copy; null removes it. Rejects when it was not stored. */
export async function storePaper<Name extends PaperName>(
  userId: string,
  name: Name,
  paper: Wallet[Name] | null,
): Promise<void> {
  await withWallet(userId, (wallet) => wallet.put({ [name]: paper }, serverTime()));
  await send(userId);
}

/** Ends the choice between a paper as it was edited here and as another device edited it. Rejects when it was not stored. */
export async function choosePaper(userId: string, name: PaperName, which: "mine" | "theirs"): Promise<void> {
  await withWallet(userId, (wallet) => wallet.choose(name, which));
  await send(userId);
}

/** What could not be queued now is queued at the next start. */
async function send(userId: string): Promise<void> {
  await import("./copy.ts").then(({ sendEdits }) => sendEdits(userId)).catch(() => undefined);
}
