// What handlers may know of the push sender: its public key, and where it would post. Opened at start for one database.
import type { Knex } from "knex";

export type PushConfig = {
  /** The server's public VAPID key, base64url. */
  publicKey: string;
  /** Whether an endpoint is one of a push service that this server posts to. */
  mayPost(endpoint: string): boolean;
};

const doors = new WeakMap<object, PushConfig>();

/** Transactions share the settings of their database, not its client. */
function ownerOf(db: Knex): object {
  return (db.client as { config: object }).config;
}

export function setPushConfig(db: Knex, door: PushConfig): void {
  doors.set(ownerOf(db), door);
}

/** Null where push is not set up. */
export function pushConfig(db: Knex): PushConfig | null {
  return doors.get(ownerOf(db)) ?? null;
}
