// Compares the columns of each table with its zod schema: names, types and nullability. No mapping layer hides a difference.
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { review } from "../../shared/domain/reviews.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import { freshDatabase } from "../postgres.ts";

type Column = { name: string; type: string; isNullable: boolean };

/** `computed`: fields that each read computes. */
type TableOfEntity = { table: string; hidden: string[]; computed?: string[] };

const users: TableOfEntity = {
  table: "users",
  hidden: [
    "password",
    "verificationCode",
    "verificationCodeExpiry",
    "verificationTries",
    "passwordResetToken",
    "passwordResetExpiry",
    // Read with a profile or a listing only.
    "verifiedAt",
    "createdAt",
    "rev",
  ],
};

/** The table of each entity, and its columns that never leave the server. */
const tableOf: Record<EntityName, TableOfEntity> = {
  me: users,
  people: users,
  favorites: { table: "favorites", hidden: [] },
  messages: { table: "messages", hidden: [] },
  bookings: {
    table: "bookings",
    hidden: ["feeCents", "nudgeAt", "nudgedAt"],
    computed: ["flightsTogether", "accessNotes"],
  },
  aircraft: {
    table: "aircraft",
    computed: ["accessNotes"],
    // The last four are on cards only.
    hidden: ["bucket", "deletedAt", "verifiedAt", "closedDays", "fullDays", "noticeHours", "horizonDays"],
  },
  plans: { table: "availability_plans", hidden: [] },
  blocks: { table: "blocks", hidden: [] },
  reports: {
    table: "reports",
    hidden: ["reporterId", "aboutId", "evidence", "action", "warning", "closedBy"],
  },
  blockedPeople: { table: "blocked_people", hidden: ["userId"] },
  // A view, whose columns PostgreSQL counts as nullable.
  hiddenOwners: { table: "hidden_owners", hidden: ["userId", "ownerId"], computed: ["ownerId"] },
  searches: { table: "searches", hidden: ["placeKey", "typeKey", "since"] },
};

const tables: (TableOfEntity & { entity: string; schema: z.ZodObject })[] = [
  ...Object.values(entities).map(({ name, schema }) => ({ entity: name, schema, ...tableOf[name as EntityName] })),
  { entity: "reviews", schema: review.schema, table: "reviews", hidden: ["dueAt"] },
];

/** Fields that only the user themselves may read. */
const ownOnly = ["email", "isAdmin", "isActive", "isEmailVerified", "walletRev", "hasSecondFactor"];

type Field = { type?: string | string[]; format?: string; enum?: string[]; anyOf?: Field[]; items?: Field };

/** PostgreSQL types that can store a field of the schema. */
function fittingTypes({ type, format, items }: Field): string[] {
  if (type === "array") return items?.type === "string" ? ["text[]"] : ["jsonb"];
  if (format === "uuid") return ["uuid"];
  // JavaScript has milliseconds; a value with finer precision would not survive a round trip.
  if (format === "date-time") return ["timestamp(3) with time zone"];
  if (type === "integer") return ["integer", "bigint"];
  if (type === "number") return ["numeric(3,2)"];
  if (type === "object") return ["json", "jsonb"];
  return [type === "string" ? "text" : String(type)];
}

function plainField(field: Field): { field: Field; isNullable: boolean } {
  const rest = field.anyOf?.filter((one) => one.type !== "null");
  if (rest?.length === 1) return { field: rest[0]!, isNullable: true };
  const types = [field.type].flat().filter((type) => type !== "null");
  return { field: { ...field, type: types[0] }, isNullable: Array.isArray(field.type) && field.type.includes("null") };
}

let columns: Map<string, Column[]>;
let checks: Map<string, string[]>;

beforeAll(async () => {
  const { knex } = await freshDatabase();
  const { rows } = await knex.raw<{ rows: (Column & { table: string })[] }>(
    `select relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable"
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  );
  columns = grouped(rows, (row) => row.table);
  const constraints = await knex.raw<{ rows: { table: string; text: string }[] }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'`,
  );
  checks = grouped(
    constraints.rows,
    (row) => row.table,
    (row) => row.text,
  );
});

function grouped<Row, Value = Row>(
  rows: Row[],
  key: (row: Row) => string,
  value: (row: Row) => Value = (row) => row as unknown as Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), value(row)]);
  return groups;
}

describe.each(tables)("$entity in table $table", ({ entity, schema, table, hidden, computed = [] }) => {
  const { properties: all } = z.toJSONSchema(schema) as { properties: Record<string, Field> };
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !computed.includes(name)));

  it.each(Object.keys(properties))("[S159] %s has a column that fits", (name) => {
    const column = (columns.get(table) ?? []).find((one) => one.name === name);
    const { field, isNullable } = plainField(properties[name]!);
    expect(column, `column ${name}`).toBeDefined();
    expect(fittingTypes(field)).toContain(column!.type);
    expect([name, column!.isNullable]).toEqual([name, isNullable]);
    if (field.enum) {
      const allowed = (checks.get(table) ?? []).filter((text) => text.includes(name)).join(" ");
      for (const value of field.enum) expect(allowed).toContain(`'${value}'`);
    }
  });

  it("has no column that is neither in the schema nor hidden", () => {
    const known = [...Object.keys(properties), ...hidden, ...(entity === "people" ? ownOnly : [])];
    expect(
      columns
        .get(table)!
        .map(({ name }) => name)
        .sort(),
    ).toEqual(known.sort());
  });
});
