// Encrypts what the database must not contain in plain text: AES-256-GCM, with one of several named keys.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SealingKey = { id: string; key: Buffer };

/** Encrypted bytes with the name of their key: nonce, ciphertext, tag. */
export type Sealed = { keyId: string; sealed: Buffer };

export type Sealer = {
  /** The names of the keys that open only: another one encrypts. */
  pastKeyIds: readonly string[];
  /** Encrypts a text or bytes with the first key. `context` names the place of it, such as its row: it opens there alone. */
  seal(context: string, content: string | Uint8Array): Sealed;
  /** Null for an unknown key, for another context, and for changed bytes. */
  open(context: string, sealed: Sealed): string | null;
  /** The same for bytes. */
  openBytes(context: string, sealed: Sealed): Buffer | null;
};

/** Encrypts with the first key, and opens what any of them encrypted. */
export function createSealer(named: readonly SealingKey[]): Sealer {
  const [first] = named;
  if (!first) throw new Error("no key to encrypt with");
  const keys = new Map(named.map(({ id, key }) => [id, key]));
  function openBytes(context: string, { keyId, sealed }: Sealed): Buffer | null {
    const key = keys.get(keyId);
    if (!key || sealed.length < NONCE_BYTES + TAG_BYTES) return null;
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(end));
    const start = decipher.update(sealed.subarray(NONCE_BYTES, end));
    try {
      return Buffer.concat([start, decipher.final()]);
    } catch {
      return null;
    }
  }
  return {
    pastKeyIds: named.slice(1).map(({ id }) => id),
    openBytes,
    open: (context, sealed) => openBytes(context, sealed)?.toString("utf8") ?? null,
    seal(context, content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, first.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const plain = typeof content === "string" ? Buffer.from(content) : content;
      const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyId: first.id, sealed: Buffer.concat([nonce, bytes, cipher.getAuthTag()]) };
    },
  };
}
