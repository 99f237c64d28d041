// The user's wallet for components. It is read from this device; no server is asked.
import { useEffect, useState } from "react";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { withWallet } from "./open-wallet.ts";

export type WalletState =
  | { state: "loading" }
  | { state: "ready"; wallet: Wallet }
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
          (wallet) => show({ state: "ready", wallet }),
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

/** Stores a paper on this device; null removes it. Rejects when it was not stored. */
export async function storePaper<Name extends PaperName>(
  userId: string,
  name: Name,
  paper: Wallet[Name] | null,
): Promise<void> {
  await withWallet(userId, (wallet) => wallet.put({ [name]: paper }));
}
