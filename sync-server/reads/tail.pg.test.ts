import { beforeAll, describe, expect, it } from "vitest";
import { entities } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import { anOwner, aPilot, aPlane } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { servicesOf } from "../../tests/services.ts";
import { parseSnapshot, type Snapshot } from "../db/snapshot.ts";
import { userScope } from "../kit/command-handler.ts";
import type { Services } from "../kit/services.ts";
import { FEW_LINES, MOST_LINES, readRows, readTail } from "./tail.ts";

let services: Services;

beforeAll(async () => {
  services = await servicesOf((await freshDatabase()).knex);
});

const number = entities.aircraft.number;

async function now(): Promise<Snapshot> {
  const { rows } = await services.db.raw("select pg_current_snapshot()::text as now");
  return parseSnapshot(rows[0].now as string)!;
}

/** As many lines of one scope, in one transaction. */
const log = (scope: string, count: number) =>
  services.db.raw(
    `insert into change_log (scope, entity, id) select ?, ?, gen_random_uuid() from generate_series(1, ?)`,
    [scope, number, count],
  );

describe("a tail of few and of many users", () => {
  for (const others of [1, 400]) {
    const here = () => new Set([...Array.from({ length: others }, () => newId())]);

    it(`[S1042] has the lines of its users and of ended sessions alone (${others} others)`, async () => {
      const [me, ended] = [newId(), newId()];
      const base = await now();
      await log(userScope(me), 3);
      await log("sessions", 0);
      await services.db("change_log").insert({ scope: "sessions", entity: 0, id: ended });
      // More than a read takes: one owner's aircraft, for a bucket and for users elsewhere.
      await log("bucket:denver-co", MOST_LINES);
      await log(userScope(newId()), MOST_LINES);
      const tail = await readTail(services, base, here().add(me), []);
      expect(tail.behind).toBeNull();
      expect(tail.lines.map(({ scope }) => scope).sort()).toEqual(["sessions", ...Array(3).fill(userScope(me))]);
    });

    it(`[S1349] brings the rows of few lines, each as its user may see it (${others} others)`, async () => {
      const { db, runPrepared } = services;
      const [owner, pilot] = [await anOwner(db), await aPilot(db)];
      const [shown, hidden] = [await aPlane(db, owner.id), await aPlane(db, owner.id)];
      await db("aircraft").where({ id: hidden }).update({ isActive: false });
      await db("favorites").insert(
        [shown, hidden].map((aircraftId) => ({ id: newId(), userId: pilot.id, aircraftId })),
      );
      const people = here().add(owner.id).add(pilot.id);
      const base = await now();
      const lines = [owner, pilot].flatMap(({ id: userId }) => [shown, hidden].map((id) => ({ userId, id })));
      await db("change_log").insert(lines.map(({ userId, id }) => ({ scope: userScope(userId), entity: number, id })));
      await db("change_log").insert({ scope: "sessions", entity: 0, id: newId() });
      const { rows } = await readTail(services, base, people, [], true);
      const wanted = lines.map((line, n) => ({ ...line, n, entity: number }));
      const apart = await readRows(services, wanted, null);
      expect(apart.map(({ row }) => row !== null)).toEqual([true, true, true, false]);
      expect(rows).toHaveLength(lines.length);
      // Those that are there are not read again.
      const none = () => Promise.reject(new Error("rows were read again"));
      expect(await readRows({ runPrepared: none }, wanted, rows)).toEqual(apart);
      expect((await readTail(services, base, people, [])).rows).toBeNull();
      await log(userScope(pilot.id), FEW_LINES);
      const many = await readTail(services, base, people, [], true);
      expect([many.rows, many.lines.length]).toEqual([null, FEW_LINES + lines.length + 1]);
      expect(await readRows({ runPrepared }, wanted, many.rows)).toEqual(apart);
    });

    it(`[S1047] names only those behind when its users have too many lines (${others} others)`, async () => {
      const [many, few, ended] = [newId(), newId(), newId()];
      const base = await now();
      await log(userScope(many), MOST_LINES + 1);
      await log(userScope(few), 1);
      await services.db("change_log").insert({ scope: "sessions", entity: 0, id: ended });
      const tail = await readTail(services, base, here().add(many).add(few), []);
      expect(tail.behind).toEqual(new Set([many, few]));
      expect(tail.lines).toMatchObject([{ scope: "sessions", id: ended }]);
    });
  }
});
