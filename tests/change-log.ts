import type { Knex } from "knex";

/** The scopes in the change log of a row. */
export async function scopesOf(db: Knex, entity: number, id: string): Promise<string[]> {
  return (await db("change_log").where({ entity, id }).distinct("scope").orderBy("scope")).map(
    ({ scope }) => scope as string,
  );
}
