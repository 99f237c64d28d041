// Record and command ids: UUID version 7, made by the creator of the record, mostly a device.

type RandomSource = { getRandomValues(bytes: Uint8Array): Uint8Array };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits. The time in it decides age only, never order. */
export function newId(now: number = Date.now()): string {
  const bytes = new Uint8Array(16);
  (globalThis as unknown as { crypto: RandomSource }).crypto.getRandomValues(bytes);
  let rest = now;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether a text is a UUID. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** Milliseconds since 1970 in a UUIDv7, or null for another version. */
export function timeOfId(id: string): number | null {
  if (!isId(id) || id[14] !== "7") return null;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
