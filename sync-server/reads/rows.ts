// Selects the rows a user may see, as JSON built by the database, with only the schema's fields.
// Defines visibility once, for changes, full resyncs and the live line.
import { z } from "zod";
import { entities, type EntityName } from "../../shared/entities.ts";
import { instant } from "../../shared/kit/fields.ts";
import { bookedAccessNotes, ownAccessNotes } from "../domain/aircraft/access-notes.ts";
import { bookingExpressions } from "../domain/bookings/rows.ts";
import type { RunPrepared } from "../db/prepared.ts";
import type { PageEnd } from "./cursor.ts";

type Fresh = {
  /** Text expressions over `t` for a row's position in a resync; the first page starts before all of them. */
  sort: readonly string[];
  /** Rows after `$2, $3, …` (the last position, or nulls), at most `$limit`, in order. */
  rows: string;
};

type Rule = {
  table: string;
  /** Over `t`: the row that `w.id` names, when `w."userId"` may see it. */
  visible: string;
  fresh: Fresh;
  /** Fields that are no plain columns, over `t`, for the user `me`. */
  computed?: (me: string) => Readonly<Record<string, string>>;
};

const publicPeople = `exists (
  select from messages m
  where least(m."senderId", m."receiverId") = least(w."userId", w.id)
    and greatest(m."senderId", m."receiverId") = greatest(w."userId", w.id)
)`;

/** Users and aircraft that a user follows without owning them. */
const watched = `(
  exists (select from favorites f where f."userId" = w."userId" and f."aircraftId" = t.id)
  or exists (select from messages m where m."aircraftId" = t.id and w."userId" in (m."senderId", m."receiverId"))
  or exists (select from bookings b where b."aircraftId" = t.id and w."userId" in (b."pilotId", b."ownerId"))
)`;

/** An active aircraft of an active owner; its own owner sees it inactive too. */
const publicAircraft = `t."isActive" and exists (select from users o where o.id = t."ownerId" and o."isActive")`;

/** Joins the rows `t` of known ids, one by one: the order of the answer would tempt the planner to walk the whole table. */
const eachOf = (table: "users" | "aircraft", known: string) =>
  `cross join lateral (select * from ${table} r where r.id = ${known}.id offset 0) t`;

