// A user's notice settings, as rows and in wire format.
import type { Knex } from "knex";
import type { NoticeSettings } from "../../../shared/domain/notices.ts";
import {
  noticeKinds,
  type NoticeChannel,
  type NoticeKind,
  type QuietHours,
} from "../../../shared/domain/notices-rules.ts";

type Switch = `${NoticeKind}${"Push" | "Email"}`;

export type ChoiceRow = Record<Switch, boolean> & {
  quietHours: boolean;
  quietFrom: string;
  quietUntil: string;
  timeZone: string;
  hideText: boolean;
};

/** Settings of a user who has changed nothing; equal to the columns' defaults. */
const defaults: ChoiceRow = {
  messagesPush: true,
  messagesEmail: true,
  bookingRequestsPush: true,
  bookingRequestsEmail: true,
  bookingChangesPush: true,
  bookingChangesEmail: true,
  reviewsPush: false,
  reviewsEmail: true,
  savedSearchesPush: true,
  savedSearchesEmail: true,
  quietHours: false,
  quietFrom: "22:00",
  quietUntil: "07:00",
  timeZone: "UTC",
  hideText: false,
};

export const choiceColumns = Object.keys(defaults) as (keyof ChoiceRow)[];

/** Returns a row's settings, or the defaults for a row without values. */
export function choicesFrom(row: { [Column in keyof ChoiceRow]: ChoiceRow[Column] | null } | undefined): ChoiceRow {
  if (!row || row.messagesPush === null) return defaults;
  return Object.fromEntries(choiceColumns.map((column) => [column, row[column]])) as ChoiceRow;
}

export async function choicesOf(db: Knex, userId: string): Promise<ChoiceRow> {
  const row: ChoiceRow | undefined = await db("notice_settings")
    .where({ userId })
    .first(...choiceColumns);
  return choicesFrom(row);
}

/** Stores the given settings; the others stay. */
export async function storeChoices(tx: Knex, userId: string, changes: Partial<ChoiceRow>): Promise<void> {
  await tx("notice_settings")
    .insert({ userId, ...defaults, ...changes })
    .onConflict("userId")
    .ignore();
  if (Object.keys(changes).length > 0) await tx("notice_settings").where({ userId }).update(changes);
}

export function isOn(row: ChoiceRow, kind: NoticeKind, channel: NoticeChannel): boolean {
  return row[switchOf(kind, channel)];
}

export function switchOf(kind: NoticeKind, channel: NoticeChannel): Switch {
  return `${kind}${channel === "push" ? "Push" : "Email"}`;
}

export function quietHoursOf(row: ChoiceRow): QuietHours {
  return { on: row.quietHours, from: row.quietFrom, until: row.quietUntil, timeZone: row.timeZone };
}

type MuteRow = { peerId: string; name: string; avatarUrl: string | null; until: string | null };

/** The user's current mutes, latest first. A deactivated peer is a former member. */
async function mutesOf(db: Knex, userId: string): Promise<MuteRow[]> {
  return db("conversation_mutes as m")
    .join("users as u", "u.id", "m.peerId")
    .where({ "m.userId": userId })
    .whereRaw(`(m."until" is null or m."until" > now())`)
    .orderBy("m.createdAt", "desc")
    .limit(1000)
    .select("m.peerId", "m.until")
    .select(db.raw(`case when u."isActive" then u.name else 'Former member' end as name`))
    .select(db.raw(`case when u."isActive" then u."avatarUrl" end as "avatarUrl"`));
}

export async function settingsOf(db: Knex, userId: string): Promise<NoticeSettings> {
  const row = await choicesOf(db, userId);
  const of = (kind: NoticeKind) => ({ push: isOn(row, kind, "push"), email: isOn(row, kind, "email") });
  return {
    notices: Object.fromEntries(noticeKinds.map((kind) => [kind, of(kind)])) as NoticeSettings["notices"],
    quietHours: quietHoursOf(row),
    hideText: row.hideText,
    mutes: await mutesOf(db, userId),
  };
}
