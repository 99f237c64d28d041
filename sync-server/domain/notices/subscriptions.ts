// Push subscriptions. An endpoint belongs to one user and one session.
import type { Knex } from "knex";
import type { CommandInput } from "../../../shared/commands.ts";
import type { Device, PushState } from "../../../shared/domain/notices.ts";
import { deviceOf } from "../../../shared/domain/notices-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { keyedHash } from "../../db/keyed-hash.ts";
import type { Services } from "../../kit/services.ts";

/** Most subscriptions per user; the oldest is removed. */
export const MOST_SUBSCRIPTIONS = 10;

/** The hash that pushes carry in place of the user's id. */
export function personHash(installationKey: Buffer, userId: string): string {
  return keyedHash(installationKey, "push-person", userId);
}

export async function pushStateOf(
  { push, installationKey }: Services,
  db: Knex,
  userId: string,
  sessionHash: string | null,
): Promise<PushState> {
  const subscription =
    sessionHash === null
      ? undefined
      : await db("push_subscriptions")
          .where({ sessionHash })
          .first("id", "endpoint", "publicKey", "lastDeliveredAt", "failingSince");
  return {
    publicKey: push?.publicKey ?? null,
    person: personHash(installationKey, userId),
    subscription: subscription ?? null,
  };
}

/** Binds an endpoint to a session, replacing its former owner. */
export async function bind(
  tx: Knex,
  userId: string,
  sessionHash: string,
  { endpoint, keys, publicKey }: CommandInput<"push.subscribe">,
): Promise<void> {
  await tx("push_subscriptions")
    .where((either) => void either.where({ endpoint }).whereNot({ userId }))
    .orWhere((either) => void either.where({ sessionHash }).whereNot({ endpoint }))
    .delete();
  await tx("push_subscriptions")
    .insert({ id: newId(), userId, sessionHash, endpoint, ...keys, publicKey })
    .onConflict("endpoint")
    .merge({ sessionHash, ...keys, publicKey, failingSince: null, lastStatus: null });
  const newest = tx("push_subscriptions")
    .select("id")
    .where({ userId })
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(MOST_SUBSCRIPTIONS);
  await tx("push_subscriptions").where({ userId }).whereNotIn("id", newest).delete();
}

type SessionRow = {
  id: string;
  idHash: string;
  createdAt: string;
  lastSeenAt: string;
  userAgent: string;
  subscriptionId: string | null;
  lastDeliveredAt: string | null;
  failingSince: string | null;
};

/** The user's sessions, this device first, then the last used. */
export async function devicesOf(db: Knex, userId: string, sessionHash: string | null): Promise<Device[]> {
  const rows: SessionRow[] = await db("sessions as s")
    .leftJoin("push_subscriptions as p", "p.sessionHash", "s.idHash")
    .where({ "s.userId": userId, "s.revokedAt": null })
    .whereRaw(`s."expiresAt" > now()`)
    .orderByRaw(`s."idHash" = ? desc, s."lastSeenAt" desc, s.id`, [sessionHash ?? ""])
    .limit(100)
    .select(
      "s.id",
      "s.idHash",
      "s.createdAt",
      "s.lastSeenAt",
      "s.userAgent",
      "p.id as subscriptionId",
      "p.lastDeliveredAt",
      "p.failingSince",
    );
  return rows.map(
    ({ id, idHash, createdAt, lastSeenAt, userAgent, subscriptionId, lastDeliveredAt, failingSince }) => ({
      id,
      ...deviceOf(userAgent),
      isCurrent: idHash === sessionHash,
      createdAt,
      lastSeenAt,
      alerts: subscriptionId === null ? null : { lastDeliveredAt, failingSince },
    }),
  );
}
