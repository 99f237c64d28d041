// Reads what to report about conversations and reviews now: in bulk when notices are planned, and again before each
// try.
import { grouped } from "../../shared/kit/counted.ts";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import {
  aircraftPath,
  conversationPath,
  quietEnd,
  snippetOf,
  type NoticeChannel,
  type NoticeKind,
} from "../../shared/domain/notices-rules.ts";
import type { SavedSearch } from "../../shared/domain/searches.ts";
import { filterOfSearch, matchesSearch } from "../../shared/domain/searches-rules.ts";
import { isPublic } from "../domain/aircraft/rows.ts";
import type { RunPrepared } from "../db/prepared.ts";
import type { Services } from "../kit/services.ts";
import type { About } from "../domain/notices/schedule.ts";
import { isBlockedPair } from "../domain/safety/pairs.ts";
import { choiceColumns, choicesFrom, isOn, quietHoursOf, type ChoiceRow } from "../domain/notices/choices.ts";
import { flightsToReview, openReminders } from "./reminders.ts";

/** `peerId` is the other user, the saved search, or the booking. */
export type Subject = { userId: string; peerId: string; about: About };

export type Notice = {
  kind: NoticeKind;
  /** The sender's name, or the name of the saved search. */
  name: string;
  /** The beginning of the text, or the aircraft. */
  text: string;
  path: string;
  /** The newest message of the notice; null for a notice without messages. */
  messageId: string | null;
  /** Each event to report, with its ISO time, newest first. */
  events: NoticeEvent[];
  /** For a reminder: until when it is of use. */
  until: string | null;
};

/** `id`: the message; null for an event that is none. */
export type NoticeEvent = { kind: NoticeKind; at: string; id: string | null };

export type Situation = {
  choices: ChoiceRow;
  person: { email: string; name: string; isEmailVerified: boolean };
  peer: { id: string; name: string };
  /** Unread or new items of enabled and disabled kinds, newest first. */
  items: readonly Item[];
};

// Columns of two arrays and a text: numbered pairs to query.
const asked = `unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as s("userId", "peerId", about, n)`;

const listeners = {
  name: "notice-listeners",
  text: `select s.n::integer, u.email, u.name, u."isEmailVerified", coalesce(peer.name, q.name) as "peerName", coalesce(peer.id, q.id) as "peerId",
      ${choiceColumns.map((column) => `c."${column}"`).join(", ")}
    from ${asked}
    join users u on u.id = s."userId" and u."isActive"
    left join bookings b on b.id = s."peerId" and b."ownerId" = u.id and s.about = 'booking'
    left join users peer on s.about <> 'search' and peer.id = case s.about when 'booking' then b."pilotId" else s."peerId" end
    left join searches q on q.id = s."peerId" and q."userId" = u.id and q.notify and s.about = 'search'
    left join notice_settings c on c."userId" = u.id
    where coalesce(peer.id, q.id) is not null and not exists (
      select from conversation_mutes x
      where x."userId" = u.id and x."peerId" = peer.id and (x."until" is null or x."until" > now())
    )`,
};

/** Most events of a notice; at this number there may be more. */
export const MOST_EVENTS = 50;

