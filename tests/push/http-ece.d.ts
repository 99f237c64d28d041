declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  /** Undoes `aes128gcm` (RFC 8188) for a receiver with this key and secret. Throws when the bytes are not for them. */
  export function decrypt(
    body: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string | Buffer },
  ): Buffer;
}
