// Selects the rows a user may see, as JSON built by the database, with only the schema's fields.
// Defines visibility once, for changes, full resyncs and the live line.
import { z } from "zod";
import { entities, type EntityName } from "../../shared/entities.ts";
import { instant } from "../../shared/kit/fields.ts";
import { bookedAccessNotes, ownAccessNotes } from "../domain/aircraft/access-notes.ts";
import { bookingExpressions } from "../domain/bookings/rows.ts";
import type { RunPrepared } from "../db/prepared.ts";
import { readPositionColumns, type ReadPosition } from "../db/read-position.ts";
import type { PageEnd } from "../kit/cursors.ts";

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
  or exists (select from messages m where m."aircraftId" = t.id and m."senderId" = w."userId")
  or exists (select from messages m where m."aircraftId" = t.id and m."receiverId" = w."userId")
  or exists (select from bookings b where b."aircraftId" = t.id and w."userId" in (b."pilotId", b."ownerId"))
)`;

/** An active aircraft of an active owner; its own owner sees it inactive too. */
const publicAircraft = `t."isActive" and exists (select from users o where o.id = t."ownerId" and o."isActive")`;

const hasListings = `exists (select from aircraft a where a."ownerId" = t."ownerId" and a."deletedAt" is null)`;

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
  reports: {
    table: "reports",
    visible: `t.id = w.id and t."reporterId" = w."userId"`,
    fresh: {
      sort: ["t.id::text"],
      rows: `select t.* from reports t where t."reporterId" = $1 and ($2::uuid is null or t.id > $2) order by t.id`,
    },
  },
  blockedPeople: {
    table: "blocked_people",
    visible: `t."blockedId" = w.id and t."userId" = w."userId"`,
    fresh: {
      sort: [`t."blockedId"::text`],
      rows: `select t.* from blocked_people t where t."userId" = $1 and ($2::uuid is null or t."blockedId" > $2)
        order by t."blockedId"`,
    },
  },
  hiddenOwners: {
    table: "hidden_owners",
    // Without listings there is nothing to hide, and the other user's device gets no hint of a block.
    visible: `t."ownerId" = w.id and t."userId" = w."userId" and ${hasListings}`,
    fresh: {
      sort: [`t."ownerId"::text`],
      rows: `select t.* from hidden_owners t where t."userId" = $1 and ($2::uuid is null or t."ownerId" > $2)
        and ${hasListings} order by t."ownerId"`,
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

/** Parameters ahead of the positions: user, limit, first entity. */
const OWN_PARAMETERS = 3;

/** One entity of a full resync; `first` is the number of the parameter with its position. */
type FreshPart = { name: EntityName; number: number; first: number; sorts: number };

const freshParts = entityNames.reduce<FreshPart[]>((parts, name) => {
  const before = parts.at(-1);
  const first = before ? before.first + before.sorts : OWN_PARAMETERS + 1;
  return [...parts, { name, number: entities[name].number, first, sorts: rules[name].fresh.sort.length }];
}, []);

/** Selects an entity's rows that a user (`$1`) may see, after a position: `row` and its `place`. */
function freshPart({ name, number, first }: FreshPart): string {
  const { sort, rows } = rules[name].fresh;
  const own = rows
    .replaceAll("$limit", "$2::int")
    .replaceAll(/\$([23])(?!::int)/g, (_, at) => `$${first + Number(at) - 2}`);
  return `select ${number}::smallint as entity, (select row_to_json(r)::text from (select ${columns(name, "$1::uuid")}) r) as row,
      array[${sort.join(", ")}] as place
    from (${own} limit $2::int) t where $3::int <= ${number}`;
}

// One statement reads one snapshot, without a transaction around it. PostgreSQL reads the parts of a `union all` in their order,
// and none after the limit: a part that has a limit itself never runs in parallel.
const freshStatement = {
  name: "fresh",
  text: `select ${readPositionColumns(`select xid from change_log where scope = 'user:' || $1::uuid order by xid desc limit 1`)},
      null::smallint as entity, null as row, null::text[] as place from sync_meta
    union all
    select null, null, null, null, null, null, entity, row, place from (
      select * from (${freshParts.map((part) => `(${freshPart(part)})`).join(" union all ")}) every limit $2::int
    ) page`,
};

type FreshRow = ReadPosition & { entity: number | null; row: string; place: string[] };

export type FreshPage = {
  readPosition: ReadPosition;
  rows: Map<EntityName, string[]>;
  /** The page's last position, or null after the last row. */
  end: PageEnd | null;
};

/** Reads a page of everything a user may see, in a fixed order, after the position `from`, with one statement. */
export async function readAllRows(
  runPrepared: RunPrepared,
  userId: string,
  from: PageEnd | null,
  pageKeys: number,
): Promise<FreshPage> {
  const places = freshParts.flatMap(({ number, sorts }) => {
    const after = from?.entity === number ? from.after : [];
    return Array.from({ length: sorts }, (_, index) => after[index] ?? null);
  });
  const found = await runPrepared<FreshRow>(freshStatement, [userId, pageKeys + 1, from?.entity ?? 0, ...places]);
  const [readPosition, ...all] = found;
  if (!readPosition) throw new Error("sync_meta is empty: the server has not prepared this database");
  const rows = new Map<EntityName, string[]>();
  const page = all.slice(0, pageKeys);
  for (const { entity, row } of page) {
    const name = entityOfNumber(entity ?? 0)!;
    const texts = rows.get(name);
    if (texts) texts.push(row);
    else rows.set(name, [row]);
  }
  const last = page.at(-1);
  const end = all.length > pageKeys && last ? { entity: last.entity ?? 0, after: last.place } : null;
  return { readPosition, rows, end };
}