const rules: Record<EntityName, Rule> = {
  me: {
    table: "users",
    visible: `t.id = w.id and w.id = w."userId"`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from users t where t.id = $1 and ($2::uuid is null or t.id > $2)`,
    },
  },
  people: {
    table: "users",
    // A deactivated user disappears from other users' devices, and returns when reactivated.
    visible: `t.id = w.id and w.id <> w."userId" and t."isActive" and ${publicPeople}`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from (
          select m."receiverId" as id from messages m where m."senderId" = $1
          union select m."senderId" from messages m where m."receiverId" = $1
        ) known ${eachOf("users", "known")}
        where t."isActive" and ($2::uuid is null or t.id > $2) order by t.id`,
    },
  },
  favorites: {
    table: "favorites",
    visible: `t."aircraftId" = w.id and t."userId" = w."userId"`,
    fresh: {
      sort: [`t."aircraftId"::text`],
      rows: `select t.* from favorites t where t."userId" = $1 and ($2::uuid is null or t."aircraftId" > $2)
        order by t."aircraftId"`,
    },
  },
  messages: {
    table: "messages",
    visible: `t.id = w.id and w."userId" in (t."senderId", t."receiverId")`,
    // Newest first, since users open those.
    fresh: {
      sort: [`t."createdAt"::text`, "t.id::text"],
      rows: `select t.* from (
          (select * from messages m where m."senderId" = $1
             and ($2::timestamptz is null or (m."createdAt", m.id) < ($2, $3::uuid))
           order by m."createdAt" desc, m.id desc limit $limit)
          union all
          (select * from messages m where m."receiverId" = $1
             and ($2::timestamptz is null or (m."createdAt", m.id) < ($2, $3::uuid))
           order by m."createdAt" desc, m.id desc limit $limit)
        ) t order by t."createdAt" desc, t.id desc`,
    },
  },
  bookings: {
    table: "bookings",
    visible: `t.id = w.id and w."userId" in (t."pilotId", t."ownerId")`,
    computed(me) {
      const { totalCents, flightsTogether } = bookingExpressions("t");
      return {
        totalCents,
        flightsTogether: `case when t."ownerId" = ${me} then ${flightsTogether} end`,
        accessNotes: bookedAccessNotes("t", me),
      };
    },
    fresh: {
      sort: ["t.id::text"],
      // Each side through its index; no booking has one user on both sides.
      rows: `select t.* from (
          select * from bookings b where b."pilotId" = $1 union all select * from bookings b where b."ownerId" = $1
        ) t where $2::uuid is null or t.id > $2 order by t.id`,
    },
  },
  aircraft: {
    table: "aircraft",
    computed: (me) => ({ accessNotes: ownAccessNotes("t", me) }),
    visible: `t.id = w.id and t."deletedAt" is null and (t."ownerId" = w."userId" or (${publicAircraft} and ${watched}))`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from (
          select a.id from aircraft a where a."ownerId" = $1
          union select f."aircraftId" from favorites f where f."userId" = $1
          union select m."aircraftId" from messages m where m."senderId" = $1
          union select m."aircraftId" from messages m where m."receiverId" = $1
          union select b."aircraftId" from bookings b where b."pilotId" = $1
          union select b."aircraftId" from bookings b where b."ownerId" = $1
        ) known ${eachOf("aircraft", "known")}
        where t."deletedAt" is null and (t."ownerId" = $1 or (${publicAircraft})) and ($2::uuid is null or t.id > $2)
        order by t.id`,
    },
  },
  searches: {
    table: "searches",
    visible: `t.id = w.id and t."userId" = w."userId"`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from searches t where t."userId" = $1 and ($2::uuid is null or t.id > $2) order by t.id`,
    },
  },
  plans: {
    table: "availability_plans",
    visible: `t."aircraftId" = w.id and exists (select from aircraft a where a.id = w.id and a."ownerId" = w."userId")`,
    fresh: {
      sort: [`t."aircraftId"::text`],
      rows: `select t.* from aircraft a join availability_plans t on t."aircraftId" = a.id
        where a."ownerId" = $1 and ($2::uuid is null or t."aircraftId" > $2) order by t."aircraftId"`,
    },
  },
  blocks: {
    table: "blocks",
    visible: `t.id = w.id and t."ownerId" = w."userId"`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from blocks t where t."ownerId" = $1 and ($2::uuid is null or t.id > $2) order by t.id`,
    },
  },
};

export const entityNames = (Object.keys(entities) as EntityName[]).sort(
  (a, b) => entities[a].number - entities[b].number,
);

const nameByNumber = new Map(entityNames.map((name) => [entities[name].number, name]));

/** Maps a number of the change log to its entity; undefined for one unknown to this version. */
export function entityOfNumber(number: number): EntityName | undefined {
  return nameByNumber.get(number);
}

const isInstant = (type: unknown) => type === instant || (type instanceof z.ZodNullable && type.unwrap() === instant);

/** Formats times as ISO 8601 UTC with milliseconds, as everywhere on the wire. */
function columns(name: EntityName, me: string): string {
  const computed = rules[name].computed?.(me) ?? {};
  return Object.entries(entities[name].schema.shape as Record<string, unknown>)
    .map(([field, type]) => {
      if (computed[field] !== undefined) return `${computed[field]} as "${field}"`;
      if (!isInstant(type)) return `t."${field}"`;
      return `to_char(t."${field}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${field}"`;
    })
    .join(", ");
}

function visibleRow(name: EntityName): string {
  const { table, visible } = rules[name];
  return `(select row_to_json(r)::text from (select ${columns(name, 'w."userId"')} from ${table} t where ${visible}) r)`;
}

/** Over `wanted w ("userId", entity, id)`: the row as JSON text, null when deleted or not visible to that user. */
export const visibleRowText = `case w.entity\n${entityNames
  .map((name) => `  when ${entities[name].number} then ${visibleRow(name)}`)
  .join("\n")}\nend`;

type PageStatement = { name: string; text: string; sortColumns: number };

/** Selects all rows of an entity a user (`$1`) may see, after a position (`$2…`): `row` and its `place`. */
function allRowsStatement(name: EntityName): PageStatement {
  const { sort, rows } = rules[name].fresh;
  const limit = `$${sort.length + 2}::int`;
  return {
    name: `fresh-${name}`,
    text: `select (select row_to_json(r)::text from (select ${columns(name, "$1::uuid")}) r) as row, array[${sort.join(", ")}] as place
      from (${rows.replaceAll("$limit", limit)} limit ${limit}) t`,
    sortColumns: sort.length,
  };
}

const allRowsStatements = new Map(entityNames.map((name) => [name, allRowsStatement(name)]));

/**
 * Reads a page of everything a user may see, in a fixed order, after the position `from`.
 * `end` is the page's last position, or null after the last row.
 */
export async function readAllRows(
  runPrepared: RunPrepared,
  userId: string,
  from: PageEnd | null,
  pageKeys: number,
): Promise<{ rows: Map<EntityName, string[]>; end: PageEnd | null }> {
  const rows = new Map<EntityName, string[]>();
  let room = pageKeys;
  for (const [name, { sortColumns, ...statement }] of allRowsStatements) {
    const { number } = entities[name];
    if (from && number < from.entity) continue;
    const after = from?.entity === number ? from.after : [];
    const place = Array.from({ length: sortColumns }, (_, index) => after[index] ?? null);
    const found = await runPrepared<{ row: string; place: string[] }>(statement, [userId, ...place, room + 1]);
    const taken = found.slice(0, room);
    const texts = taken.map(({ row }) => row);
    if (texts.length > 0) rows.set(name, texts);
    room -= taken.length;
    if (found.length > taken.length) return { rows, end: { entity: number, after: taken.at(-1)?.place ?? after } };
  }
  return { rows, end: null };
}
