// Ids of demo records: the same after every reset, so that saved addresses stay valid.
import { createHash } from "node:crypto";

/** Returns a version 7 id: its random part is a digest of `name`, its time is `at` (ms since 1970). */
export function demoId(name: string, at: number): string {
  const digest = createHash("sha256").update(name).digest();
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(at, 0, 6);
  digest.copy(bytes, 6, 0, 10);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
