// Arbitrary values near a zod schema: valid ones, ones with a hostile part, and ones of another shape.
import fc from "fast-check";
import { z } from "zod";

type JsonSchema = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
};

/** Texts that break careless code: no text at all, control characters, SQL, markup, paths, templates, prototypes. */
export const hostileTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202eltr\u2066",
  "e\u0301".repeat(200),
  "x".repeat(5000),
  "'; drop table users; --",
  `" or 1=1 --`,
  "$1",
  "%00",
  "%s%n",
  "../../../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}${7*7}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "1e999",
  "99999999999999999999",
  "0000-00-00",
  "9999-12-31T23:59:60.999Z",
  "+275760-09-13T00:00:00.000Z",
  "2026-02-30",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "\r\nSet-Cookie: a=b",
  "http://169.254.169.254/latest",
  "javascript:alert(1)",
] as const;

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  -(2 ** 31) - 1,
] as const;

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], "deep");

const hostileShapes: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  deep(300),
  JSON.parse(`{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}`),
  { length: 1_000_000_000 },
  { toString: 1, valueOf: null },
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 80 }),
);

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileShapes) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Share of the values that are hostile, per node of a schema: most inputs stay near the schema, so they reach the handlers. */
const HOSTILE_SHARE = 0.06;

const seldom = <Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: Math.round((1 - HOSTILE_SHARE) * 100), arbitrary: usual },
    { weight: Math.round(HOSTILE_SHARE * 100), arbitrary: hostile },
  );

/** Values near a zod schema. `ids` are ids of rows that exist. */
export function near(schema: z.ZodType, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return valueOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, ids);
}

function valueOf(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return seldom(fc.constant(schema.const));
  if (schema.enum) return seldom(fc.constantFrom(...schema.enum));
  if (choices) return fc.oneof(...choices.map((one) => valueOf(one, ids)));
  if (schema.type === "object") return seldom(objectOf(schema, ids));
  if (schema.type === "array") return seldom(arrayOf(schema, ids));
  if (schema.type === "string") return seldom(textOf(schema, ids));
  if (schema.type === "integer" || schema.type === "number") return seldom(numberOf(schema));
  if (schema.type === "boolean") return seldom(fc.boolean());
  if (schema.type === "null") return fc.constant(null);
  return seldom(fc.oneof(ids, fc.jsonValue({ maxDepth: 2 })));
}

function objectOf(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(entries.map(([name, field]) => [name, valueOf(field, ids)]));
  const required = entries.map(([name]) => name).filter((name) => schema.required?.includes(name));
  const known = fc.oneof(
    { weight: 9, arbitrary: fc.record(fields, { requiredKeys: required }) },
    // Fields are missing.
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
  const { additionalProperties: more } = schema;
  const rest =
    typeof more === "object" ? fc.dictionary(fc.string({ maxLength: 12 }), valueOf(more, ids), { maxKeys: 4 }) : null;
  const all = rest ? fc.tuple(known, rest).map(([one, other]) => ({ ...other, ...one })) : known;
  // Unknown fields.
  const extra = fc.dictionary(fc.constantFrom(...hostileTexts.slice(0, 20), "isAdmin", "ownerId", "rev"), hostile, {
    maxKeys: 3,
  });
  return fc.oneof(
    { weight: 9, arbitrary: all },
    { weight: 1, arbitrary: fc.tuple(all, extra).map(([one, other]) => ({ ...other, ...one })) },
  );
}

function arrayOf(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => valueOf(item, ids)));
  const items = schema.items ? valueOf(schema.items, ids) : fc.jsonValue({ maxDepth: 1 });
  return fc.array(items, { maxLength: Math.min((schema.maxItems ?? 3) + 1, 5) });
}

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const soon = fc.integer({ min: -400, max: 2000 }).map((halfHours) => {
  const HALF_HOUR_MS = 1_800_000;
  return new Date((Math.floor(Date.now() / HALF_HOUR_MS) + halfHours) * HALF_HOUR_MS).toISOString();
});

function textOf(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema.format === "uuid") return fc.oneof({ weight: 5, arbitrary: ids }, { weight: 1, arbitrary: fc.uuid() });
  if (schema.format === "date-time") return fc.oneof(soon, day);
  if (schema.format === "date") return fc.oneof(soon, day).map((time) => time.slice(0, 10));
  if (schema.format === "email") return fc.emailAddress();
  if (schema.format === "uri") return fc.webUrl();
  const maxLength = Math.min(schema.maxLength ?? 60, 300);
  const free = fc.string({ unit: "grapheme", minLength: Math.min(schema.minLength ?? 0, maxLength), maxLength });
  return fc.oneof({ weight: 3, arbitrary: free }, { weight: 1, arbitrary: ids });
}

function numberOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -10, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? 1_000_001, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({
    min: Math.ceil(min),
    max: Math.max(Math.ceil(min), Math.min(Math.floor(max), Math.ceil(min) + 50)),
  });
  const any = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return type === "integer" ? fc.oneof(small, any) : fc.oneof(small, any, fc.double({ min, max, noNaN: true }));
}
