// The keys that encrypt papers of wallets, from the setting. With the embedded database one is generated and stored in a file.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { walletKeys, type Config } from "../config.ts";
import { keptSecret } from "../kit/kept-secret.ts";
import { createSealer, type Sealer } from "../kit/sealer.ts";

const FILE = "wallet-keys.json";
const KEY_BYTES = 32;

/**
 * Returns null with an external database and without the setting: a key in the folder of one process would not open what
 * another one encrypted.
 * @throws StartError
 */
export function walletSealer({ WALLET_KEYS, DATABASE_URL, DATA_DIR }: Config): Sealer | null {
  if (WALLET_KEYS === undefined && DATABASE_URL !== undefined) return null;
  return createSealer(WALLET_KEYS ?? keptKeys(path.join(path.resolve(DATA_DIR), FILE)));
}

/** The file contains what the setting would. */
function keptKeys(file: string) {
  return keptSecret(file, {
    make: () => `${new Date().getUTCFullYear()}:${randomBytes(KEY_BYTES).toString("base64url")}`,
    read: (content) => walletKeys.safeParse(content).data ?? null,
    advice: "Restore it from a backup. If you remove it, papers encrypted with it stay unreadable.",
  });
}
