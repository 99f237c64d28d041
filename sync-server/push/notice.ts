// What there is to say about conversations and reviews right now: asked when notices are planned, many at once, and again before each
// try to send one.
import { conversationPath, snippetOf, type NoticeChannel, type NoticeKind } from "../../shared/domain/notices-rules.ts";
import type { Services } from "../kit/services.ts";
import type { About } from "../domain/notices/schedule.ts";
import { choiceColumns, choicesFrom, isOn, type ChoiceRow } from "../domain/notices/choices.ts";

export type Subject = { userId: string; peerId: string; about: About };

export type Notice = {
  kind: NoticeKind;
  /** Who it is from. */
  name: string;
  /** The beginning of what they wrote. */
  text: string;
  path: string;
  /** The newest message it is about; null for a review. */
  messageId: string | null;
  /** Each thing that happened and the person hears of, with its ISO time, newest first. */
  news: News[];
};

export type News = { kind: NoticeKind; at: string };

export type Situation = {
  choices: ChoiceRow;
  person: { email: string; name: string; isEmailVerified: boolean };
  peer: { id: string; name: string };
  /** What is unread or new, wanted or not, newest first. */
  items: readonly Item[];
};

// Columns of two arrays and a text: the pairs that are asked about, numbered.
const asked = `unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as s("userId", "peerId", about, n)`;

const listeners = {
  name: "notice-listeners",
  text: `select s.n::integer, u.email, u.name, u."isEmailVerified", peer.name as "peerName",
      ${choiceColumns.map((column) => `c."${column}"`).join(", ")}
    from ${asked}
    join users u on u.id = s."userId" and u."isActive"
    join users peer on peer.id = s."peerId"
    left join notice_settings c on c."userId" = u.id
    where not exists (
      select from conversation_mutes x
      where x."userId" = u.id and x."peerId" = peer.id and (x."until" is null or x."until" > now())
    )`,
};

/** Things a notice knows of; where there are as many there may be more. */
export const MOST_NEWS = 50;

// What is unread among the latest of each conversation, newest first: a bounded look however long it is. The first message of a booking
// is its request.
const unread = {
  name: "notice-unread",
  text: `select s.n::integer, m.id, left(m.content, 400) as content,
      to_char(m."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      case when m."bookingId" is null then 'messages'
        when exists (
          select from messages e
          where e."bookingId" = m."bookingId" and (e."createdAt", e.id) < (m."createdAt", m.id)
        ) then 'bookingChanges'
        else 'bookingRequests' end as kind
    from ${asked}
    cross join lateral (
      select * from messages l
      where least(l."senderId", l."receiverId") = least(s."userId", s."peerId")
        and greatest(l."senderId", l."receiverId") = greatest(s."userId", s."peerId")
      order by l."createdAt" desc, l.id desc limit ${MOST_NEWS}
    ) m
    where s.about = 'conversation' and m."receiverId" = s."userId" and not m.read
    order by s.n, m."createdAt" desc, m.id desc`,
};

// The latest review somebody wrote about the person or one of their aircraft.
const reviews = {
  name: "notice-reviews",
  text: `select s.n::integer, null as id, r.rating || ' of 5 stars: ' || left(r.comment, 400) as content,
      to_char(r."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, 'reviews' as kind
    from ${asked}
    cross join lateral (
      select r.* from reviews r left join aircraft a on a.id = r."aircraftId"
      where r."userId" = s."peerId" and r."createdAt" > now() - interval '7 days'
        and (a."ownerId" = s."userId" or (r."targetType" = 'user' and r."targetId" = s."userId"))
      order by r."createdAt" desc limit 1
    ) r
    where s.about = 'review'`,
};

type ListenerRow = { n: number; email: string; name: string; isEmailVerified: boolean; peerName: string } & {
  [Column in keyof ChoiceRow]: ChoiceRow[Column] | null;
};
type Item = News & { n: number; id: string | null; content: string };

/** One for each subject, in their order; null when the person is to hear nothing: deactivated, or the conversation is muted. */
export async function situationsOf(
  { runPrepared }: Services,
  subjects: readonly Subject[],
): Promise<(Situation | null)[]> {
  const values = [
    subjects.map(({ userId }) => userId),
    subjects.map(({ peerId }) => peerId),
    subjects.map(({ about }) => about),
  ];
  const hasReviews = subjects.some(({ about }) => about === "review");
  const [people, messages, written] = await Promise.all([
    runPrepared<ListenerRow>(listeners, values),
    runPrepared<Item>(unread, values),
    hasReviews ? runPrepared<Item>(reviews, values) : [],
  ]);
  const items = new Map<number, Item[]>();
  for (const item of [...messages, ...written]) items.set(item.n, [...(items.get(item.n) ?? []), item]);
  const byNumber = new Map(people.map((person) => [person.n, person]));
  return subjects.map((subject, index) => {
    const person = byNumber.get(index + 1);
    return person ? situationFrom(subject, person, items.get(index + 1) ?? []) : null;
  });
}

export async function situationOf(services: Services, subject: Subject): Promise<Situation | null> {
  return (await situationsOf(services, [subject]))[0] ?? null;
}

function situationFrom({ peerId }: Subject, person: ListenerRow, items: readonly Item[]): Situation {
  const { email, name, isEmailVerified, peerName } = person;
  return {
    choices: choicesFrom(person),
    person: { email, name, isEmailVerified },
    peer: { id: peerId, name: peerName },
    items,
  };
}

/** What a channel would say now, of what fits; null for nothing. */
export function noticeOf(
  { choices, items, peer }: Situation,
  channel: NoticeChannel,
  fits: (news: News) => boolean = () => true,
): Notice | null {
  const wanted = items.filter((item) => isOn(choices, item.kind, channel) && fits(item));
  const newest = wanted[0];
  if (!newest) return null;
  return {
    kind: newest.kind,
    name: peer.name,
    text: snippetOf(newest.content),
    path: newest.kind === "reviews" ? "/profile" : conversationPath(peer.id),
    messageId: newest.id,
    news: wanted.map(({ kind, at }) => ({ kind, at })),
  };
}
