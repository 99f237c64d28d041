// A migration runs while processes of the previous version serve: it must not lock a large table for long.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../sync-server/db/migrations/", import.meta.url);

/** Landed before this rule, on tables that were small then. May only lose names. */
const landed = /^00(0\d|1\d|2\d|30)-/;

/** What locks a table while it reads or writes all of its rows, by the table that it names. */
const dangers: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "an index that is not built concurrently",
    /create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (?:only )?"?(\w+)/g,
  ],
  [
    "a constraint that reads all rows",
    /alter table "?(\w+)"?[^;]*?add (?:constraint \w+ )?(?:check|foreign key|unique|primary key|exclude)(?![^;]*not valid)/g,
  ],
  ["a column that must not be null", /alter table "?(\w+)"?[^;]*?set not null/g],
  ["another type of a column", /alter table "?(\w+)"?[^;]*?alter column \S+ (?:set data )?type/g],
  [
    "a default that is computed for each row",
    /alter table "?(\w+)"?[^;]*?add column[^;]*?default (?:gen_random_uuid|clock_timestamp|random|nextval)/g,
  ],
  ["a reference that locks two tables", /alter table "?(\w+)"?[^;]*?add column[^;]*?references/g],
  ["a change of all rows at once", /(?:^|\n)\s*(?:update|delete from) "?(\w+)/g],
  ["a lock of a table", /lock table "?(\w+)/g],
  ["a table that is written again", /(?:vacuum full|cluster) "?(\w+)/g],
];

/** The dangers in the text of a migration. Tables that it creates itself are empty. `// Locks <table>: why` states an exemption. */
function dangersIn(source: string): string[] {
  const text = source.replaceAll(/^\s*(?:\/\/|--).*$/gm, "").toLowerCase();
  const made = new Set([...text.matchAll(/create table (?:if not exists )?"?(\w+)/g)].map(([, table]) => table));
  const stated = new Set([...source.matchAll(/^\/\/ Locks (\w+): \S/gm)].map(([, table]) => table?.toLowerCase()));
  return dangers.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].flatMap(([, table = ""]) =>
      made.has(table) || stated.has(table) ? [] : [`${what}: ${table}`],
    ),
  );
}

it("finds what locks a large table, and accepts what does not", () => {
  expect(dangersIn(`create index messages_by_day on messages ("createdAt");`)).toHaveLength(1);
  expect(dangersIn(`alter table users add constraint short check (length(name) < 9);`)).toHaveLength(1);
  expect(dangersIn(`alter table users alter column name set not null`)).toHaveLength(1);
  expect(dangersIn("\nupdate messages set read = true;")).toHaveLength(1);
  expect(dangersIn(`alter table users add column token uuid default gen_random_uuid()`)).toHaveLength(1);
  expect(dangersIn(`alter table users add column "walletRev" bigint;`)).toEqual([]);
  expect(dangersIn(`create table notes (id uuid);\ncreate index notes_by_id on notes (id);`)).toEqual([]);
  expect(dangersIn(`create index concurrently by_day on messages (id);`)).toEqual([]);
  expect(dangersIn(`alter table users add constraint short check (true) not valid;`)).toEqual([]);
  expect(dangersIn(`// Locks reviews: at most 10,000 rows\ncreate index x on reviews (id);`)).toEqual([]);
});

it("[S1119] no new migration locks a large table for long, unless it states why it may", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !landed.test(file));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) =>
    dangersIn(readFileSync(new URL(file, folder), "utf8")).map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});
