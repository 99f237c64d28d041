import { request } from "node:http";
import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { command, toPeer } from "../../tests/devices.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});

/** Sends all but the last byte; sends it once the server has checked the session and `meanwhile` is done. */
async function held(me: TestPerson, route: string, body: object, meanwhile: () => Promise<unknown>): Promise<number> {
  const [method, path] = route.split(" ");
  const bytes = Buffer.from(JSON.stringify(body));
  // The check of a long-unused session writes its last use, which this test detects.
  await db("sessions")
    .where({ userId: me.id })
    .update({ lastSeenAt: db.raw("now() - interval '2 hours'") });
  const headers = { ...me.headers, "content-type": "application/json", "content-length": bytes.length };
  const sent = request(`${server.url}${path}`, { method, headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on("response", (response) => resolve(response.resume().statusCode!));
    sent.on("error", reject);
  });
  sent.write(bytes.subarray(0, -1));
  const looked = () => db("sessions").where({ userId: me.id }).whereRaw(`"lastSeenAt" > now() - interval '1 hour'`);
  await vi.waitFor(async () => expect(await looked()).toHaveLength(1), { timeout: 10_000 });
  await meanwhile();
  sent.end(bytes.subarray(-1));
  return status;
}

const end = (me: TestPerson) => () => db("sessions").where({ userId: me.id }).update({ revokedAt: db.fn.now() });
const nothing = () => Promise.resolve();

function exchangeOf(me: TestPerson, ...commands: object[]): object {
  return { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands };
}

describe("a slow body", () => {
  it("runs if the session is still valid at its end", async () => {
    const [pilot, other, owner] = [await aPilot(db), await aPilot(db), await anOwner(db)];
    expect(await held(pilot, `PATCH /api/users/${pilot.id}`, { name: "Held Back" }, nothing)).toBe(200);
    expect(await db("users").where({ id: pilot.id }).first("name")).toEqual({ name: "Held Back" });
    expect(await held(other, "POST /api/sync", exchangeOf(other, toPeer(owner)), nothing)).toBe(200);
    expect(await db("messages").where({ senderId: other.id })).toHaveLength(1);
  });

  it("[R13] runs nothing once the session has ended, a single command or an exchange", async () => {
    const [pilot, owner, peer] = [await aPilot(db), await anOwner(db), await anOwner(db)];
    expect(await held(pilot, `PATCH /api/users/${pilot.id}`, { name: "Too Late" }, end(pilot))).toBe(401);
    expect(await db("users").where({ id: pilot.id, name: "Too Late" })).toEqual([]);
    const plane = await aPlane(db, owner.id);
    expect(await held(owner, `DELETE /api/aircraft/${plane}`, {}, end(owner))).toBe(401);
    expect(await db("aircraft").where({ id: plane }).first("deletedAt")).toEqual({ deletedAt: null });
    for (const commands of [
      (me: TestPerson) => [toPeer(me, "too late")],
      (me: TestPerson) => [toPeer(me, "too late"), command("profile.update", { name: "Too Late" })],
    ]) {
      const other = await aPilot(db);
      expect(await held(other, "POST /api/sync", exchangeOf(other, ...commands(peer)), end(other))).toBe(401);
      expect(await db("users").where({ id: other.id, name: "Too Late" })).toEqual([]);
    }
    expect(await db("messages").where({ content: "too late" })).toEqual([]);
  });

  it("is checked against the user's rights at its end", async () => {
    const [admin, owner] = [await aPilot(db, { isAdmin: true }), await anOwner(db)];
    // The last admin cannot be removed.
    await aPilot(db, { isAdmin: true });
    const plane = await aPlane(db, owner.id);
    const demote = () => db("users").where({ id: admin.id }).update({ isAdmin: false });
    expect(await held(admin, `PATCH /api/aircraft/${plane}`, { verified: true }, demote)).toBe(403);
    expect(await db("aircraft").where({ id: plane }).first("verified")).toEqual({ verified: false });
  });
});
