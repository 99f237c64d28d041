// Opens the user's wallet on this device for one piece of work; its code is loaded then.
import type { WalletStore } from "../../device/store/wallet-store.ts";

export async function withWallet<Result>(
  userId: string,
  work: (wallet: WalletStore) => Promise<Result>,
): Promise<Result> {
  const { openWallet } = await import("../../device/store/wallet-store.ts");
  const opened = openWallet(userId);
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}
