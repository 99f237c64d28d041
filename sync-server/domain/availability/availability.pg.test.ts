import { describe, expect, it, vi } from "vitest";
import type { Availability, StoredPlan } from "../../../shared/domain/availability.ts";
import { planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { HOUR, inHours, linesAbout } from "../../../tests/bookings.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
import { aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { at, DAY, startPhoenix } from "../../../tests/phoenix.ts";
import { servicesOf } from "../../../tests/services.ts";
import type { SignedInReadContext } from "../../kit/query-resolver.ts";
import { availabilityResolvers } from "./queries.ts";

const { url, db, pilot, other, owner, plain, block, ask, step } = await startPhoenix();

const edit = (me: TestPerson, id: string, body: object) =>
  send<StoredPlan>(url, `PATCH /api/aircraft/${id}/availability`, { body, headers: me.headers });
const daysOf = (id: string, from: string, days: number) =>
  send<Availability>(url, `GET /api/aircraft/${id}/availability?from=${from}&days=${days}`);

describe("the owner's plan", () => {
  it("[S347] is the default one until it is edited, and only named fields change", async () => {
    const plane = await plain();
    const read = (me: TestPerson) =>
      send<{ plan: StoredPlan }>(url, `GET /api/aircraft/${plane}/availability/plan`, { headers: me.headers });
    expect((await read(owner)).body).toEqual({ plan: { aircraftId: plane, ...planDefaults, rev: 0 }, blocks: [] });
    const weekly = {
      ...planDefaults.weekly,
      mon: [],
      sat: [
        [420, 720],
        [810, 1_440],
      ],
    };
    const { status, body } = await edit(owner, plane, { weekly, noticeHours: 5 });
    expect([status, body]).toEqual([200, { aircraftId: plane, ...planDefaults, weekly, noticeHours: 5, rev: 1 }]);
    expect((await edit(owner, plane, { instant: "verified" })).body).toEqual({ ...body, instant: "verified", rev: 2 });
    expect(await scopesOf(db, 8, plane)).toContain(`user:${owner.id}`);
    const admin = await aPilot(db, { isAdmin: true });
    expect((await read(admin)).body.plan.rev).toBe(2);
    expect(code(await read(other))).toEqual([403, "not-your-aircraft"]);
    for (const stranger of [other, admin])
      expect(code(await edit(stranger, plane, { noticeHours: 1 }))).toEqual([403, "not-your-aircraft"]);
    expect(code(await edit(owner, newId(), { noticeHours: 1 }))).toEqual([404, "aircraft-not-found"]);
    expect((await send(url, `GET /api/aircraft/${plane}/availability/plan`)).status).toBe(401);
  });

  it("[S348] refuses values that make no plan, in full sentences", async () => {
    const plane = await plain();
    const monday = (mon: unknown) => ({ weekly: { ...planDefaults.weekly, mon } });
    for (const body of [
      monday([[600, 540]]),
      monday([
        [540, 600],
        [570, 630],
      ]),
      monday([
        [600, 660],
        [480, 540],
      ]),
      monday([[545, 600]]),
      monday([[0, 1_470]]),
      monday(null),
      { noticeHours: 721 },
      { bufferMin: 20 },
      { bufferMin: 510 },
      { horizonDays: 0 },
      { horizonDays: 366 },
      { instant: "always" },
    ])
      expect(code(await edit(owner, plane, body))).toEqual([400, "invalid"]);
    expect(
      (
        await edit(
          owner,
          plane,
          monday([
            [0, 60],
            [60, 1_440],
          ]),
        )
      ).status,
    ).toBe(200);
  });
});

describe("free hours", () => {
  it("[S363] are the plan without holds, with the buffer before them, and name nobody", async () => {
    const plane = await plain();
    const { body } = await ask(pilot, plane, at("12:00"));
    expect((await daysOf(plane, DAY, 1)).body).toEqual({
      zone: "America/Phoenix",
      step: 30,
      days: [{ day: DAY, open: [[420, 1_260]] }],
      asOf: expect.stringMatching(/:00\.000Z$/),
      // Without the buffer, which would tell bookings from closed hours.
      plan: {
        weekly: planDefaults.weekly,
        noticeHours: planDefaults.noticeHours,
        horizonDays: planDefaults.horizonDays,
        instant: "off",
      },
    });
    expect((await step(owner, body.booking.id, "accepted")).body.holdsUntil).toBe(at("15:30"));
    await block(owner, plane, at("18:00"), at("19:00"), { reason: "own-flight", note: "to my sister" });
    const answer = await daysOf(plane, DAY, 2);
    expect(answer.body.days).toEqual([
      {
        day: DAY,
        open: [
          [420, 690],
          [930, 1_050],
          [1_140, 1_260],
        ],
      },
      { day: expect.any(String), open: [[420, 1_260]] },
    ]);
    await step(pilot, body.booking.id, "cancelled");
    expect((await daysOf(plane, DAY, 1)).body.days[0]!.open).toEqual([
      [420, 1_050],
      [1_140, 1_260],
    ]);
  });

  it("[S350] are empty before the notice and after the horizon", async () => {
    const plane = await plain();
    await edit(owner, plane, { noticeHours: 48, horizonDays: 20 });
    const today = new Date(Date.now() - 7 * HOUR).toISOString().slice(0, 10);
    const { days } = (await daysOf(plane, today, 22)).body;
    expect(days.map(({ open }) => open.length)).toEqual([0, 0, expect.any(Number), ...Array(18).fill(1), 0]);
  });

  it("go on at midnight where the plan is open around the clock", async () => {
    const plane = await aPlane(db, owner.id, { location: "Phoenix AZ" });
    const { body } = await ask(pilot, plane, at("22:00"), 4);
    await step(owner, body.booking.id, "accepted");
    const { days } = (await daysOf(plane, DAY, 2)).body;
    expect(days.map(({ open }) => open)).toEqual([[[0, 1_320]], [[120, 1_440]]]);
  });

  it("[S370] are sent again only when they changed", async () => {
    const plane = await plain();
    const path = `GET /api/aircraft/${plane}/availability?from=${DAY}&days=2`;
    const first = await send(url, path);
    expect(first.headers["cache-control"]).toBe("public, no-cache");
    const again = await send(url, path, { headers: { "if-none-match": String(first.headers.etag) } });
    // The time of the answer may have passed to the next minute.
    expect([200, 304]).toContain(again.status);
    await block(owner, plane, at("08:00"), at("09:00"));
    const changed = await send(url, path, { headers: { "if-none-match": String(first.headers.etag) } });
    expect(changed.status).toBe(200);
  });

  it("are refused for unknown and hidden aircraft and for other ranges", async () => {
    const hidden = await plain({ isActive: false });
    for (const id of [newId(), "x", hidden])
      expect(code(await daysOf(id, DAY, 1))).toEqual([404, "aircraft-not-found"]);
    const plane = await plain();
    for (const query of [`from=${DAY}&days=63`, `from=${DAY}&days=0`, `from=tomorrow&days=1`, `from=${DAY}`, ""]) {
      const answer = await send(url, `GET /api/aircraft/${plane}/availability?${query}`);
      expect([query, ...code(answer)]).toEqual([query, 400, "invalid"]);
    }
  });
});

describe("a request that does not fit", () => {
  it.each([
    ["startDate", "Choose a start on the half hour.", at("09:15"), 3],
    ["startDate", "Not free. Free again from 07:00.", at("05:00"), 2],
    ["startDate", "20:00: free until 21:00, and 3 hours end at 23:00.", at("20:00"), 3],
    ["hours", "15 hours do not fit on {day}. The longest that fits is 14 hours.", at("07:00"), 15],
    ["hours", "At most 92 days", at("07:00"), 92 * 24 + 1],
  ] as const)("is refused beside %s: %s", async (field, message, startDate, hours) => {
    const plane = await plain();
    const answer = await ask(pilot, plane, startDate, hours);
    const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" });
    const error = message.replace("{day}", day.format(new Date(`${DAY}T00:00:00Z`)));
    expect([answer.status, ...fieldsOf(answer)]).toEqual([400, field]);
    expect(answer.body).toMatchObject({ error, fields: { [field]: error } });
  });

  it("[S351] is refused before the notice and beyond the horizon, with the owner's name", async () => {
    const plane = await plain();
    await edit(owner, plane, { noticeHours: 100, horizonDays: 20 });
    expect((await ask(pilot, plane, inHours(24))).body).toMatchObject({
      error: "Too soon. Olive needs 100 hours notice.",
    });
    expect((await ask(pilot, plane, at("09:00"))).body).toMatchObject({
      error: "Too far ahead. Olive takes requests up to 20 days ahead.",
    });
  });

  it("is refused over hours that are taken, and gets other starts", async () => {
    const plane = await plain();
    const { body } = await ask(pilot, plane, at("09:00"));
    await step(owner, body.booking.id, "accepted");
    const answer = await ask(other, plane, at("10:00"));
    expect(code(answer)).toEqual([409, "hours-taken"]);
    expect(answer.body).toMatchObject({ error: "10:00–13:00 was just taken. 3 hours still fit from 12:30 or 13:00." });
    // The buffer before the next booking stays free too.
    expect(code(await ask(other, plane, at("07:00"), 2))).toEqual([409, "hours-taken"]);
  });
});

describe("a request that fits", () => {
  const instantIn = async (instant: string, who: TestPerson) => {
    const plane = await plain();
    await edit(owner, plane, { instant });
    return (await ask(who, plane, at("09:00"))).body.booking;
  };

  it("[S352] is accepted at once for those whom the owner chose, with its line in the conversation", async () => {
    const [proven, newcomer] = [await aPilot(db), await aPilot(db)];
    await db("users").where({ id: proven.id }).update({ verified: true });
    expect((await instantIn("off", proven)).status).toBe("requested");
    expect((await instantIn("verified", newcomer)).status).toBe("requested");
    const accepted = await instantIn("verified", proven);
    expect(accepted).toMatchObject({ status: "accepted", holdsUntil: at("12:30") });
    expect(
      (await linesAbout(db, accepted.id)).map(({ senderId, content }) => [senderId, String(content).split(":")[0]]),
    ).toEqual([
      [proven.id, "Booking request for Cessna 172"],
      [owner.id, "Booking accepted"],
    ]);
    expect((await instantIn("returning", proven)).status).toBe("requested");
    await db("bookings").where({ id: accepted.id }).update({ status: "completed" });
    expect((await instantIn("returning", proven)).status).toBe("accepted");
  });
});

describe("a read of free hours", () => {
  it("[S645] takes one statement for 62 days with a booking and a block", async () => {
    const plane = await plain();
    await block(owner, plane, at("09:00"), at("12:00"));
    const { body } = await ask(pilot, plane, at("13:00"));
    await step(owner, body.booking.id, "accepted");
    const { runPrepared } = await servicesOf(db);
    const run = vi.fn(runPrepared);
    // The resolver has no other way to the database.
    const asked = { services: { runPrepared: run }, me: null } as unknown as SignedInReadContext;
    const answer = await availabilityResolvers["availability.days"](asked, { id: plane, from: DAY, days: 62 });
    expect(answer.days[0]?.open).toEqual([
      [420, 510],
      [720, 750],
      [990, 1_260],
    ]);
    expect(run).toHaveBeenCalledOnce();
  });
});
