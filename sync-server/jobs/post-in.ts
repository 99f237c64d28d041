import type { Knex } from "knex";
import { entities } from "../../shared/entities.ts";
import { appendChanges, type ChangeLine } from "../db/change-log.ts";
import type { Posting } from "../domain/messages/commands.ts";

/** Runs a job's writes in one transaction, which logs their changes too. */
export async function postIn(db: Knex, run: (posting: Posting) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const lines: ChangeLine[] = [];
    await run({
      tx,
      changed(entity, key, scopes) {
        for (const scope of scopes) lines.push({ scope, entity: entities[entity].number, id: key });
      },
    });
    await appendChanges(tx, lines);
  });
}
