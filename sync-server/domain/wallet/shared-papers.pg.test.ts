import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { askFor, setStatus } from "../../../tests/bookings.ts";
import { command, devicesOf, statuses } from "../../../tests/devices.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { startTestServer, testWalletKeys, type TestServer } from "../../../tests/server.ts";

let databaseUrl: string;
let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let aircraftId: string;

const certificate = { level: "private", classes: "ASEL", number: "3921748" } as const;
const medical = { class: "third", until: "2098-05-31" } as const;

beforeAll(async () => {
  databaseUrl = (await freshDatabase({ pool: 2 })).url;
  server = await startTestServer({ databaseUrl, env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
  aircraftId = await aPlane(db, owner.id);
});

const { aDevice, exchange } = devicesOf(() => server);
const aRequest = async () => (await askFor(server.url, pilot, { aircraftId })).body.booking.id;
const share = (id: string, papers: Wallet, me = pilot, url = server.url) =>
  send<Booking>(url, `PUT /api/bookings/${id}/papers`, {
    headers: me.headers,
    body: { shared: Object.keys(papers ?? {}), papers },
  });
const read = (id: string, me?: TestPerson, url = server.url) =>
  send<{ papers: Wallet }>(url, `GET /api/bookings/${id}/papers`, { headers: me?.headers ?? {} });
/** The answer with these papers and no photographs. */
const showing = (papers: Wallet) => ({ papers, scans: [] });
const rowsOf = (id: string) => db("shared_papers").where({ bookingId: id }).orderBy("paper").pluck("paper");
const aSharedRequest = async () => {
  const id = await aRequest();
  await share(id, { certificate, medical });
  return id;
};

/** Where the database and the log have a text: tables by their names, such as those of pushes and mails. */
async function textsWith(text: string): Promise<string[]> {
  const { rows } = await db.raw(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = server.logged.join("\n").includes(text) ? ["log"] : [];
  for (const { name } of rows as { name: string }[]) {
    const { rowCount } = await db.raw(`select 1 from ${name} as t where t::text like ? limit 1`, [`%${text}%`]);
    if (rowCount > 0) found.push(name);
  }
  return found;
}

describe("papers shared with a booking", () => {
  it("[S740] are none at first, and then those that the pilot chose, with their names alone on the booking", async () => {
    const id = await aRequest();
    expect((await read(id, owner)).body).toEqual(showing({}));
    const shared = await share(id, { medical, certificate });
    expect([shared.status, shared.body.sharedPapers]).toEqual([200, ["certificate", "medical"]]);
    expect(JSON.stringify(shared.body)).not.toContain("3921748");
    const { status, body, headers } = await read(id, owner);
    expect([status, body, headers["cache-control"]]).toEqual([200, showing({ certificate, medical }), "no-store"]);
    const others = await send<Booking[]>(server.url, "GET /api/bookings", { headers: owner.headers });
    expect(others.body.find((one) => one.id === id)?.sharedPapers).toEqual(["certificate", "medical"]);
    expect(others.text).not.toContain("3921748");
  });

  it("[S758] have only their names in mirrors, also when a queue sends them twice", async () => {
    const id = await aRequest();
    const queued = command("wallet.share", { id, shared: ["certificate"], papers: { certificate } });
    const [own, theirs] = [await aDevice(pilot), await aDevice(owner)];
    const answer = await exchange(own, [queued]);
    expect(statuses(answer)).toEqual(["applied"]);
    // A device that lost the answer sends the command again.
    const again = await exchange(own, [queued]);
    const mirrored = await exchange(theirs);
    expect((mirrored.rows.bookings as Booking[]).find((one) => one.id === id)?.sharedPapers).toEqual(["certificate"]);
    expect(JSON.stringify([answer, again, mirrored])).not.toContain("3921748");
    expect((await read(id, owner)).body).toEqual(showing({ certificate }));
    expect(await textsWith("3921748")).toEqual([]);
  });

  it("[S741] are read by the owner of the aircraft alone", async () => {
    const id = await aSharedRequest();
    const [otherPilot, otherOwner, admin] = [await aPilot(db), await anOwner(db), await aPilot(db, { isAdmin: true })];
    await aPlane(db, otherOwner.id);
    for (const me of [pilot, otherPilot, otherOwner, admin])
      expect(code(await read(id, me))).toEqual([404, "booking-not-found"]);
    expect((await read(id)).status).toBe(401);
    for (const odd of ["none", crypto.randomUUID()])
      expect(code(await read(odd, owner))).toEqual([404, "booking-not-found"]);
    for (const me of [owner, otherPilot, otherOwner, admin])
      expect(code(await share(id, { certificate }, me))).toEqual([404, "booking-not-found"]);
    expect((await send(server.url, `PUT /api/bookings/${id}/papers`, { body: { shared: [] } })).status).toBe(401);
    expect(await rowsOf(id)).toEqual(["certificate", "medical"]);
  });

  it("[S742] are read neither by a deactivated owner nor from a deactivated pilot", async () => {
    const [lateOwner, latePilot] = [await anOwner(db), await aPilot(db)];
    const plane = await aPlane(db, lateOwner.id);
    const { id } = (await askFor(server.url, latePilot, { aircraftId: plane })).body.booking;
    await share(id, { certificate }, latePilot);
    await db("users").where({ id: latePilot.id }).update({ isActive: false });
    expect(code(await read(id, lateOwner))).toEqual([404, "booking-not-found"]);
    await db("users").where({ id: latePilot.id }).update({ isActive: true });
    expect((await read(id, lateOwner)).body).toEqual(showing({ certificate }));
    await db("users").where({ id: lateOwner.id }).update({ isActive: false });
    expect((await read(id, lateOwner)).status).toBe(401);
  });

  it("[S743] end with the booking, by a step of either member, and when the pilot withdraws them", async () => {
    for (const [me, status] of [
      [owner, "declined"],
      [pilot, "cancelled"],
    ] as const) {
      const id = await aSharedRequest();
      const ended = await setStatus(server.url, me, id, status);
      expect(ended.body.sharedPapers).toEqual([]);
      expect([await rowsOf(id), (await read(id, owner)).body]).toEqual([[], showing({})]);
      expect(code(await share(id, { certificate }))).toEqual([409, "wrong-step"]);
      expect((await share(id, {})).status).toBe(200);
    }
    const id = await aSharedRequest();
    await setStatus(server.url, owner, id, "accepted");
    expect((await read(id, owner)).body).toEqual(showing({ certificate, medical }));
    expect((await share(id, { medical })).body.sharedPapers).toEqual(["medical"]);
    expect([await rowsOf(id), (await read(id, owner)).body]).toEqual([["medical"], showing({ medical })]);
    await share(id, {});
    expect([await rowsOf(id), (await read(id, owner)).body]).toEqual([[], showing({})]);
    await setStatus(server.url, pilot, id, "cancelled", { reason: "plans" });
  });

  it("[S744] end also by a statement of the previous version, and by the clock before the step is taken", async () => {
    const id = await aSharedRequest();
    await db("bookings").where({ id }).update({ status: "expired" });
    expect(await rowsOf(id)).toEqual([]);
    expect(await db("bookings").where({ id }).first("sharedPapers")).toEqual({ sharedPapers: [] });
    const due = await aSharedRequest();
    await db("bookings")
      .where({ id: due })
      .update({ answerBy: db.raw("now() - interval '1 second'") });
    expect((await read(due, owner)).body).toEqual(showing({}));
  });

  it("[S745] keep what the device of the pilot lacks, unless it is withdrawn", async () => {
    const id = await aSharedRequest();
    const again = { ...medical, until: "2099-01-31" };
    const put = (body: object) =>
      send<Booking>(server.url, `PUT /api/bookings/${id}/papers`, { headers: pilot.headers, body });
    await put({ shared: ["medical", "certificate"], papers: { medical: again } });
    expect((await read(id, owner)).body).toEqual(showing({ certificate, medical: again }));
    // A name without a content anywhere is not shared, and a content without its name is not stored.
    const odd = await put({ shared: ["insurance", "certificate"], papers: { medical } });
    expect(odd.body.sharedPapers).toEqual(["certificate"]);
    expect((await read(id, owner)).body).toEqual(showing({ certificate }));
  });

  it("[S746] are encrypted in the database, and bound to their booking", async () => {
    const id = await aSharedRequest();
    const other = await aSharedRequest();
    const { rows } = await db.raw('select * from shared_papers where "bookingId" = ?', [id]);
    expect(rows).toHaveLength(2);
    for (const row of rows as { keyId: string; sealed: Buffer }[]) {
      expect(row.keyId).toBe("test");
      expect(row.sealed.toString("latin1")).not.toMatch(/3921748|ASEL|third|2098/);
    }
    expect(await textsWith("3921748")).toEqual([]);
    await db("shared_papers").where({ bookingId: other, paper: "certificate" }).delete();
    await db("shared_papers").where({ bookingId: id, paper: "certificate" }).update({ bookingId: other });
    expect((await read(other, owner)).body).toEqual(showing({ medical }));
    await db("shared_papers").where({ bookingId: id }).update({ paper: "insurance" });
    expect((await read(id, owner)).body).toEqual(showing({}));
  });

  it("[S747] stay readable when another key comes first, and need a server with keys", async () => {
    const id = await aSharedRequest();
    const withKeys = (WALLET_KEYS: string) => startTestServer({ databaseUrl, env: { WALLET_KEYS } });
    const next = `next:${Buffer.alloc(32, 9).toString("base64url")}`;
    const turned = await withKeys(`${next},${testWalletKeys}`);
    expect((await read(id, owner, turned.url)).body).toEqual(showing({ certificate, medical }));
    await share(id, { medical }, pilot, turned.url);
    expect(await db("shared_papers").where({ bookingId: id }).pluck("keyId")).toEqual(["next"]);
    // A process that does not have the new key yet leaves the paper out.
    expect((await read(id, owner)).body).toEqual(showing({}));
    const without = await withKeys("");
    expect(without.logged.join("\n")).toContain("WALLET_KEYS is not set");
    expect(code(await share(id, { medical }, pilot, without.url))).toEqual([409, "papers-not-set-up"]);
    expect((await share(id, {}, pilot, without.url)).body.sharedPapers).toEqual([]);
    expect(await rowsOf(id)).toEqual([]);
  });

  it("[S748] forty parallel shares leave the papers of one of them, whole", async () => {
    const id = await aRequest();
    // No two have a paper in common, so a mixture is none of them.
    const lists = Array.from({ length: 40 }, (_, place): Wallet => {
      const own = { certificate: { ...certificate, number: `39217${10 + place}` } };
      const other = { medical: { ...medical, until: `${2050 + place}-05-31` } };
      return [{ ...own, ...other }, other, own, {}][place % 4]!;
    });
    const answers = await Promise.all(lists.map((papers) => share(id, papers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const row = await db("bookings").where({ id }).first("sharedPapers");
    expect(await rowsOf(id)).toEqual(row.sharedPapers);
    expect(lists).toContainEqual((await read(id, owner)).body.papers);
  });

  it("[S902] a share waits for another one of the same request before it reads what that one stored", async () => {
    const id = await aRequest();
    const later = { ...medical, until: "2097-05-31" };
    const waiting = async () => {
      const { rows } = await db.raw(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (rows as [{ n: number }])[0].n;
    };
    const shares = await db.transaction(async (tx) => {
      await tx("bookings").where({ id }).forUpdate().first();
      const first = share(id, { certificate, medical });
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 });
      const second = share(id, { medical: later });
      await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000 });
      return [first, second];
    });
    await Promise.all(shares);
    expect((await read(id, owner)).body.papers).toEqual({ medical: later });
  });

  it("refuses papers that are none", async () => {
    const id = await aRequest();
    for (const papers of [{ certificate: { level: "best" } }, { medical: "third" }, null])
      expect((await share(id, papers as unknown as Wallet)).status).toBe(400);
    expect(await rowsOf(id)).toEqual([]);
  });
});
