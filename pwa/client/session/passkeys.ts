// The own passkeys: the list of the server, and a new one from this device.
import { useCallback, useEffect, useRef, useState } from "react";
import type { Passkey } from "../../../shared/domain/accounts/passkeys.ts";
import { rarePath } from "../../device/transport/rare-paths.ts";
import { readPath } from "../api/call.ts";
import { useOnline } from "../api/online.ts";

/** Null until the server has answered; read again with the network, and by `reload`. */
export function usePasskeys(): { passkeys: readonly Passkey[] | null; reload: () => Promise<void> } {
  const [passkeys, setPasskeys] = useState<readonly Passkey[] | null>(null);
  const isOnline = useOnline();
  /** An answer to an earlier question may arrive after that to a later one. */
  const latest = useRef(0);
  const reload = useCallback(async () => {
    const question = ++latest.current;
    const answer = await readPath(rarePath("account.passkeys")).catch(() => null);
    if (answer && question === latest.current) setPasskeys((answer as { passkeys: Passkey[] }).passkeys);
  }, []);
  useEffect(() => {
    if (isOnline) void reload();
  }, [isOnline, reload]);
  return { passkeys, reload };
}
