// What there is to say about a conversation or a review right now: asked when a notice is planned, and again before each try to send it.
import type { Knex } from "knex";
import { conversationPath, snippetOf, type NoticeChannel, type NoticeKind } from "../../shared/domain/notices-rules.ts";
import type { About } from "../domain/notices/arm.ts";
import { choicesOf, isOn, type ChoiceRow } from "../domain/notices/choices.ts";

export type Subject = { userId: string; peerId: string; about: About };

export type Notice = {
  kind: NoticeKind;
  /** Who it is from. */
  name: string;
  /** The beginning of what they wrote, or "" where that is said elsewhere. */
  text: string;
  path: string;
  /** Messages the person has not read, of anybody. */
  unread: number;
  /** The newest message it is about; null for a review. */
  messageId: string | null;
  /** When each thing of this conversation happened that the person hears of, newest first. */
  times: string[];
};

export type Situation = {
  choices: ChoiceRow;
  person: { email: string; name: string; isEmailVerified: boolean };
  /** What each channel would say now; null for nothing. */
  say: Record<NoticeChannel, Notice | null>;
};

/** How far back messages are looked at. */
const MOST_MESSAGES = 50;

type PersonRow = { email: string; name: string; isEmailVerified: boolean; peerName: string; unread: number };

/** Null when the person is to hear nothing: deactivated, or the conversation is muted. */
export async function situationOf(db: Knex, subject: Subject): Promise<Situation | null> {
  const person = await listener(db, subject);
  if (!person) return null;
  const choices = await choicesOf(db, subject.userId);
  const items = subject.about === "review" ? await newReview(db, subject) : await unreadFrom(db, subject);
  const say = (channel: NoticeChannel) => noticeFrom(items, person, choices, channel, subject);
  const { email, name, isEmailVerified } = person;
  return { choices, person: { email, name, isEmailVerified }, say: { push: say("push"), email: say("email") } };
}

async function listener(db: Knex, { userId, peerId }: Subject): Promise<PersonRow | undefined> {
  const { rows } = await db.raw(
    `select u.email, u.name, u."isEmailVerified", peer.name as "peerName",
       (select count(*)::integer from messages m where m."receiverId" = u.id and not m.read) as unread
     from users u, users peer
     where u.id = ? and peer.id = ? and u."isActive" and not exists (
       select from conversation_mutes c
       where c."userId" = u.id and c."peerId" = peer.id and (c."until" is null or c."until" > now())
     )`,
    [userId, peerId],
  );
  return (rows as PersonRow[])[0];
}

type Item = { id: string | null; kind: NoticeKind; content: string; at: string };

/** Messages from the other one that are not read, newest first. The first one of a booking is its request. */
async function unreadFrom(db: Knex, { userId, peerId }: Subject): Promise<Item[]> {
  const { rows } = await db.raw(
    `select m.id, m.content, m."createdAt" as at,
       case when m."bookingId" is null then 'messages'
         when exists (
           select from messages e
           where e."bookingId" = m."bookingId" and (e."createdAt", e.id) < (m."createdAt", m.id)
         ) then 'bookingChanges'
         else 'bookingRequests' end as kind
     from messages m where m."receiverId" = ? and m."senderId" = ? and not m.read
     order by m."createdAt" desc, m.id desc limit ?`,
    [userId, peerId, MOST_MESSAGES],
  );
  return rows as Item[];
}

/** The latest review the other one wrote about the person or one of their aircraft. */
async function newReview(db: Knex, { userId, peerId }: Subject): Promise<Item[]> {
  const { rows } = await db.raw(
    `select r.rating, r.comment, r."createdAt" as at from reviews r left join aircraft a on a.id = r."aircraftId"
     where r."userId" = ? and (a."ownerId" = ? or (r."targetType" = 'user' and r."targetId" = ?))
       and r."createdAt" > now() - interval '7 days'
     order by r."createdAt" desc limit 1`,
    [peerId, userId, userId],
  );
  return (rows as { rating: number; comment: string; at: string }[]).map(({ rating, comment, at }) => ({
    id: null,
    kind: "reviews",
    content: `${rating} of 5 stars: ${comment}`,
    at,
  }));
}

function noticeFrom(
  items: readonly Item[],
  { peerName, unread }: PersonRow,
  choices: ChoiceRow,
  channel: NoticeChannel,
  { peerId }: Subject,
): Notice | null {
  const wanted = items.filter(({ kind }) => isOn(choices, kind, channel));
  const newest = wanted[0];
  if (!newest) return null;
  return {
    kind: newest.kind,
    name: peerName,
    text: snippetOf(newest.content),
    path: newest.kind === "reviews" ? "/profile" : conversationPath(peerId),
    unread,
    messageId: newest.id,
    times: wanted.map(({ at }) => at),
  };
}
