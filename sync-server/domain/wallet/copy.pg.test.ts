import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { CopiedPapers } from "../../../shared/domain/eligibility/copy.ts";
import { askFor } from "../../../tests/bookings.ts";
import { command, devicesOf, statuses, type Device } from "../../../tests/devices.ts";
import { renewGeneration } from "../../db/change-log.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { startTestServer, testWalletKeys, type TestServer } from "../../../tests/server.ts";
import { readConfig } from "../../config.ts";
import { walletSealer } from "../../boot/wallet-keys.ts";
import { sealAgain } from "./copy.ts";

type Copy = { rev: number | null; papers: CopiedPapers };

let databaseUrl: string;
let server: TestServer;
let db: Knex;

const certificate = { level: "private", classes: "ASEL", number: "3921748" } as const;
const third = { class: "third", until: "2098-05-31" } as const;
const first = { class: "first", until: "2099-05-31" } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const edit = <Paper>(paper: Paper, minute = 0, base = 0) => ({ paper, base, at: at(minute) });

beforeAll(async () => {
  databaseUrl = (await freshDatabase({ pool: 2 })).url;
  server = await startTestServer({ databaseUrl, env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
});

const { aDevice, exchange } = devicesOf(() => server);
const keep = (me: TestPerson, body: object, url = server.url) =>
  send(url, "PATCH /api/wallet", { headers: me.headers, body });
const forget = (me: TestPerson) => send(server.url, "DELETE /api/wallet", { headers: me.headers });
const read = (me?: TestPerson, url = server.url) => send<Copy>(url, "GET /api/wallet", { headers: me?.headers ?? {} });
const copyOf = async (me: TestPerson, url?: string) => (await read(me, url)).body;
const rowsOf = (me: TestPerson) => db("wallet_papers").where({ userId: me.id }).orderBy("paper");
const aKeptWallet = async () => {
  const me = await aPilot(db);
  await keep(me, { start: true, certificate: edit(certificate), medical: edit(third) });
  return me;
};
/** What the mirror of a device says about the copy; undefined when the batch did not have the user's row. */
const revSeen = async (device: Device) => ((await exchange(device)).rows.me as OwnUser[] | undefined)?.[0]?.walletRev;

/** The tables and the log that have a text. */
async function textsWith(text: string): Promise<string[]> {
  const { rows } = await db.raw("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'");
  const found: string[] = server.logged.join("\n").includes(text) ? ["log"] : [];
  for (const { name } of rows as { name: string }[]) {
    const { rowCount } = await db.raw(`select 1 from ${name} as t where t::text like ? limit 1`, [`%${text}%`]);
    if (rowCount > 0) found.push(name);
  }
  return found;
}

describe("the server's copy of a wallet", () => {
  it("[S844] exists only after the user starts it, and changes with each edit", async () => {
    const me = await aPilot(db);
    const device = await aDevice(me);
    expect([(await copyOf(me)).rev, await revSeen(device)]).toEqual([null, null]);
    expect((await keep(me, { medical: edit(third) })).status).toBe(204);
    expect([await copyOf(me), await rowsOf(me)]).toEqual([{ rev: null, papers: {} }, []]);
    await keep(me, { start: true, medical: edit(third) });
    const { rev, papers } = await copyOf(me);
    expect(papers).toEqual({ medical: { paper: third, rev, at: at(0) } });
    expect(await revSeen(device)).toBe(rev);
    await keep(me, { medical: edit(null, 1, rev!), certificate: edit(certificate, 1) });
    const later = await copyOf(me);
    expect(later.papers).toEqual({
      medical: { paper: null, rev: later.rev, at: at(1) },
      certificate: { paper: certificate, rev: later.rev, at: at(1) },
    });
    expect(later.rev).toBeGreaterThan(rev!);
    expect(await revSeen(device)).toBe(later.rev);
  });

  it("[S845] ends with all its rows, and no late edit of another device starts it again", async () => {
    const me = await aKeptWallet();
    const device = await aDevice(me);
    await revSeen(device);
    expect((await forget(me)).status).toBe(204);
    expect([await copyOf(me), await rowsOf(me), await revSeen(device)]).toEqual([{ rev: null, papers: {} }, [], null]);
    expect((await forget(me)).status).toBe(204);
    expect(statuses(await exchange(device, [command("wallet.keep", { medical: edit(first, 9) })]))).toEqual([
      "applied",
    ]);
    expect([await copyOf(me), await rowsOf(me)]).toEqual([{ rev: null, papers: {} }, []]);
    await keep(me, { start: true });
    expect((await copyOf(me)).rev).toEqual(expect.any(Number));
  });

  it("[S846] has the later of two edits by devices of an earlier version, paper by paper", async () => {
    const me = await aKeptWallet();
    const { rev } = await copyOf(me);
    const [phone, laptop] = [await aDevice(me), await aDevice(me)];
    await exchange(laptop, [command("wallet.keep", { medical: edit(first, 20, rev!) })]);
    // The phone was offline: its medical is older, its certificate new.
    const late = { medical: edit({ ...third, until: "2090-01-31" }, 10, rev!), certificate: edit(null, 10, rev!) };
    await exchange(phone, [command("wallet.keep", late)]);
    const merged = await copyOf(me);
    expect([merged.papers.medical?.paper, merged.papers.certificate?.paper]).toEqual([first, null]);
    // A later edit counts without the revision of the other.
    await exchange(phone, [command("wallet.keep", { medical: edit(third, 30, rev!) })]);
    expect((await copyOf(me)).papers.medical?.paper).toEqual(third);
    // An edit of the present revision counts with any clock.
    const now = (await copyOf(me)).papers.medical!.rev;
    await exchange(phone, [command("wallet.keep", { medical: edit(first, -60, now) })]);
    expect((await copyOf(me)).papers.medical?.paper).toEqual(first);
  });

  it("[S847] changes once by a command that is sent twice, and by none that is older", async () => {
    const me = await aKeptWallet();
    const device = await aDevice(me);
    const { rev } = await copyOf(me);
    const queued = command("wallet.keep", { medical: edit(first, 5, rev!) });
    await exchange(device, [queued]);
    const once = await copyOf(me);
    expect(statuses(await exchange(device, [queued]))).toEqual(["applied"]);
    await keep(me, { medical: edit(third, 4, rev!) });
    expect(await copyOf(me)).toEqual(once);
  });

  it("[S848] is read and changed by its user alone", async () => {
    const me = await aKeptWallet();
    const owner = await anOwner(db);
    await askFor(server.url, me, { aircraftId: await aPlane(db, owner.id) });
    const before = [await copyOf(me), await rowsOf(me)];
    const others = [await aPilot(db), owner, await aPilot(db, { isAdmin: true })];
    for (const other of others) {
      expect(await copyOf(other)).toEqual({ rev: null, papers: {} });
      await keep(other, { start: true, medical: edit(first, 50) });
      expect((await copyOf(other)).papers.certificate).toBeUndefined();
      await forget(other);
    }
    for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
      expect((await send(server.url, `${method} /api/wallet`, body ? { body } : {})).status).toBe(401);
    expect([await copyOf(me), await rowsOf(me)]).toEqual(before);
  });

  it("[S849] tells nobody else that it exists: no member, no partner, no admin", async () => {
    const me = await aKeptWallet();
    const [owner, admin] = [await anOwner(db), await aPilot(db, { isAdmin: true })];
    await askFor(server.url, me, { aircraftId: await aPlane(db, owner.id) });
    const [partner, users] = await Promise.all([
      exchange(await aDevice(owner)),
      send(server.url, `GET /api/admin/users?q=${encodeURIComponent(me.email)}`, { headers: admin.headers }),
    ]);
    const verified = await send(server.url, `PATCH /api/admin/users/${me.id}/verify`, {
      headers: admin.headers,
      body: { verified: true },
    });
    const people = partner.rows.people as { id: string }[];
    expect([people.map(({ id }) => id), users.text.includes(me.id)]).toEqual([[me.id], true]);
    for (const text of [JSON.stringify(people), users.text, verified.text]) expect(text).not.toContain("walletRev");
    const scopes: string[] = await db("change_log").where({ id: me.id, entity: 1 }).distinct().pluck("scope");
    expect(scopes).toEqual([`user:${me.id}`]);
  });

  it("[S850] stays closed while the account is deactivated, and is deleted with its row", async () => {
    const me = await aKeptWallet();
    await db("users").where({ id: me.id }).update({ isActive: false });
    for (const answer of [await read(me), await keep(me, { medical: edit(first, 9) }), await forget(me)])
      expect(answer.status).toBe(401);
    expect(await rowsOf(me)).toHaveLength(2);
    await db("users").where({ id: me.id }).update({ isActive: true });
    expect((await copyOf(me)).papers.certificate?.paper).toEqual(certificate);
    await db("sessions").where({ userId: me.id }).delete();
    await db("outcomes").where({ userId: me.id }).delete();
    await db("users").where({ id: me.id }).delete();
    expect(await rowsOf(me)).toEqual([]);
  });

  it("[S851] is encrypted in the database, and each paper bound to its user and name", async () => {
    const me = await aPilot(db);
    const queued = command("wallet.keep", { start: true, certificate: edit(certificate), medical: edit(third) });
    const device = await aDevice(me);
    const answers = [await exchange(device, [queued]), await exchange(device, [queued])];
    expect(JSON.stringify(answers)).not.toContain("3921748");
    for (const row of await rowsOf(me)) {
      expect(row.keyId).toBe("test");
      expect((row.sealed as Buffer).toString("latin1")).not.toMatch(/3921748|ASEL|third|2098/);
    }
    expect(await textsWith("3921748")).toEqual([]);
    const thief = await aPilot(db);
    await keep(thief, { start: true });
    await db("wallet_papers").where({ userId: me.id }).update({ userId: thief.id });
    expect((await copyOf(thief)).papers).toEqual({});
    await db("wallet_papers").where({ userId: thief.id, paper: "certificate" }).delete();
    await db("wallet_papers").where({ userId: thief.id }).update({ userId: me.id, paper: "certificate" });
    expect((await copyOf(me)).papers).toEqual({});
  });

  it("[S852] stays readable when another key comes first, which then encrypts it again", async () => {
    const me = await aKeptWallet();
    const [removed, unknown] = [await aPilot(db), await aKeptWallet()];
    await keep(removed, { start: true, medical: edit(null) });
    await db("wallet_papers")
      .where({ userId: unknown.id, paper: "medical" })
      .update({ sealed: Buffer.alloc(40) });
    const next = `next:${Buffer.alloc(32, 9).toString("base64url")}`;
    const turned = await startTestServer({ databaseUrl, env: { WALLET_KEYS: `${next},${testWalletKeys}` } });
    expect((await copyOf(me, turned.url)).papers.certificate?.paper).toEqual(certificate);
    await keep(me, { medical: edit(first, 9) }, turned.url);
    const keysOf = async () => (await rowsOf(me)).map(({ keyId }) => keyId as string);
    const sealer = walletSealer(readConfig({ WALLET_KEYS: `${next},${testWalletKeys}` }))!;
    expect((await keysOf()).at(-1)).toBe("next");
    await sealAgain(db, sealer);
    expect(await keysOf()).toEqual(["next", "next"]);
    expect((await rowsOf(unknown)).map(({ keyId }) => keyId as string)).toEqual(["next", "test"]);
    const only = await startTestServer({ databaseUrl, env: { WALLET_KEYS: next } });
    const { papers } = await copyOf(me, only.url);
    expect([papers.certificate?.paper, papers.medical?.paper]).toEqual([certificate, first]);
    expect((await copyOf(removed, only.url)).papers.medical?.paper).toBeNull();
  });

  it("[S853] needs a server with keys, and says so", async () => {
    const me = await aPilot(db);
    const without = await startTestServer({ databaseUrl, env: { WALLET_KEYS: undefined } });
    expect(code(await keep(me, { start: true, medical: edit(third) }, without.url))).toEqual([
      409,
      "papers-not-set-up",
    ]);
    expect(await copyOf(me, without.url)).toEqual({ rev: null, papers: {} });
  });

  it("[S854] takes no paper that the wallet of a device could not have", async () => {
    const me = await aKeptWallet();
    const before = await copyOf(me);
    const many = { total: 10, countedOn: "2026-11-20", types: Array(41).fill({ type: "C172", hours: 10 }) };
    for (const wrong of [
      { medical: edit({ class: "tenth", until: "2098-05-31" }, 9) },
      { certificate: edit({ ...certificate, number: "9".repeat(21) }, 9) },
      { hours: edit(many, 9) },
      { medical: { paper: third, base: -1, at: at(9) } },
      { medical: { paper: third, base: 0, at: "yesterday" } },
      { start: false },
    ])
      expect((await keep(me, wrong)).status).toBe(400);
    const large = await keep(me, { start: true, note: "x".repeat(2_000_000) });
    expect(large.status).toBe(413);
    expect(await copyOf(me)).toEqual(before);
  });

  it("[S964] takes an edit whose device knew what it replaces, whatever the clocks say", async () => {
    const me = await aKeptWallet();
    const { rev } = await copyOf(me);
    const [phone, laptop] = [newId(), newId()];
    const placed = (paper: object | null, { line, n, minute = 0, base = rev! }: Placed) => ({
      medical: { ...edit(paper, minute, base), line, n },
    });
    type Placed = { line: string; n: number; minute?: number; base?: number };
    const medical = async () => (await copyOf(me)).papers.medical;
    const until = (year: number) => ({ ...third, until: `${year}-05-31` });
    await keep(me, placed(until(2091), { line: laptop, n: 1 }));
    expect(await medical()).toMatchObject({ paper: until(2091), by: { line: laptop, n: 1 } });
    // The phone did not know that, and its clock is a year ahead.
    await keep(me, placed(until(2092), { line: phone, n: 5, minute: 525_600 }));
    expect((await medical())?.paper).toEqual(until(2091));
    // The laptop edits again before it has read its first edit back; its clock went back.
    await keep(me, placed(until(2093), { line: laptop, n: 3, minute: -60 }));
    await keep(me, placed(until(2094), { line: laptop, n: 2, minute: 60 }));
    expect((await medical())?.paper).toEqual(until(2093));
    const now = (await medical())!.rev;
    await keep(me, placed(until(2095), { line: phone, n: 6, minute: -600, base: now }));
    expect((await medical())?.paper).toEqual(until(2095));
    // A process of the previous version stored an edit of the laptop: the phone did not know it.
    await db("wallet_papers")
      .where({ userId: me.id, paper: "medical" })
      .update({ rev: now + 5_000 });
    await keep(me, placed(until(2096), { line: phone, n: 7, minute: 900, base: now }));
    expect(await medical()).toMatchObject({ paper: until(2095), rev: now + 5_000 });
  });

  it("[R4] gives no revision again after a restored backup", async () => {
    const me = await aKeptWallet();
    const { rev } = await copyOf(me);
    await renewGeneration(db);
    await keep(me, { medical: edit(first, 5, rev!) });
    expect((await copyOf(me)).rev).toBeGreaterThan(rev! + 1_000_000);
  });

  it("[S855] has all edits that came at the same time", async () => {
    const me = await aKeptWallet();
    const edits = Array.from({ length: 8 }, (_, minute) =>
      minute % 2
        ? { medical: edit({ ...third, until: `2090-01-0${minute}` }, minute) }
        : { review: edit({ on: `2026-01-0${minute + 1}` }, minute) },
    );
    const answers = await Promise.all(edits.map((body) => keep(me, body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    const { papers } = await copyOf(me);
    expect([papers.medical?.paper, papers.review?.paper]).toEqual([
      { ...third, until: "2090-01-07" },
      { on: "2026-01-07" },
    ]);
  });
});