// Reads unread items among the latest of each conversation, newest first, so the cost is bounded.
// The first message of a booking is its request.
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
      order by l."createdAt" desc, l.id desc limit ${MOST_EVENTS}
    ) m
    where s.about = 'conversation' and m."receiverId" = s."userId" and not m.read
      -- A line about an accepted booking still reaches both.
      and (m."bookingId" is not null or not ${isBlockedPair(`s."userId"`, `s."peerId"`)})
    order by s.n, m."createdAt" desc, m.id desc`,
};

// Reads the latest visible review about the user or one of their aircraft. The order is that of an index.
const reviews = {
  name: "notice-reviews",
  text: `select s.n::integer, null as id, r.rating || ' of 5 stars: ' || left(r.comment, 400) as content,
      to_char(r."visibleAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, 'reviews' as kind
    from ${asked}
    cross join lateral (
      select r.* from reviews r left join aircraft a on a.id = r."aircraftId"
      where r."userId" = s."peerId" and r."visibleAt" is not null
        and coalesce(r."visibleAt", r."createdAt") > now() - interval '7 days'
        and (a."ownerId" = s."userId" or (r."targetType" = 'user' and r."targetId" = s."userId"))
      order by coalesce(r."visibleAt", r."createdAt") desc, r."createdAt" desc limit 1
    ) r
    where s.about = 'review'`,
};

// Reads announced matches of a search since its last mail, for public aircraft.
const matches = {
  name: "notice-matches",
  text: `select s.n::integer, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      row_to_json(aircraft) as plane, row_to_json(q) as search
    from ${asked}
    join searches q on q.id = s."peerId"
    cross join lateral (
      select l."aircraftId", l.at from search_matches l where l."searchId" = q.id and l."isNews"
        and l.at > now() - interval '7 days'
        and l.at > coalesce((
          select mailed."mailedAt" from notice_mails mailed
          where mailed."userId" = s."userId" and mailed."peerId" = q.id and mailed.about = 'search'
        ), '-infinity')
      order by l.at desc limit ${MOST_EVENTS}
    ) m
    join aircraft on aircraft.id = m."aircraftId" and ${isPublic}
      and not ${isBlockedPair(`s."userId"`, `aircraft."ownerId"`)}
    where s.about = 'search'
    order by s.n, m.at desc`,
};

type MatchRow = { n: number; at: string; plane: Aircraft; search: SavedSearch };

/** Returns matches that still match, since the filter or the aircraft may have changed. */
async function newMatches(runPrepared: RunPrepared, values: unknown[]): Promise<Item[]> {
  const rows = await runPrepared<MatchRow>(matches, values);
  return rows
    .filter(({ plane, search }) => matchesSearch(plane, filterOfSearch(search)))
    .map(({ n, at, plane }) => ({
      n,
      at,
      kind: "savedSearches",
      id: null,
      content: `New match: ${plane.name}, ${plane.location}, $${grouped(plane.hourlyRate)} per hour`,
      aircraftId: plane.id,
    }));
}

type ListenerRow = {
  n: number;
  email: string;
  name: string;
  isEmailVerified: boolean;
  peerName: string;
  peerId: string;
} & {
  [Column in keyof ChoiceRow]: ChoiceRow[Column] | null;
};
type Item = NoticeEvent & { n: number; content: string; aircraftId?: string; until?: string };

/** Returns one situation per subject, in order; null for a deactivated user or a muted conversation. */
export async function situationsOf(
  { runPrepared }: Services,
  subjects: readonly Subject[],
): Promise<(Situation | null)[]> {
  const values = [
    subjects.map(({ userId }) => userId),
    subjects.map(({ peerId }) => peerId),
    subjects.map(({ about }) => about),
  ];
  const has = (wanted: About) => subjects.some(({ about }) => about === wanted);
  const [people, messages, written, matches, reminders, flights] = await Promise.all([
    runPrepared<ListenerRow>(listeners, values),
    runPrepared<Item>(unread, values),
    has("review") ? runPrepared<Item>(reviews, values) : [],
    has("search") ? newMatches(runPrepared, values) : [],
    has("booking") ? openReminders(runPrepared, values) : [],
    has("booking") ? flightsToReview(runPrepared, values) : [],
  ]);
  const items = new Map<number, Item[]>();
  for (const item of [...messages, ...written, ...matches, ...reminders, ...flights])
    items.set(item.n, [...(items.get(item.n) ?? []), item]);
  const byNumber = new Map(people.map((person) => [person.n, person]));
  return subjects.map((_, index) => {
    const person = byNumber.get(index + 1);
    return person ? situationFrom(person, items.get(index + 1) ?? []) : null;
  });
}

export async function situationOf(services: Services, subject: Subject): Promise<Situation | null> {
  return (await situationsOf(services, [subject]))[0] ?? null;
}

function situationFrom(person: ListenerRow, items: readonly Item[]): Situation {
  const { email, name, isEmailVerified, peerId, peerName } = person;
  return {
    choices: choicesFrom(person),
    person: { email, name, isEmailVerified },
    peer: { id: peerId, name: peerName },
    items,
  };
}

/** Builds the notice for a channel from the enabled items; null for nothing. */
export function noticeOf(
  { choices, items, peer }: Situation,
  channel: NoticeChannel,
  fits: (event: NoticeEvent) => boolean = () => true,
): Notice | null {
  const wanted = items.filter((item) => isOn(choices, item.kind, channel) && fits(item));
  const newest = wanted[0];
  if (!newest) return null;
  return {
    kind: newest.kind,
    name: peer.name,
    text: snippetOf(newest.content),
    path: pathOf(newest, peer.id),
    messageId: newest.id,
    events: wanted.map(({ kind, at, id }) => ({ kind, at, id })),
    until: newest.until ?? null,
  };
}

/** Least time that a reminder leaves for the answer. */
const ANSWER_MS = 1_800_000;

/** Until when quiet hours delay the push of a notice; null for now, also where it would come too late. */
export function quietUntil({ choices }: Situation, { until }: Notice, now: Date): Date | null {
  const end = quietEnd(now, quietHoursOf(choices));
  return end && until !== null && end.getTime() > Date.parse(until) - ANSWER_MS ? null : end;
}

function pathOf({ aircraftId }: Item, peerId: string): string {
  return aircraftId === undefined ? conversationPath(peerId) : aircraftPath(aircraftId);
}
