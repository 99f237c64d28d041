import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";

const { knex } = await freshDatabase();

async function value(expression: string): Promise<unknown> {
  const { rows } = await knex.raw<{ rows: { value: unknown }[] }>(`select ${expression} as value`);
  return rows[0]?.value;
}

test("times are ISO 8601 in UTC, whatever zone they were written in", async () => {
  expect(await value("timestamptz '2026-11-21 12:54:28.123+00'")).toBe("2026-11-21T12:54:28.123Z");
  expect(await value("timestamptz '2026-11-21 12:54:28.5+05:30'")).toBe("2026-11-21T07:24:28.500Z");
  expect(await value("timestamptz 'infinity'")).toBe("infinity");
  expect(await value("null::timestamptz")).toBeNull();
});

test("a session in another zone reads the same instants", async () => {
  const read = await knex.transaction(async (tx) => {
    await tx.raw("set local timezone = 'Asia/Kathmandu'");
    const { rows } = await tx.raw<{ rows: { at: unknown }[] }>("select timestamptz '2026-01-01 00:00:00+00' as at");
    return rows[0]?.at;
  });
  expect(read).toBe("2026-01-01T00:00:00.000Z");
});

test("dates stay dates, ratings are numbers, counts are numbers while exact", async () => {
  expect(await value("date '2026-02-28'")).toBe("2026-02-28");
  expect(await value("4.75::numeric(3, 2)")).toBe(4.75);
  expect(await value("count(*)")).toBe(1);
  expect(await value("9007199254740993::bigint")).toBe("9007199254740993");
});
