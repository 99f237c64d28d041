import { useAuth } from "../../client/session/session.tsx";
import { useWalletCopy } from "../../client/wallet/use-wallet-copy.ts";

/** Follows the copy of the user's wallet on the server. Renders nothing. */
export function WalletEffects() {
  const { user } = useAuth();
  useWalletCopy(user?.id ?? null);
  return null;
}
