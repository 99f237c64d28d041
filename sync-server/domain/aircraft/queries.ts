import type { Knex } from "knex";
import type { Owner, ReplyTime } from "../../../shared/domain/accounts.ts";
import type { aircraftQueries, AircraftWithOwner, ListedAircraft } from "../../../shared/domain/aircraft.ts";
import { airportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { defaultPriceRange } from "../../../shared/domain/aircraft-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import { createBatcher } from "../../db/batcher.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import type { Services } from "../../kit/services.ts";
import { publicUserColumns } from "../accounts/people.ts";
import { repliesOf, replyTimeFrom, type Replies } from "../accounts/reply-time.ts";
import { reviewCardsOf } from "../reviews/queries.ts";
import { pictureInfos } from "../uploads/queries.ts";
import { countAircraft, listAircraft } from "./list.ts";
import { aircraftFields, isPublic, isVisibleTo, askerKind, visibleAircraft, type Asker } from "./rows.ts";

const listedFields = [...aircraftFields, "verifiedAt"] as (keyof ListedAircraft)[];
const ownerFields = [...publicUserColumns.filter((field) => field !== "userType"), "verifiedAt"] as const;

type PlainOwner = Omit<Owner, keyof ReplyTime | "aircraftCount">;

/** Lowest and highest hourly rate of public aircraft, whole dollars. Both come from the price index. */
export async function priceRange(db: Knex): Promise<{ min: number; max: number }> {
  const end = (direction: "asc" | "desc") =>
    `(select "hourlyRate" from aircraft where ${isPublic} order by "hourlyRate" ${direction} limit 1)`;
  const { rows } = await db.raw(`select ${end("asc")} as min, ${end("desc")} as max`);
  const range = rows[0] as { min: number | null; max: number | null };
  return range.min === null || range.max === null ? defaultPriceRange : { min: range.min, max: range.max };
}

const quoted = (table: string, fields: readonly string[], prefix = "") =>
  fields.map((field) => `${table}."${field}" as "${prefix}${field}"`).join(", ");

/** One look by index for each wanted listing, however many aircraft there are. */
const withOwnerText = (asker: Asker) => `select wanted.n, found.*
  from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (id, asker, n)
  cross join lateral (
    select ${quoted("aircraft", listedFields)}, ${quoted("owner", ownerFields, "owner ")}, ${repliesOf("owner.id")} as replies,
      (select count(*)::int from aircraft where aircraft."ownerId" = owner.id and ${isPublic}) as "aircraftCount"
    from aircraft join users as owner on owner.id = aircraft."ownerId"
    where aircraft.id = wanted.id and ${isVisibleTo(asker, "wanted.asker")} limit 1
  ) found`;

/** One statement per kind of asker, each planned once per connection. */
const kinds = {
  guest: { name: "with-owner", text: withOwnerText(null) },
  user: { name: "with-owner-own", text: withOwnerText({ id: "", isAdmin: false }) },
  admin: { name: "with-owner-all", text: withOwnerText({ id: "", isAdmin: true }) },
};

type WantedRow = Record<string, unknown> & { n: number };

/**
 * Finds listings with their owners. Requests that arrive together share a statement: sending and starting one takes longer than
 * running it.
 */
export function createListingFinder(runPrepared: RunPrepared): Services["findListing"] {
  const finder = (kind: keyof typeof kinds) =>
    createBatcher<{ id: string; asker: Asker }, Record<string, unknown> | undefined>(
      async (wanted) => {
        const values = [wanted.map(({ id }) => id), wanted.map(({ asker }) => asker?.id ?? null)];
        const rows = new Map((await runPrepared<WantedRow>(kinds[kind], values)).map((row) => [row.n, row]));
        return wanted.map((_, at) => rows.get(at + 1));
      },
      { atOnce: 2, most: 50 },
    );
  const finders = { guest: finder("guest"), user: finder("user"), admin: finder("admin") };
  return (id, asker) => finders[askerKind(asker)]({ id, asker });
}

/** A listing with its owner, its pictures' metadata and the facts of its airport, if this user may see it. */
export async function aircraftWithOwner(
  { db, findListing, airfields }: Services,
  id: string,
  asker: Asker,
): Promise<AircraftWithOwner | undefined> {
  if (!isId(id)) return undefined;
  const row = await findListing(id, asker);
  if (!row) return undefined;
  const aircraft = Object.fromEntries(listedFields.map((field) => [field, row[field]])) as ListedAircraft;
  const { images, imageUrl } = aircraft;
  const [pictures, airfield] = await Promise.all([
    pictureInfos(db, images.length > 0 ? images : [imageUrl]),
    airfields.findReadable(airportOf(aircraft)?.id ?? ""),
  ]);
  return {
    aircraft,
    owner: {
      ...(Object.fromEntries(ownerFields.map((field) => [field, row[`owner ${field}`]])) as PlainOwner),
      ...replyTimeFrom(row.replies as Replies),
      aircraftCount: row["aircraftCount"] as number,
    },
    pictures,
    ...(airfield && { airfield }),
  };
}

export const aircraftResolvers: Resolvers<typeof aircraftQueries> = {
  async "aircraft.list"({ services, me, nextPage, totalCount }, input) {
    const now = new Date();
    const [{ rows, next }, total] = await Promise.all([
      listAircraft(services, input, me, now),
      input.total ? countAircraft(services, input, me, now) : null,
    ]);
    if (total !== null) totalCount(total);
    if (next !== null) nextPage({ cursor: next });
    return rows;
  },

  async "aircraft.priceRange"({ db }) {
    return priceRange(db);
  },

  async "aircraft.withOwner"({ services, me }, { id }) {
    const found = await aircraftWithOwner(services, id, me);
    if (!found) throw new DomainError("aircraft-not-found");
    return found;
  },

  async "aircraft.reviews"({ db, me }, { id }) {
    const aircraft = await visibleAircraft(db, id, me);
    if (!aircraft) throw new DomainError("aircraft-not-found");
    return reviewCardsOf(db, "aircraft", aircraft.id);
  },
};
