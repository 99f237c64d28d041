// All rows of one entity that a user may see, for an export: a page at a time, so memory holds one page.
import type { EntityName } from "../../shared/entities.ts";
import { entities } from "../../shared/entities.ts";
import type { RunPrepared } from "../db/prepared.ts";
import type { PageEnd } from "../kit/cursors.ts";
import { readAllRows } from "./rows.ts";

const PAGE = 500;

/** The rows as JSON texts, in the order of a full resync. */
export async function* ownRows(runPrepared: RunPrepared, userId: string, name: EntityName): AsyncGenerator<string> {
  const { number } = entities[name];
  let from: PageEnd | null = { entity: number, after: [] };
  while (from?.entity === number) {
    const page = await readAllRows(runPrepared, userId, from, PAGE);
    yield* page.rows.get(name) ?? [];
    from = page.end;
  }
}
