declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  /** Decrypts `aes128gcm` (RFC 8188) with the receiver's key and secret. @throws if the bytes are for another receiver */
  export function decrypt(
    body: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string | Buffer },
  ): Buffer;
}
