import type { Knex } from "knex";
import type { noticesCommands } from "../../../shared/domain/notices.ts";
import { noticeChannels, noticeKinds } from "../../../shared/domain/notices-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { CommandInput } from "../../../shared/commands.ts";
import type { Handlers, SignedInContext } from "../../kit/command-handler.ts";
import { endSession, endSessionsOf } from "../accounts/sessions.ts";
import { inPair } from "../messages/rows.ts";
import { requeueAfterQuietChange } from "./schedule.ts";
import { settingsOf, storeChoices, switchOf, type ChoiceRow } from "./choices.ts";
import { userOfUnsubscribeToken } from "./unsubscribe-token.ts";
import { bind, pushStateOf } from "./subscriptions.ts";

/** Seconds between two test pushes of one device. */
const TEST_PAUSE_SECONDS = 3;

/** Most muted conversations per user. */
const MOST_MUTES = 1000;

export const noticesHandlers: Handlers<typeof noticesCommands> = {
  async "settings.update"({ tx, me }, input) {
    await storeChoices(tx, me.id, changedColumns(input));
    if (input.quietHours) await requeueAfterQuietChange(tx, me.id);
    return settingsOf(tx, me.id);
  },

  async "settings.mute"({ tx, me }, { peerId, until }) {
    if (peerId === me.id) throw new DomainError("user-not-found");
    if (!(await isKnownTo(tx, me.id, peerId))) throw new DomainError("user-not-found");
    const known = await tx("conversation_mutes").where({ userId: me.id }).count({ count: "*" }).first();
    if (Number(known?.count) >= MOST_MUTES) throw new DomainError("too-large");
    await tx("conversation_mutes")
      .insert({ userId: me.id, peerId, until })
      .onConflict(["userId", "peerId"])
      .merge({ until });
    return settingsOf(tx, me.id);
  },

  async "settings.unmute"({ tx, me }, { peerId }) {
    await tx("conversation_mutes").where({ userId: me.id, peerId }).delete();
    return undefined;
  },

  async "settings.stopMail"({ tx, services }, { token }) {
    const userId = await userOfUnsubscribeToken(services.installationKey, tx, token);
    if (userId === null) throw new DomainError("not-found");
    const off = Object.fromEntries(noticeKinds.map((kind) => [switchOf(kind, "email"), false]));
    await storeChoices(tx, userId, off);
    return undefined;
  },

  async "push.subscribe"(context, input) {
    const { tx, me, services } = context;
    const sessionHash = await lockedSession(context);
    const { push } = services;
    if (!push) throw new DomainError("push-not-set-up");
    if (!push.mayPost(input.endpoint)) throw unusable("endpoint", "Alerts cannot be sent to this browser.");
    if (input.publicKey !== push.publicKey) throw unusable("publicKey", "Made with another key of this server.");
    await bind(tx, me.id, sessionHash, input);
    return pushStateOf(services, tx, me.id, sessionHash);
  },

  async "push.unsubscribe"({ tx, me }, { subscriptionId }) {
    await tx("push_subscriptions").where({ id: subscriptionId, userId: me.id }).delete();
    return undefined;
  },

  async "push.test"(context) {
    const { tx, me } = context;
    const sessionHash = await lockedSession(context);
    // Locks until the commit: a push service's 410 removes the subscription earlier, or later with its delivery.
    const subscription: { id: string } | undefined = await tx("push_subscriptions")
      .where({ sessionHash })
      .forKeyShare()
      .first("id");
    if (!subscription) throw new DomainError("push-off-here");
    const lately = await tx("push_deliveries")
      .where({ subscriptionId: subscription.id, about: "test" })
      .whereRaw(`"createdAt" > now() - ? * interval '1 second'`, [TEST_PAUSE_SECONDS])
      .first("createdAt");
    if (lately) throw new DomainError("too-many", { retryAfter: TEST_PAUSE_SECONDS });
    await tx("push_deliveries")
      .insert({ subscriptionId: subscription.id, peerId: me.id, about: "test", runAt: tx.fn.now() })
      .onConflict(["subscriptionId", "peerId", "about"])
      .merge({
        runAt: tx.fn.now(),
        leaseUntil: null,
        attempts: 0,
        createdAt: tx.fn.now(),
        version: tx.raw("push_deliveries.version + 1"),
      });
    return undefined;
  },

  async "sessions.end"({ tx, me }, { sessionId }) {
    const session: { idHash: string } | undefined = await tx("sessions")
      .where({ id: sessionId, userId: me.id })
      .first("idHash");
    if (!session) throw new DomainError("not-found");
    await endSession(tx, session.idHash);
    return undefined;
  },

  async "sessions.endOthers"({ tx, me, sessionHash }) {
    await endSessionsOf(tx, me.id, sessionHash);
    return undefined;
  },
};

/** Whether the peer is visible to the user; a deactivated one is only to conversation partners. */
async function isKnownTo(tx: Knex, me: string, peerId: string): Promise<boolean> {
  const peer: { isActive: boolean } | undefined = await tx("users").where({ id: peerId }).first("isActive");
  if (!peer || peer.isActive) return peer !== undefined;
  return Boolean(await tx("messages").whereRaw(inPair, { one: me, other: peerId }).first("id"));
}

function unusable(field: string, problem: string): DomainError {
  return new DomainError("invalid", { message: problem, fields: { [field]: problem } });
}

/** Locks the caller's session, since its end removes the subscription. Locks it before a subscription is replaced. */
async function lockedSession({ tx, sessionHash }: SignedInContext): Promise<string> {
  const session: { idHash: string } | undefined = await tx("sessions")
    .where({ idHash: sessionHash, revokedAt: null })
    .forUpdate()
    .first("idHash");
  if (!session) throw new DomainError("not-signed-in");
  return session.idHash;
}

function changedColumns({ notices, quietHours, hideText }: CommandInput<"settings.update">): Partial<ChoiceRow> {
  const changes: Partial<ChoiceRow> = {};
  for (const kind of noticeKinds)
    for (const channel of noticeChannels) {
      const wanted = notices?.[kind]?.[channel];
      if (wanted !== undefined) changes[switchOf(kind, channel)] = wanted;
    }
  if (quietHours?.on !== undefined) changes.quietHours = quietHours.on;
  if (quietHours?.from !== undefined) changes.quietFrom = quietHours.from;
  if (quietHours?.until !== undefined) changes.quietUntil = quietHours.until;
  if (quietHours?.timeZone !== undefined) changes.timeZone = quietHours.timeZone;
  if (hideText !== undefined) changes.hideText = hideText;
  return changes;
}
