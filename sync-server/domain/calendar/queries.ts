import type { calendarQueries } from "../../../shared/domain/calendar.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { tokenHash } from "../accounts/secrets.ts";
import { calendarText, type CalendarBooking } from "../../../shared/domain/hours/calendar-text.ts";

/** Bookings in a feed: those that ended lately, and all ahead. Beyond the limit the latest stay. */
const DAYS_BACK = 90;
const MOST_BOOKINGS = 500;

const fields = `b.id, b.status, b."startDate", b."endsAt", b.hours, b.rev,
  coalesce(b."lastStepAt", b."createdAt") as "changedAt", a.name as aircraft, a.location, a.airport,
  p.id as "peerId", case when p."isActive" then p.name else 'Former member' end as "peerName"`;

/** Reads the bookings of one side through its index. */
const side = (member: "pilotId" | "ownerId", peer: "ownerId" | "pilotId") => `(
  select ${fields} from bookings b
    join aircraft a on a.id = b."aircraftId" join users p on p.id = b."${peer}"
  where b."${member}" = :me and b."endsAt" > now() - :days * interval '1 day'
  order by b."startDate" desc limit :most
)`;
const feed = `${side("pilotId", "ownerId")} union all ${side("ownerId", "pilotId")} order by "startDate" desc limit :most`;

const one = `select ${fields} from bookings b
  join aircraft a on a.id = b."aircraftId"
  join users p on p.id = case when b."pilotId" = :me then b."ownerId" else b."pilotId" end
  where b.id = :id and :me::uuid in (b."pilotId", b."ownerId")`;

export const calendarResolvers: Resolvers<typeof calendarQueries> = {
  async "bookings.calendar"({ db, me, origin }, { id }) {
    if (!isId(id)) throw new DomainError("booking-not-found");
    const { rows } = await db.raw<{ rows: CalendarBooking[] }>(one, { id, me: me.id });
    if (rows.length === 0) throw new DomainError("booking-not-found");
    return calendarText(rows, origin ?? "");
  },

  async "calendar.state"({ db, me }) {
    const found = await db("calendar_feeds").where({ userId: me.id }).first<{ openedAt: Date }>("openedAt");
    return { openedAt: found ? new Date(found.openedAt).toISOString() : null };
  },

  async "calendar.feed"({ db, origin }, { token }) {
    const owner = await db("calendar_feeds")
      .join("users", "users.id", "calendar_feeds.userId")
      .where({ tokenHash: tokenHash(token), isActive: true })
      .first<{ userId: string } | undefined>("userId");
    if (!owner) throw new DomainError("not-found");
    const { rows } = await db.raw<{ rows: CalendarBooking[] }>(feed, {
      me: owner.userId,
      days: DAYS_BACK,
      most: MOST_BOOKINGS,
    });
    return calendarText(rows, origin ?? "");
  },
};
