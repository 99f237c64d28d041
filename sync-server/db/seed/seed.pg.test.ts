import { verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { beforeEach, describe, expect, it } from "vitest";
import { aircraft } from "../../../shared/domain/aircraft.ts";
import { defaultPlan, misfitOf, type Plan } from "../../../shared/domain/free-hours.ts";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { repliesOf, replyTimeFrom, type Replies } from "../../domain/accounts/reply-time.ts";
import { runSeed } from "./run.ts";
import { seedDemo } from "./demo.ts";

let db: Knex;
beforeEach(async () => {
  ({ knex: db } = await freshDatabase());
});

type Row = Plan & Placed & Record<"id" | "aircraftId" | "status" | "startDate" | "endsAt", string>;

const countOf = async (table: string) => Number((await db(table).count("* as count").first())!.count);

describe("demo seed", () => {
  it("fills an empty database once, also with two concurrent starts", async () => {
    expect((await Promise.all([seedDemo(db), seedDemo(db)])).sort()).toEqual([false, true]);
    expect(await seedDemo(db)).toBe(false);
    expect([await countOf("users"), await countOf("aircraft"), await countOf("reviews")]).toEqual([13, 24, 40]);
  });

  it("does not restore deleted records", async () => {
    await seedDemo(db);
    await db("reviews").delete();
    await seedDemo(db);
    expect(await countOf("reviews")).toBe(0);
  });

  it("lists the newest first as the design does, with no review older than its aircraft", async () => {
    await seedDemo(db);
    const names = await db("aircraft").orderBy("createdAt", "desc").limit(6).pluck("name");
    expect(names.map((name: string) => name.split(" - ")[0])).toEqual([
      "Cessna 172S Skyhawk",
      "Cirrus SR22 G5",
      "Pilatus PC-12 NG",
      "Aviat A-1C Husky",
      "Diamond DA42-VI",
      "Cessna 182T Skylane",
    ]);
    const early = await db("reviews")
      .join("aircraft", "aircraft.id", "reviews.targetId")
      .whereRaw(`reviews."createdAt" < aircraft."createdAt"`);
    expect(early).toEqual([]);
  });

  it("has one completed flight of an owner's own aircraft, with its messages", async () => {
    await seedDemo(db);
    const [flight, ...others] = await db("bookings")
      .join("aircraft", "aircraft.id", "bookings.aircraftId")
      .where({ status: "completed" })
      .select("bookings.*", "aircraft.ownerId as planesOwner");
    expect(others).toEqual([]);
    expect(flight).toMatchObject({ hours: 3, totalPrice: 657, totalCents: 65_670, pilotReviewed: false });
    expect(flight.ownerId).toBe(flight.planesOwner);
    expect(Date.parse(flight.endsAt)).toBeLessThan(Date.now());
    const said: { content: string; bookingId: string | null; read: boolean }[] = await db("messages")
      .where((query) => void query.where({ bookingId: flight.id }).orWhereNull("bookingId"))
      .orderBy("createdAt")
      .select("content", "bookingId", "read");
    expect(said.map(({ content, bookingId }) => [content.split(/[:\n.]/)[0], bookingId === flight.id])).toEqual([
      ["Booking request for Mooney M20J 201 - Demo Data", true],
      ["Booking accepted", true],
      ["She is fueled to the tabs", false],
      ["Thank you", false],
      ["Booking completed", true],
    ]);
    expect(said.every(({ read }) => read)).toBe(true);
  });

  it.each(["2026-11-23T03:00:00Z", "2026-03-06T18:00:00Z", "2027-10-30T06:30:00Z"])(
    "started at %s has bookings ahead that fit plans and overlap nothing",
    async (day) => {
      const now = new Date(day);
      await seedDemo(db, now);
      const rows: Row[] = await db("bookings")
        .join("aircraft", "aircraft.id", "bookings.aircraftId")
        .leftJoin("availability_plans", "availability_plans.aircraftId", "aircraft.id")
        .whereNot({ status: "completed" })
        .select(
          "bookings.*",
          "aircraft.location",
          "aircraft.airport",
          "availability_plans.weekly",
          "availability_plans.noticeHours",
          "availability_plans.bufferMin",
          "availability_plans.horizonDays",
        );
      expect(rows.map(({ status }) => status).filter((status) => status === "requested")).toHaveLength(4);
      const blocks: Row[] = await db("blocks").select("id", "aircraftId", "from as startDate", "to as endsAt");
      for (const { id, aircraftId, location, airport, startDate, endsAt, weekly, ...plan } of rows) {
        const others = [...rows, ...blocks].filter((one) => one.aircraftId === aircraftId && one.id !== id);
        const schedule = {
          zone: zoneOf({ location, airport }),
          plan: weekly === null ? defaultPlan : { ...plan, weekly, noticeHours: 0 },
          holds: others.map((one) => ({ from: Date.parse(one.startDate), to: Date.parse(one.endsAt) })),
          now: now.getTime(),
        };
        const span = { from: Date.parse(startDate), to: Date.parse(endsAt) };
        expect([startDate, misfitOf(schedule, span)]).toEqual([startDate, null]);
        expect(span.from).toBeGreaterThan(now.getTime());
      }
    },
  );

  it("has owners with different reply times, and one without", async () => {
    await seedDemo(db);
    const rows: { name: string; replies: Replies }[] = await db("users")
      .where({ userType: "owner" })
      .select("name", db.raw(`${repliesOf("users.id")} as replies`));
    const times = Object.fromEntries(rows.map(({ name, replies }) => [name, replyTimeFrom(replies)]));
    expect(times["Marisol Vega"]).toEqual({ replyMinutes: 46, replyRate: 0.95 });
    expect(times["Dale Whitcomb"]).toEqual({ replyMinutes: expect.any(Number), replyRate: 1 });
    const known = Object.values(times).flatMap(({ replyMinutes }) => replyMinutes ?? []);
    expect([known.length, new Set(known.map((minutes) => Math.ceil(minutes / 60))).size]).toEqual([4, 4]);
    expect(times["Walt Prentiss"]).toEqual({ replyMinutes: null, replyRate: null });
  });

  it("allows three users to log in, one of them an admin", async () => {
    await seedDemo(db);
    const people: { email: string; password: string; isAdmin: boolean }[] = await db("users");
    const passwords = ["demo-admin", "demo-owner", "demo-pilot", "", "password"];
    const open: string[] = [];
    for (const { email, password } of people) {
      expect(password).toMatch(/^\$argon2id\$/);
      for (const tried of passwords) if (await verify(password, tried)) open.push(`${email} ${tried}`);
    }
    expect(open.sort()).toEqual([
      "admin@demo.test demo-admin",
      "owner@demo.test demo-owner",
      "pilot@demo.test demo-pilot",
    ]);
    expect(people.filter(({ isAdmin }) => isAdmin).map(({ email }) => email)).toEqual(["admin@demo.test"]);
  });
});

describe("generated fleet", () => {
  it("has the requested number of aircraft, always the same, and writes the change log", async () => {
    const said: string[] = [];
    await runSeed(db, ["--aircraft", "120"], (line) => said.push(line));
    const first = await db("aircraft").orderBy("id").pluck("id");
    await runSeed(db, ["--aircraft", "150"], () => {});
    expect(first).toHaveLength(144);
    expect(await db("aircraft").pluck("id")).toHaveLength(174);
    expect(await db("aircraft").pluck("id")).toEqual(expect.arrayContaining(first));
    expect(await countOf("change_log")).toBe(150);
    expect(said).toEqual(["Seeded the demo.", "The generated fleet has 120 aircraft."]);
    for (const row of await db("aircraft").limit(200)) expect(aircraft.schema.safeParse(row).error).toBeUndefined();
  });

  it("refuses an invalid number with a readable message", async () => {
    for (const count of ["-1", "many", "1.5"])
      await expect(runSeed(db, [`--aircraft=${count}`], () => {})).rejects.toThrow(/--aircraft must be a whole number/);
  });
});
