import { expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane } from "../../../tests/people.ts";
import { startTestServer } from "../../../tests/server.ts";
import { recordConnections, transactionWith } from "../../../tests/statements.ts";
import { aircraftScopes } from "./commands.ts";

it("[S931] an owner's new price takes six statements, and reaches everyone who watches the aircraft", async () => {
  const { url, db } = await startTestServer();
  const [owner, fan, writer, other] = [await anOwner(db), await aPilot(db), await aPilot(db), await aPilot(db)];
  const id = await aPlane(db, owner.id);
  await send(url, "POST /api/favorites", { body: { aircraftId: id }, headers: fan.headers });
  await db("messages").insert({
    id: newId(),
    senderId: writer.id,
    receiverId: owner.id,
    aircraftId: id,
    content: "Hi",
  });
  // Jobs of the server run statements too, outside of the edit's transaction.
  const statements: { sql: string; __knexTxId?: string }[] = [];
  db.on("query", (one: { sql: string; __knexTxId?: string }) => void statements.push(one));
  const patched = await send(url, `PATCH /api/aircraft/${id}`, { body: { hourlyRate: 321 }, headers: owner.headers });
  expect([patched.status, (patched.body as { hourlyRate: number }).hourlyRate]).toEqual([200, 321]);
  expect(patched.body).not.toHaveProperty("watchers");
  const edit = statements.find(({ sql }) => sql.includes('update "aircraft"'))?.__knexTxId;
  expect(edit).toBeTruthy();
  const own = statements.filter(({ __knexTxId }) => __knexTxId === edit).map(({ sql }) => sql);
  expect(own.length, own.join("\n")).toBe(6);
  const told: string[] = await db("change_log").where({ id }).distinct().pluck("scope");
  expect(told).toEqual(expect.arrayContaining([owner, fan, writer].map((person) => `user:${person.id}`)));
  expect(told).not.toContain(`user:${other.id}`);
  const plane = await db("aircraft").where({ id }).first();
  expect((await aircraftScopes(db, plane as never, [])).sort()).toEqual(
    told.filter((scope) => scope.startsWith("user:")).sort(),
  );
});

it("[S1314] an edit's statements are planned once a connection, and go on after a migration has added columns", async () => {
  const { url, db } = await startTestServer();
  const owner = await anOwner(db);
  const id = await aPlane(db, owner.id);
  const reprice = async (hourlyRate: number) => {
    const answer = await send(url, `PATCH /api/aircraft/${id}`, { body: { hourlyRate }, headers: owner.headers });
    expect([answer.status, answer.body]).toMatchObject([200, { hourlyRate }]);
  };
  const recording = recordConnections();
  await reprice(321);
  const edit = transactionWith(recording.taken(), 'update "aircraft"');
  recording.stop();
  const unnamed = edit.filter(({ isPrepared }) => !isPrepared).map(({ text }) => text);
  expect(unnamed).toEqual(["BEGIN;", "COMMIT;"]);
  // After some runs PostgreSQL keeps a plan for all values.
  for (let rate = 330; rate < 340; rate++) await reprice(rate);
  for (const table of ["aircraft", "outcomes", "aircraft_changes", "users", "change_log"])
    await db.raw(`alter table ${table} add column "addedLater" int default 7`);
  for (let rate = 340; rate < 350; rate++) await reprice(rate);
});

it("[S1046] finds those who wrote about an aircraft without reading their messages", async () => {
  const { url, db } = await startTestServer();
  const owner = await anOwner(db);
  const pilots = [await aPilot(db), await aPilot(db), await aPilot(db)];
  const id = await aPlane(db, owner.id);
  await db.raw(
    `insert into messages (id, "senderId", "receiverId", "aircraftId", content)
     select gen_random_uuid(), case when n % 2 = 0 then owner else pilot end, case when n % 2 = 0 then pilot else owner end, plane, 'Hi'
     from generate_series(1, 4000) n cross join unnest(?::uuid[]) pilot cross join (select ?::uuid as owner, ?::uuid as plane) of`,
    [pilots.map((pilot) => pilot.id), owner.id, id],
  );
  await db("messages").insert({ id: newId(), senderId: pilots[0]!.id, receiverId: owner.id, content: "Not about it" });
  await db.raw("vacuum analyze messages");
  const plane = await db("aircraft").where({ id }).first();
  const scopes = [owner, ...pilots].map((person) => `user:${person.id}`);
  expect((await aircraftScopes(db, plane as never, [])).sort()).toEqual(scopes.sort());
  const { rows } = await db.raw(`explain (analyze, buffers, format json) select writers_about(?)`, [id]);
  type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } };
  const [{ Plan: read }] = rows[0]["QUERY PLAN"] as [Plan];
  expect(read["Shared Hit Blocks"] + read["Shared Read Blocks"]).toBeLessThan(150);
  // A deactivation tells them too.
  const admin = await aPilot(db);
  await db("users").where({ id: admin.id }).update({ isAdmin: true });
  const body = { isActive: false };
  const answer = await send(url, `PATCH /api/admin/users/${owner.id}/toggle-active`, { body, headers: admin.headers });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  expect(await db("change_log").where({ id }).whereIn("scope", scopes).distinct().pluck("scope")).toHaveLength(4);
});
