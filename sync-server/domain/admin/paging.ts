// Pages of the admin lists: in any indexed order, with a search for parts of words.
import type { Knex } from "knex";
import { z } from "zod";
import { day, id as idField } from "../../../shared/kit/fields.ts";
import { positionText, readPositionText } from "../list-position.ts";

/** An index covers `expression` and the id; `type` is the expression's type. */
export type ListOrder = {
  expression: string;
  type: "timestamptz" | "text" | "integer";
  direction: "asc" | "desc";
};

export type Paging = { sort: string; order: ListOrder; cursor: string | undefined; limit: number };

const position = z.object({ sort: z.string(), value: z.string(), id: idField });

/** Times in PostgreSQL's text form. */
const time = /^(?!0000)\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/;

/** Whether a text is valid for the type. */
const fits: Record<ListOrder["type"], (value: string) => boolean> = {
  timestamptz: (value) => time.test(value) && day.safeParse(value.slice(0, 10)).success,
  text: (value) => !value.includes("\u0000"),
  integer: (value) => /^\d{1,9}$/.test(value),
};

/** Reads one page of `query`, whose rows have an `id` of `table`, and the next page's cursor. */
export async function readPage<Row extends { id: string }>(
  query: Knex.QueryBuilder,
  table: string,
  { sort, order, cursor, limit }: Paging,
): Promise<{ rows: Row[]; next: string | null }> {
  const { expression, type, direction } = order;
  if (cursor !== undefined) {
    const { value, id } = readPositionText(cursor, position, (at) => at.sort === sort && fits[type](at.value));
    const beyond = direction === "asc" ? ">" : "<";
    // The second condition implies the first, which lets an index on the expression start there.
    void query.whereRaw(
      `${expression} ${beyond}= cast(? as ${type}) and (${expression}, ${table}.id) ${beyond} (cast(? as ${type}), ?)`,
      [value, value, id],
    );
  }
  const found: (Row & { place: string })[] = await query
    .select(query.client.raw(`(${expression})::text as place`))
    .orderByRaw(`${expression} ${direction}, ${table}.id ${direction}`)
    .limit(limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? positionText({ sort, value: last.place, id: last.id }) : null;
  return { rows: page, next };
}

const MOST_WORDS = 8;

/**
 * Keeps rows whose `words` (an SQL expression with a trigram index) contain every word of `q`.
 * A word of fewer than three letters must begin a word: for these the index contains only beginnings.
 */
export function whereFound(query: Knex.QueryBuilder, words: string, q: string): void {
  for (const word of q.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)) {
    const plain = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
    if (word.length >= 3) void query.whereRaw(`(${words}) ilike ?`, [`%${plain}%`]);
    else void query.whereRaw(`((${words}) ilike ? or (${words}) ilike ?)`, [`${plain}%`, `% ${plain}%`]);
  }
}
