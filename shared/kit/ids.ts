// Record and command ids: UUID version 7, made by the creator of the record, mostly a device.

type RandomIds = { randomUUID(): string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * A new UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits, which are those of a random UUID: platforms make one faster than
 * random bytes. The time in it decides age only, never order.
 */
export function newId(now: number = Date.now()): string {
  const random = (globalThis as unknown as { crypto: RandomIds }).crypto.randomUUID();
  const time = Math.floor(now).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
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
