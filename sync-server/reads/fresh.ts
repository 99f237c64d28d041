// A full resync: everything a user may see, page by page in a fixed order.
import { entities, type EntityName } from "../../shared/entities.ts";
import { SCHEMA } from "../../shared/sync.ts";
import { preparedIn, type RunPrepared } from "../db/prepared.ts";
import { readPositionColumns, safeSnapshot, type ReadPosition } from "../db/read-position.ts";
import { newestMarker } from "../db/starts.ts";
import { userScope } from "../kit/command-handler.ts";
import type { Services } from "../kit/services.ts";
import { writeCursor, type Cursor, type PageEnd } from "./cursor.ts";
import { isUsable } from "./cursor-worth.ts";
import type { ChangesPage } from "./page.ts";
import { entityNames, freshRowsText } from "./rows.ts";

const positionColumns = readPositionColumns("select xid from change_log where scope = $1 order by xid desc limit 1");

const positionStatement = { name: "position", text: `select ${positionColumns} from sync_meta` };

const freshStatements = new Map(
  entityNames.map((name) => {
    const { text, places } = freshRowsText(name);
    return [name, { name: `fresh-${name}`, text, places }];
  }),
);

/** Reads a page of everything the user may see; null when the cursor is not usable here. */
export async function freshPage(
  { db, durableMark, installationKey }: Services,
  userId: string,
  cursor: Cursor | null,
  pageKeys: number,
): Promise<Omit<ChangesPage, "from"> | null> {
  return db.transaction(
    async (tx) => {
      const runPrepared = preparedIn(tx);
      const [head] = await runPrepared<ReadPosition>(positionStatement, [userScope(userId)]);
      if (!head) throw new Error("sync_meta is empty: the server has not prepared this database");
      if (cursor && !isUsable(cursor, userId, head)) return null;
      const target = cursor?.page?.target ?? safeSnapshot(durableMark, head);
      const rows = new Map<EntityName, string[]>();
      const end = await collect(runPrepared, userId, cursor?.page?.end ?? null, pageKeys, rows);
      const start = cursor ? cursor.start : newestMarker(head.starts);
      const stable = { generation: head.generation, start, schema: SCHEMA, userId };
      const next: Cursor = end
        ? { ...stable, position: null, page: { target, end } }
        : { ...stable, position: target, page: null };
      const unsent = { rows, drops: new Map(), to: writeCursor(installationKey, next) };
      return { ...unsent, isReset: false, hasMore: end !== null, isLater: cursor !== null, target };
    },
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

/** Fills `rows` from the position after `from`; returns the end position, or null after the last row. */
async function collect(
  runPrepared: RunPrepared,
  userId: string,
  from: PageEnd | null,
  pageKeys: number,
  rows: Map<EntityName, string[]>,
): Promise<PageEnd | null> {
  let room = pageKeys;
  for (const [name, { places, ...statement }] of freshStatements) {
    const { number } = entities[name];
    if (from && number < from.entity) continue;
    const after = from?.entity === number ? from.after : [];
    const place = Array.from({ length: places }, (_, index) => after[index] ?? null);
    const found = await runPrepared<{ row: string; place: string[] }>(statement, [userId, ...place, room + 1]);
    const taken = found.slice(0, room);
    if (taken.length > 0)
      rows.set(
        name,
        taken.map(({ row }) => row),
      );
    room -= taken.length;
    if (found.length > taken.length) return { entity: number, after: taken.at(-1)?.place ?? after };
  }
  return null;
}
