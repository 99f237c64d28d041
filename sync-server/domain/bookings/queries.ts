import type { Booking, bookingsQueries } from "../../../shared/domain/bookings.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { newestPositionText, readNewestPosition } from "../list-position.ts";
import { bookingFields, seenBy } from "./rows.ts";

const ROWS_A_PAGE = 1000;

// Reads each side through its index; no booking has one user on both sides.
const side = (member: "pilotId" | "ownerId") => `(
  select ${bookingFields} from bookings where "${member}" = :me
    and (:createdAt::timestamptz is null or ("createdAt", id) < (:createdAt::timestamptz, :id::uuid))
  order by "createdAt" desc, id desc limit :most
)`;
const page = `${side("pilotId")} union all ${side("ownerId")} order by "createdAt" desc, id desc limit :most`;

export const bookingsResolvers: Resolvers<typeof bookingsQueries> = {
  async "bookings.list"({ db, me, nextPage }, { cursor }) {
    const after = readNewestPosition(cursor);
    const { rows } = await db.raw(page, {
      me: me.id,
      createdAt: after?.createdAt ?? null,
      id: after?.id ?? null,
      most: ROWS_A_PAGE + 1,
    });
    const found = rows as Booking[];
    if (found.length > ROWS_A_PAGE) nextPage({ cursor: newestPositionText(found[ROWS_A_PAGE - 1]!) });
    return found.slice(0, ROWS_A_PAGE).map((row) => seenBy(row, me.id));
  },
};
