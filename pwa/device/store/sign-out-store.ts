// Remembers outside any person's database that somebody signed out before the server could be told. Page and worker read it.
import { Dexie, type EntityTable } from "dexie";
import type { MarkerStore, SignOutMarker } from "../sync/sign-out.ts";

type StoredMarker = SignOutMarker & { name: "sign-out" };

class SignOutDb extends Dexie {
  declare marker: EntityTable<StoredMarker, "name">;

  constructor() {
    super("sign-out", { chromeTransactionDurability: "strict" });
    this.version(1).stores({ marker: "name" });
  }
}

/** The device's one marker. Methods reject when the device cannot store. */
export function signOutStore(): MarkerStore & { close(): void } {
  const db = new SignOutDb();
  return {
    async get() {
      const kept = await db.marker.get("sign-out");
      return kept ? { userId: kept.userId, leave: kept.leave } : null;
    },
    async set(marker) {
      if (marker) await db.marker.put({ ...marker, name: "sign-out" });
      else await db.marker.delete("sign-out");
    },
    close: () => db.close(),
  };
}
