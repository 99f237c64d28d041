import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, linesAbout, setStatus } from "../../../tests/bookings.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let rival: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, rival, owner] = [await aPilot(db), await aPilot(db), await anOwner(db)];
});

/** 09:00 of a day ahead in Phoenix, which changes no clock. */
const start = (days: number, hour = 9) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour + 7) * 3_600_000).toISOString();
};

/** A new aircraft, and a request for 09:00 to 12:00 in ten days. */
async function requested(fields: object = {}): Promise<string> {
  plane = await aPlane(db, owner.id, { location: "Phoenix AZ", hourlyRate: 169 });
  // The default plan: 07:00 to 21:00, and half an hour after each booking.
  await db("availability_plans").where({ aircraftId: plane }).delete();
  return (await asked(pilot, fields)).id;
}
const asked = async (me: TestPerson, fields: object = {}) =>
  (await askFor(server.url, me, { ...{ aircraftId: plane, startDate: start(10) }, ...fields })).body.booking;
const accepted = async (): Promise<string> => {
  const id = await requested();
  expect((await setStatus(server.url, owner, id, "accepted")).status).toBe(200);
  return id;
};

const edit = (me: TestPerson, id: string, body: object) =>
  send<Booking>(server.url, `PATCH /api/bookings/${id}/request`, { body, headers: me.headers });
const propose = (me: TestPerson, id: string, body: object = {}) =>
  send<Booking>(server.url, `POST /api/bookings/${id}/proposals`, {
    body: { id: newId(), startDate: start(10, 14), hours: 3, ...body },
    headers: me.headers,
  });
const answer = (me: TestPerson, id: string, proposalId: string, given: string) =>
  send<Booking>(server.url, `PATCH /api/bookings/${id}/proposals/${proposalId}`, {
    body: { answer: given },
    headers: me.headers,
  });
const read = (id: string) => db("bookings").where({ id }).first();
const lastLine = async (id: string) => (await linesAbout(db, id)).at(-1)!;

describe("bookings.edit", () => {
  it("[S396] gives an open request other hours at the current price, a new deadline, and a line", async () => {
    const id = await requested();
    await db("aircraft").where({ id: plane }).update({ hourlyRate: 179 });
    const wanted = { startDate: start(1, 13), hours: 2 };
    expect(code(await edit(pilot, id, { ...wanted, quotedTotalCents: 37_180 }))).toEqual([409, "price-changed"]);
    const { status, body } = await edit(pilot, id, { ...wanted, quotedTotalCents: 39_380 });
    expect([status, body]).toMatchObject([
      200,
      { ...wanted, endsAt: start(1, 15), totalCents: 39_380, hourlyRate: 179 },
    ]);
    expect(body.answerBy! < start(1, 13)).toBe(true);
    expect(await lastLine(id)).toMatchObject({
      senderId: pilot.id,
      content: expect.stringMatching(/^Booking request changed: Cessna 172, .*, 13:00 MST, 2 hours\.$/),
    });
    const lines = (await linesAbout(db, id)).length;
    expect((await edit(pilot, id, wanted)).body.rev).toBe(body.rev);
    expect(await linesAbout(db, id)).toHaveLength(lines);
  });

  it("is refused for others, for hours that do not fit, and after the answer", async () => {
    const id = await requested();
    expect(code(await edit(owner, id, { hours: 4 }))).toEqual([409, "wrong-step"]);
    expect(code(await edit(rival, id, { hours: 4 }))).toEqual([404, "booking-not-found"]);
    expect(code(await edit(pilot, newId(), { hours: 4 }))).toEqual([404, "booking-not-found"]);
    expect(code(await edit(pilot, "nonsense", { hours: 4 }))).toEqual([404, "booking-not-found"]);
    for (const [field, body] of [
      ["hours", { hours: 1 }],
      ["startDate", { startDate: start(-1) }],
      ["startDate", { startDate: start(10, 9.25) }],
      ["startDate", { startDate: start(300) }],
    ] as const) {
      const refused = await edit(pilot, id, body);
      expect([...code(refused), ...fieldsOf(refused)]).toEqual([400, "invalid", field]);
    }
    const other = await asked(rival, { startDate: start(11) });
    await setStatus(server.url, owner, other.id, "accepted");
    expect(code(await edit(pilot, id, { startDate: start(11, 11) }))).toEqual([409, "hours-taken"]);
    await setStatus(server.url, owner, id, "accepted");
    expect(code(await edit(pilot, id, { hours: 4 }))).toEqual([409, "wrong-step"]);
  });

  it("meets an acceptance: the owner never accepts hours they have not seen", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await requested();
      const seen = { startDate: start(10), hours: 3 };
      const [edited, taken] = await Promise.all([
        edit(pilot, id, { hours: 4 }),
        setStatus(server.url, owner, id, "accepted", { seen }),
      ]);
      const { status, hours } = await read(id);
      if (edited.status === 200) {
        expect([code(taken), status, hours]).toEqual([[409, "request-changed"], "requested", 4]);
      } else {
        expect([code(edited), taken.status, status, hours]).toEqual([[409, "wrong-step"], 200, "accepted", 3]);
      }
    }
  });
});

