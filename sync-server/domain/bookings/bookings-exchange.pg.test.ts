import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { content, inHours } from "../../../tests/bookings.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

describe("over the exchange", () => {
  type Sent = { id: string; name: string; input: object };
  const exchange = async (me: TestPerson, commands: Sent[]) => {
    const body = { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands };
    return (await send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers: me.headers })).body;
  };

  it("[R8] a request, a message and a cancellation of one conversation run once, in the order sent", async () => {
    const [me, host] = [await aPilot(db), await anOwner(db)];
    const own = await aPlane(db, host.id);
    const [id, messageId] = [newId(), newId()];
    const input = { id, messageId, aircraftId: own, ownerId: host.id, startDate: inHours(20), hours: 2, content };
    const commands = [
      { id, name: "bookings.request", input },
      { id: newId(), name: "messages.send", input: { receiverId: host.id, content: "Keys at 07:30?" } },
      { id: newId(), name: "bookings.setStatus", input: { id, status: "cancelled", peerId: host.id } },
    ];
    const first = await exchange(me, commands);
    const again = await exchange(me, commands);
    for (const { outcomes, rows } of [first, again]) {
      expect(outcomes.map(({ status }) => status)).toEqual(["applied", "applied", "applied"]);
      expect(rows["bookings"]).toEqual([expect.objectContaining({ id, status: "cancelled", ownerId: host.id })]);
      expect(rows["aircraft"]!.map((row) => row["id"])).toEqual([own]);
      expect(rows["people"]!.map((row) => row["id"])).toEqual([host.id]);
      const said = rows["messages"]!.sort((a, b) => (String(a["createdAt"]) < String(b["createdAt"]) ? -1 : 1));
      expect(said.map((row) => [row["bookingId"], String(row["content"]).slice(0, 17)])).toEqual([
        [id, content.slice(0, 17)],
        [null, "Keys at 07:30?"],
        [id, "Booking cancelled"],
      ]);
    }
    const heard = await exchange(host, []);
    expect(heard.rows["bookings"]).toEqual([expect.objectContaining({ id, pilotId: me.id })]);
    expect((await exchange(await aPilot(db), [])).rows["bookings"] ?? []).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  it("returns refusals with their messages", async () => {
    const id = newId();
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    const late = { aircraftId: plane, ownerId: owner.id, startDate: inHours(-1), hours: 3, content };
    const { outcomes } = await exchange(pilot, [
      { id, name: "bookings.request", input: { ...late, id, messageId: newId() } },
      { id: newId(), name: "bookings.setStatus", input: { id: newId(), status: "accepted" } },
    ]);
    expect(outcomes).toMatchObject([
      { status: "refused", code: "invalid", message: "That start has passed. Choose a later one." },
      { status: "refused", code: "booking-not-found" },
    ]);
  });
});

describe("the limits of messages", () => {
  it("apply to a booking's message too: REST answers 429, the exchange `retry`", async () => {
    const small = await startTestServer({ env: { LIMIT_NEW_RECEIVERS: "1" } });
    const me = await aPilot(small.db);
    const planes: string[] = [];
    for (let index = 0; index < 3; index++) planes.push(await aPlane(small.db, (await anOwner(small.db)).id));
    const body = (index: number) => ({ aircraftId: planes[index], startDate: inHours(5), hours: 2, content });
    const rest = (index: number) => send(small.url, "POST /api/bookings", { body: body(index), headers: me.headers });
    expect([(await rest(0)).status, (await rest(0)).status]).toEqual([201, 201]);
    expect(code(await rest(1))).toEqual([429, "too-many"]);
    const id = newId();
    const commands = [{ id, name: "bookings.request", input: { ...body(2), id, messageId: newId() } }];
    const { body: answer } = await send<ExchangeAnswer>(small.url, "POST /api/sync", {
      body: { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands },
      headers: me.headers,
    });
    expect(answer.outcomes).toMatchObject([{ id, status: "retry", code: "too-many" }]);
    expect(await small.db("bookings").where({ id })).toEqual([]);
  });
});
