import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { entities } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../shared/sync.ts";
import { askFor } from "../../tests/bookings.ts";
import { whileHeld } from "../../tests/held.ts";
import { code, send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});

const edit = (me: TestPerson, bio: string) =>
  send(server.url, `PATCH /api/users/${me.id}`, { body: { bio }, headers: me.headers });
const write = (from: TestPerson, to: TestPerson) =>
  send(server.url, "POST /api/messages", { body: { receiverId: to.id, content: "Hello" }, headers: from.headers });
const exchange = (me: TestPerson, name: string, lane: string, input: object) => {
  const command = { id: newId(), name, lane, input };
  const body = { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands: [command] };
  return send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers: me.headers });
};
const noticesTo = (person: TestPerson, about: TestPerson) =>
  db("change_log").where({ scope: `user:${person.id}`, entity: entities.people.number, id: about.id });

/** Two users with messages and a completed booking. */
async function flown(): Promise<{ pilot: TestPerson; owner: TestPerson; bookingId: string }> {
  const [pilot, owner] = [await aPilot(db), await anOwner(db)];
  const [aircraftId, bookingId] = [await aPlane(db, owner.id), newId()];
  await db("messages").insert({ id: newId(), senderId: pilot.id, receiverId: owner.id, content: "Hello" });
  const startDate = new Date(Date.now() - 7_200_000);
  const endsAt = new Date(startDate.getTime() + 3_600_000);
  const booking = { id: bookingId, aircraftId, pilotId: pilot.id, ownerId: owner.id, startDate, endsAt };
  await db("bookings").insert({ ...booking, hours: 1, status: "completed", totalPrice: 165 });
  return { pilot, owner, bookingId };
}

describe("rows that several transactions lock", () => {
  it("allow forty concurrent edits of one profile, and edits of others beside them", async () => {
    const [me, ...others] = await Promise.all(Array.from({ length: 9 }, () => aPilot(db)));
    const mine = Array.from({ length: 40 }, (_, index) => edit(me!, `Edit ${index}`));
    const theirs = others.map((one) => edit(one, "Tailwheel."));
    const statuses = (await Promise.all([...mine, ...theirs])).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(server.logged.join("")).not.toContain("40P01");
  });

  it("allow two users to review each other concurrently", async () => {
    const review = (me: TestPerson, bookingId: string, targetId: string) => {
      const body = { bookingId, targetType: "user", targetId, rating: 5, comment: "Well kept." };
      return send(server.url, "POST /api/reviews", { body, headers: me.headers });
    };
    const deadlocks = () => db("pg_stat_database").whereRaw("datname = current_database()").first("deadlocks");
    for (let round = 0; round < 8; round++) {
      const { pilot, owner, bookingId } = await flown();
      const answers = await Promise.all([review(pilot, bookingId, owner.id), review(owner, bookingId, pilot.id)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    }
    expect(await deadlocks()).toEqual({ deadlocks: 0 });
  });

  it.each([
    ["over REST", (from: TestPerson, to: TestPerson) => write(from, to)],
    [
      "from a phone's queue",
      (from: TestPerson, to: TestPerson) =>
        exchange(from, "messages.send", `conversation:${to.id}`, {
          receiverId: to.id,
          content: "Hi",
          aircraftId: null,
        }),
    ],
  ])(
    "make a first message wait for a profile that is being changed, so that the new partner gets it (%s)",
    async (_, first) => {
      const [me, partner] = [await aPilot(db), await aPilot(db)];
      const order: string[] = [];
      const change = (tx: Knex.Transaction) => tx("users").where({ id: me.id }).update({ name: "Ada" });
      const meet = () => first(partner, me).finally(() => order.push("message"));
      await whileHeld(db, change, meet, () => order.push("profile"));
      expect(order).toEqual(["profile", "message"]);
      expect(await noticesTo(partner, me)).toHaveLength(1);
    },
  );

  it("make a profile wait for a first message, whose sender then is a partner", async () => {
    const [me, partner] = [await aPilot(db), await aPilot(db)];
    async function meet(tx: Knex.Transaction) {
      await tx("users").whereIn("id", [me.id, partner.id]).orderBy("id").forShare().select("id");
      await tx("messages").insert({ id: newId(), senderId: partner.id, receiverId: me.id, content: "Hello" });
    }
    expect((await whileHeld(db, meet, () => edit(me, "Tailwheel."))).status).toBe(200);
    expect(await noticesTo(partner, me)).toHaveLength(1);
  });

  it("are users before aircraft: a first booking request that waits for its owner locks no aircraft", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const aircraftId = await aPlane(db, owner.id);
    const tx = await db.transaction();
    await tx("users").where({ id: owner.id }).forNoKeyUpdate().select("id");
    const asking = askFor(server.url, pilot, { aircraftId });
    await vi.waitFor(async () => {
      const waiting = await db("pg_stat_activity").whereRaw(
        `datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await tx.raw(`select id from aircraft where id = ? for update nowait`, [aircraftId]);
    await tx.commit();
    expect((await asking).status).toBe(201);
  });
});

describe("a transaction that loses to another", () => {
  /** Makes PostgreSQL fail the next `times` updates of this user's row with `state`. */
  async function failing(me: TestPerson, state: string, times: number): Promise<void> {
    const name = `lose_${newId().replaceAll("-", "")}`;
    // Rollbacks do not reset a sequence.
    await db.raw(`create sequence ${name};
      create function ${name}() returns trigger language plpgsql as $$ begin
        if nextval('${name}') <= ${times} then raise exception 'lost' using errcode = '${state}'; end if;
        return new;
      end $$;
      create trigger ${name} before update on users for each row when (old.id = '${me.id}') execute function ${name}()`);
  }

  it.each(["40P01", "40001"])("is run again (%s)", async (state) => {
    const me = await aPilot(db);
    await failing(me, state, 3);
    expect((await edit(me, "Tailwheel.")).status).toBe(200);
  });

  it.each(["40P01", "40001", "55P03"])("is a 503 with Retry-After, never a 500 (%s)", async (state) => {
    const me = await aPilot(db);
    await failing(me, state, 1000);
    const answer = await edit(me, "Tailwheel.");
    expect(code(answer)).toEqual([503, "busy"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  it.each(["40P01", "40001", "55P03"])(
    "gets a retry in a device's queue, and is no internal error (%s)",
    async (state) => {
      const me = await aPilot(db);
      await failing(me, state, 1000);
      const { status, body } = await exchange(me, "profile.update", "profile", { bio: "Tailwheel." });
      expect([status, body.outcomes]).toMatchObject([200, [{ status: "retry", code: "busy" }]]);
      expect(body.outcomes[0]!.retryAfterMs).toBeGreaterThan(0);
    },
  );
});