describe("bookings.propose and bookings.answerProposal", () => {
  it("[S397] swap the hours of an accepted booking at its rate, when the other member accepts", async () => {
    const id = await accepted();
    await db("aircraft").where({ id: plane }).update({ hourlyRate: 999 });
    const proposalId = newId();
    const made = await propose(pilot, id, { id: proposalId, hours: 2 });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        startDate: start(10),
        hours: 3,
        proposal: { id: proposalId, by: pilot.id, startDate: start(10, 14), hours: 2 },
      },
    ]);
    expect((await propose(pilot, id, { id: proposalId, hours: 2 })).body.rev).toBe(made.body.rev);
    expect(await lastLine(id)).toMatchObject({
      senderId: pilot.id,
      content: expect.stringMatching(/^Other hours proposed: .*, 14:00 MST, 2 hours\.$/),
    });
    expect(code(await answer(pilot, id, proposalId, "accept"))).toEqual([409, "wrong-step"]);
    const { status, body } = await answer(owner, id, proposalId, "accept");
    expect([status, body]).toMatchObject([
      200,
      {
        startDate: start(10, 14),
        hours: 2,
        endsAt: start(10, 16),
        status: "accepted",
        totalCents: 37_180,
        proposal: null,
      },
    ]);
    expect(await lastLine(id)).toMatchObject({ senderId: owner.id, receiverId: pilot.id });
    // The old hours are free again.
    expect((await setStatus(server.url, owner, (await asked(rival)).id, "accepted")).status).toBe(200);
  });

  it("carry the words of the proposer, and a decline those of the owner, in the booking and its line", async () => {
    const id = await requested();
    const { body } = await propose(owner, id, { note: "Marine layer by noon" });
    expect(body.proposal).toMatchObject({ by: owner.id, note: "Marine layer by noon" });
    expect((await lastLine(id)).content).toMatch(/3 hours\. Marine layer by noon\.$/);
    await answer(owner, id, body.proposal!.id, "withdraw");
    const declined = await setStatus(server.url, owner, id, "declined", { note: "In her annual that week, sorry." });
    expect(declined.body).toMatchObject({ status: "declined", reason: null, note: "In her annual that week, sorry." });
    expect((await lastLine(id)).content).toMatch(/^Booking declined: .* 3 hours\. In her annual that week, sorry\.$/);
  });

  it("accept an open request with the hours that its owner proposed", async () => {
    const id = await requested();
    expect(code(await propose(pilot, id))).toEqual([409, "wrong-step"]);
    const { body } = await propose(owner, id);
    expect(code(await edit(pilot, id, { hours: 4 }))).toEqual([409, "proposal-open"]);
    const taken = await answer(pilot, id, body.proposal!.id, "accept");
    expect(taken.body).toMatchObject({ status: "accepted", startDate: start(10, 14), lastStepBy: pilot.id });
  });

  it("[S398] leave the booking as it is when declined or withdrawn; one is open at a time", async () => {
    const id = await accepted();
    for (const [by, given] of [
      [owner, "decline"],
      [pilot, "withdraw"],
    ] as const) {
      const { body } = await propose(pilot, id);
      expect(code(await propose(owner, id))).toEqual([409, "proposal-open"]);
      expect(code(await answer(by, id, newId(), given))).toEqual([409, "wrong-step"]);
      const { status, body: after } = await answer(by, id, body.proposal!.id, given);
      expect([status, after]).toMatchObject([
        200,
        { startDate: start(10), hours: 3, status: "accepted", proposal: null },
      ]);
      expect(code(await answer(by, id, body.proposal!.id, given))).toEqual([409, "wrong-step"]);
    }
  });

  it("are refused for others, for hours that do not fit, and once the booking has ended", async () => {
    const id = await accepted();
    expect(code(await propose(rival, id))).toEqual([404, "booking-not-found"]);
    expect(code(await propose(pilot, newId()))).toEqual([404, "booking-not-found"]);
    for (const [field, body] of [
      ["hours", { hours: 1 }],
      ["startDate", { startDate: start(-1) }],
      ["startDate", { startDate: start(10) }],
      ["startDate", { startDate: start(10, 14.2) }],
    ] as const) {
      const refused = await propose(pilot, id, body);
      expect([...code(refused), ...fieldsOf(refused)]).toEqual([400, "invalid", field]);
    }
    // Its own hours do not hold it off.
    const { body } = await propose(pilot, id, { startDate: start(10, 10) });
    const other = await answer(rival, id, body.proposal!.id, "accept");
    expect(code(other)).toEqual([404, "booking-not-found"]);
    expect((await setStatus(server.url, pilot, id, "cancelled")).body.proposal).toBeNull();
    expect(code(await answer(owner, id, body.proposal!.id, "accept"))).toEqual([409, "wrong-step"]);
    expect(code(await propose(owner, id))).toEqual([409, "wrong-step"]);
  });

  it("lose against a booking that got the hours meanwhile, and keep the old ones", async () => {
    const id = await accepted();
    const { body } = await propose(owner, id);
    const other = await asked(rival, { startDate: start(10, 15) });
    await setStatus(server.url, owner, other.id, "accepted");
    expect(code(await answer(pilot, id, body.proposal!.id, "accept"))).toEqual([409, "hours-taken"]);
    expect(await read(id)).toMatchObject({
      status: "accepted",
      startDate: start(10),
      proposal: { id: body.proposal!.id },
    });
  });

  it("run once when two devices answer, and end with a cancellation", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await accepted();
      const { body } = await propose(owner, id);
      const given = await Promise.all([
        answer(pilot, id, body.proposal!.id, "accept"),
        answer(pilot, id, body.proposal!.id, "decline"),
        answer(owner, id, body.proposal!.id, "withdraw"),
        setStatus(server.url, pilot, id, "cancelled"),
      ]);
      const row = await read(id);
      expect([row.status, row.proposal]).toEqual(["cancelled", null]);
      expect(given.slice(0, 3).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      expect(await db("holds").where({ aircraftId: plane })).toEqual([]);
    }
  });
});

