// The keys that name this server to push services. From the settings; with the embedded database they are made once and kept in a file
// that only this user may read.
import { createECDH } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import webPush from "web-push";
import type { Config } from "../config.ts";
import { StartError } from "../kit/start-error.ts";

export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

type Pair = Pick<VapidKeys, "publicKey" | "privateKey">;

const FILE = "vapid.json";

/**
 * The keys, or null where there are none: with a database of one's own and without the settings.
 * @throws StartError
 */
export function vapidKeys(config: Config): VapidKeys | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, DATABASE_URL, DATA_DIR } = config;
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) {
    const pair = { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
    if (!isPair(pair)) throw new StartError("VAPID_PRIVATE_KEY: the two keys do not belong together.");
    return { ...pair, subject: subjectOf(config) };
  }
  if (DATABASE_URL !== undefined) return null;
  return { ...keptPair(path.join(path.resolve(DATA_DIR), FILE)), subject: subjectOf(config) };
}

function keptPair(file: string): Pair {
  if (!existsSync(file)) {
    // Two starts at once make one pair: the file is written by whoever comes first.
    try {
      writeFileSync(file, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  const broken = new StartError(`${file} cannot be read. Remove it: new keys are made, and phones subscribe again.`);
  try {
    const pair = JSON.parse(readFileSync(file, "utf8")) as Pair;
    if (isPair(pair)) return pair;
  } catch {
    throw broken;
  }
  throw broken;
}

function isPair({ publicKey, privateKey }: Pair): boolean {
  try {
    const curve = createECDH("prime256v1");
    curve.setPrivateKey(privateKey, "base64url");
    return curve.getPublicKey("base64url") === publicKey;
  } catch {
    return false;
  }
}

/** Whom a push service writes to when something is wrong with what this server sends. */
function subjectOf({ VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM }: Config): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT;
  if (PUBLIC_URL?.startsWith("https:")) return PUBLIC_URL;
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
}
