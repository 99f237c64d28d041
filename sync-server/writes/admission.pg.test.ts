import type { Knex } from "knex";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../shared/sync.ts";
import { code, send, type Answer } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

const RESENDS = 14;

let server: TestServer;
/** Separate connections for the test, since it fills the server's. */
let db: Knex;
let owner: TestPerson;
let plane: string;
let held: Knex.Transaction;

beforeEach(async () => {
  const fresh = await freshDatabase();
  db = fresh.knex;
  server = await startTestServer({ databaseUrl: fresh.url });
  owner = await anOwner(db);
  plane = await aPlane(db, owner.id);
  held = await db.transaction();
  await held("aircraft").where({ id: plane }).forUpdate().select("id");
});

afterEach(async () => {
  if (!held.isCompleted()) await held.rollback();
});

/** Counts the server's connections that wait for a row. */
async function blocked(): Promise<number> {
  const rows = await db("pg_stat_activity").whereRaw(
    `datname = current_database() and application_name = 'tailhour' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const isBlocked = () => vi.waitFor(async () => expect(await blocked()).toBeGreaterThan(0), { timeout: 10_000 });

function update(id: string): Promise<Answer<Record<string, unknown>>> {
  const headers = { ...owner.headers, "idempotency-key": id };
  return send(server.url, `PATCH /api/aircraft/${plane}`, { body: { name: "Skylane" }, headers });
}

function exchange(id: string): Promise<Answer<ExchangeAnswer>> {
  const command = { id, name: "aircraft.update", lane: `aircraft:${plane}`, input: { id: plane, name: "Skylane" } };
  const body = { clientId: newId(), userId: owner.id, schema: 1, cursor: null, commands: [command] };
  return send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers: owner.headers });
}

/** Returns `done` or `later`: on a slow machine the row may stay locked longer than a command waits for it. */
function resultOf({ status, body }: Answer<Record<string, unknown> | ExchangeAnswer>): unknown {
  const [outcome] = "outcomes" in body ? (body as ExchangeAnswer).outcomes : [];
  if (status === 503) return code({ status, body } as Answer<Record<string, unknown>>)[1] === "busy" ? "later" : body;
  if (status !== 200 || !outcome) return status === 200 ? "done" : body;
  if (outcome.status === "applied") return "done";
  return outcome.status === "retry" && outcome.code !== "internal" ? "later" : outcome;
}

describe("a command that waits for a locked row", () => {
  it.each([
    ["over REST", update],
    ["from a phone's queue", exchange],
  ])("takes one connection, even if it is repeated, and blocks no other user (%s)", async (_, sendIt) => {
    const id = newId();
    const resends = Array.from({ length: RESENDS }, () => sendIt(id));
    await isBlocked();
    const other = await aPilot(db);
    const answers = await Promise.all([
      send(server.url, `PATCH /api/users/${other.id}`, { body: { bio: "Tailwheel." }, headers: other.headers }),
      send(server.url, "GET /api/favorites", { headers: other.headers }),
      send(server.url, `GET /api/aircraft/${plane}/with-owner`),
      send(server.url, "GET /readyz"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await blocked()).toBeLessThanOrEqual(1);
    await held.commit();
    for (const answer of await Promise.all(resends)) expect(["done", "later"]).toContain(resultOf(answer));
    expect(resultOf(await sendIt(id))).toBe("done");
    expect(await db("aircraft").where({ id: plane }).first("name", "rev")).toEqual({ name: "Skylane", rev: 1 });
  });

  it("takes at most a third of the pool, even for many different commands of one user", async () => {
    const many = Array.from({ length: 30 }, () => update(newId()));
    await isBlocked();
    const other = await aPilot(db);
    const body = { bio: "Tailwheel." };
    const theirs = await send(server.url, `PATCH /api/users/${other.id}`, { body, headers: other.headers });
    expect(theirs.status).toBe(200);
    expect(await blocked()).toBeLessThanOrEqual(3);
    await held.commit();
    for (const answer of await Promise.all(many)) expect(["done", "later"]).toContain(resultOf(answer));
  });

  it("gets a retry with all its duplicates when the row stays locked", { timeout: 30_000 }, async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 3 }, () => update(id)));
    expect(answers.map(code)).toEqual(answers.map(() => [503, "busy"]));
    const { body } = await exchange(id);
    expect(body.outcomes).toMatchObject([{ id, status: "retry", code: "busy" }]);
    await held.commit();
    expect((await exchange(id)).body.outcomes).toMatchObject([{ id, status: "applied" }]);
  });
});

describe("a locked row that requests need before their commands", () => {
  /** Counts the connections that `requests` hold while another user's reads and writes succeed. */
  async function connectionsOf(requests: Promise<Answer<unknown>>[]): Promise<number> {
    await isBlocked();
    const other = await aPilot(db);
    const body = { bio: "Tailwheel." };
    const answers = [
      await send(server.url, `PATCH /api/users/${other.id}`, { body, headers: other.headers }),
      await send(server.url, "GET /api/favorites", { headers: other.headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const count = await blocked();
    await held.commit();
    await Promise.all(requests);
    return count;
  }

  function firstExchange(clientId: string): Promise<Answer<unknown>> {
    const body = { clientId, userId: owner.id, schema: 1, cursor: null, commands: [] };
    return send(server.url, "POST /api/sync", { body, headers: owner.headers });
  }

  it("the user of a new device: repeated exchanges take one connection", async () => {
    await held("users").where({ id: owner.id }).forUpdate().select("id");
    const device = newId();
    expect(await connectionsOf(Array.from({ length: RESENDS }, () => firstExchange(device)))).toBe(1);
  });

  it("the user of many new devices: they take at most a third of the pool", async () => {
    await held("users").where({ id: owner.id }).forUpdate().select("id");
    const count = await connectionsOf(Array.from({ length: RESENDS }, () => firstExchange(newId())));
    expect(count).toBeLessThanOrEqual(3);
  });

  it("a session whose use must be stored: its requests take one connection", async () => {
    await db("sessions")
      .where({ userId: owner.id })
      .update({ lastSeenAt: new Date(0) });
    await held("sessions").where({ userId: owner.id }).forUpdate().select("idHash");
    const read = () => send(server.url, "GET /api/favorites", { headers: owner.headers });
    expect(await connectionsOf(Array.from({ length: RESENDS }, read))).toBe(1);
  });
});

describe("readiness", () => {
  it("reports a working database while every connection of the pool is in use", async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => server.db.transaction()));
    try {
      const ready = await send(server.url, "GET /readyz");
      expect([ready.status, ready.body]).toEqual([200, { ok: true }]);
    } finally {
      await Promise.all(taken.map((tx) => tx.rollback()));
    }
  });
});
