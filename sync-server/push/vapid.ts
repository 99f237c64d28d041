// The VAPID keys, from the settings. With the embedded database they are generated once and stored in a file readable
// by this user alone.
import { createECDH } from "node:crypto";
import path from "node:path";
import webPush from "web-push";
import type { Config } from "../config.ts";
import { keptSecret } from "../kit/kept-secret.ts";
import { StartError } from "../kit/start-error.ts";

export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

type Pair = Pick<VapidKeys, "publicKey" | "privateKey">;

const FILE = "vapid.json";

/**
 * Returns the keys, or null with an external database and without the settings.
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
  return keptSecret<Pair>(file, {
    make: () => webPush.generateVAPIDKeys(),
    read(content) {
      const pair = (content ?? {}) as Pair;
      return isPair(pair) ? pair : null;
    },
    advice: "Remove it: new keys are made, and phones subscribe again.",
  });
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

/** Returns the contact address for push services. */
function subjectOf({ VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM }: Config): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT;
  if (PUBLIC_URL?.startsWith("https:")) return PUBLIC_URL;
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
}
