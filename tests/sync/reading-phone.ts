// A device that only reads. Compares its rows after each pull with plain queries in the same snapshot.
import { entities } from "../../shared/entities.ts";
import { readChanges, type ChangesPage } from "../../sync-server/reads/changes.ts";
import { readCursor, writeCursor } from "../../sync-server/reads/cursor.ts";
import { parseSnapshot } from "../../sync-server/db/snapshot.ts";
import { userScope } from "../../sync-server/kit/command-handler.ts";
import type { Services } from "../../sync-server/kit/services.ts";
import { freshDatabase } from "../postgres.ts";
import { servicesIn, servicesOf } from "../services.ts";
import { addPerson, truthFor } from "./busy-market.ts";

/** The state of a device: its rows and its cursor. */
export type Phone = { me: string; token: string | null; rows: Map<string, unknown>; seen: Set<string> | null };

/** Faults of a device or server; the test must find each of them. */
export type Fault = { keepsDrops?: boolean; takesLastPage?: boolean; serial?: boolean };

export function phoneOf(me: string): Phone {
  return { me, token: null, rows: new Map(), seen: null };
}

/** Compiled once: zod compiles a new schema at its first use. */
const strictly = new Map(Object.values(entities).map(({ name, schema }) => [name, schema.strict()]));

export function apply(phone: Phone, page: ChangesPage, fault: Fault): void {
  if (page.from === null) phone.seen = new Set();
  for (const [name, texts] of page.rows)
    for (const text of texts) {
      const row = strictly.get(name)!.parse(JSON.parse(text)) as Record<string, unknown>;
      const key = `${name} ${String(row[entities[name].key])}`;
      phone.rows.set(key, row);
      phone.seen?.add(key);
    }
  for (const [name, ids] of page.drops) for (const id of ids) if (!fault.keepsDrops) phone.rows.delete(`${name} ${id}`);
  if (!page.hasMore && phone.seen) {
    for (const key of phone.rows.keys()) if (!phone.seen.has(key)) phone.rows.delete(key);
    phone.seen = null;
  }
  phone.token = page.to;
}

/** All pages of an answer, each from another snapshot. */
export async function pullPages(services: Services, phone: Phone, pageKeys: number, fault: Fault): Promise<void> {
  let pages = 0;
  for (let hasMore = true; hasMore; pages++) {
    const page = await readChanges(services, phone.me, phone.token, { pageKeys });
    apply(phone, page, fault);
    hasMore = page.hasMore;
  }
  if (fault.takesLastPage && pages > 1) phone.token = await tokenOfNow(services, phone);
}

async function tokenOfNow({ db, installationKey: key }: Services, phone: Phone): Promise<string> {
  const { rows } = await db.raw("select pg_current_snapshot()::text as now");
  return writeCursor(key, { ...readCursor(key, phone.token ?? "")!, position: parseSnapshot(rows[0].now as string) });
}

/** Pulls and queries all visible rows in the same snapshot; returns whether the device then has exactly these rows. */
export async function checkedPull(services: Services, phone: Phone, fault: Fault): Promise<boolean> {
  return services.db.transaction(
    async (tx) => {
      const inside = servicesIn(services, tx);
      if (fault.serial) await serialPull(inside, phone);
      else await pullPages(inside, phone, 1000, fault);
      const truth = await truthFor(tx, phone.me);
      return same(truth, phone.rows);
    },
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

function same(truth: Map<string, unknown>, rows: Map<string, unknown>): boolean {
  if (truth.size !== rows.size) return false;
  for (const [key, row] of truth) if (JSON.stringify(row) !== JSON.stringify(rows.get(key))) return false;
  return true;
}

/** A common but wrong design: the newest log number received is the cursor. */
async function serialPull(services: Services, phone: Phone): Promise<void> {
  if (phone.token === null) await pullPages(services, phone, 1000, {});
  const { db, installationKey: key } = services;
  const cursor = readCursor(key, phone.token ?? "")!;
  const { rows } = await db.raw(`select coalesce(max(xid)::text, '3') as newest from change_log where scope = ?`, [
    userScope(phone.me),
  ]);
  const position = parseSnapshot(`${cursor.position!.xmax}:${cursor.position!.xmax}:`);
  phone.token = writeCursor(key, { ...cursor, position });
  await pullPages(services, phone, 1000, {});
  const xmax = Math.max(cursor.position!.xmax, Number(rows[0].newest) + 1);
  phone.token = writeCursor(key, { ...cursor, position: parseSnapshot(`${xmax}:${xmax}:`) });
}

/** A database with a pilot and an owner. */
export async function anyTwo() {
  const { knex } = await freshDatabase({ pool: 4 });
  const services = await servicesOf(knex);
  const [pilot, owner] = [await addPerson(knex), await addPerson(knex, { userType: "owner" })];
  return { knex, services, pilot, owner };
}