describe("an acceptance", () => {
  it("[S393] declines open requests that overlap or leave no buffer, each with its line", async () => {
    const id = await requested();
    const lost = [
      await asked(rival, { startDate: start(10, 11) }),
      await asked(rival, { startDate: start(10, 12) }),
      await asked(rival, { startDate: start(10, 7), hours: 2 }),
    ];
    const kept = [
      await asked(rival, { startDate: start(10, 12.5) }),
      await asked(rival, { startDate: start(10, 18) }),
      await asked(rival, { startDate: start(11) }),
    ];
    await setStatus(server.url, owner, id, "accepted");
    for (const one of lost) {
      expect(await read(one.id)).toMatchObject({ status: "declined", reason: "taken", lastStepBy: null });
      expect(await lastLine(one.id)).toMatchObject({
        senderId: owner.id,
        receiverId: rival.id,
        content: expect.stringMatching(
          /^Booking declined: .* 3 hours\. Those hours were just taken\.$|2 hours\. Those/,
        ),
      });
      const scopes: string[] = await db("change_log").where({ entity: 5, id: one.id }).pluck("scope");
      expect(scopes).toHaveLength(4);
    }
    for (const one of kept) expect((await read(one.id)).status).toBe("requested");
  });

  it("leaves one winner of two requests that are accepted at once, and declines the other", async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [await requested(), (await asked(rival)).id];
      const answers = await Promise.all(ids.map((id) => setStatus(server.url, owner, id, "accepted")));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rows = await Promise.all(ids.map(read));
      expect(rows.map(({ status, reason }) => [status, reason]).sort()).toEqual([
        ["accepted", null],
        ["declined", "taken"],
      ]);
    }
  });
});
