// Pages of photographed papers: what is taken, how it is stored, and who has it in a mirror or an export.
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { command, devicesOf, statuses } from "../../../tests/devices.ts";
import { exportedTo } from "../../../tests/exported.ts";
import { code, send } from "../../../tests/http.ts";
import { aPilot } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { aScan, aScanMarket } from "../../../tests/scans.ts";
import { startTestServer, testWalletKeys, type TestServer } from "../../../tests/server.ts";
import { sweepPages } from "./pages.ts";

let databaseUrl: string;
let server: TestServer;
let db: Knex;
let market: Awaited<ReturnType<typeof aScanMarket>>;

beforeAll(async () => {
  databaseUrl = (await freshDatabase({ pool: 2 })).url;
  server = await startTestServer({ databaseUrl, env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  market = await aScanMarket(server);
});

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { aDevice, exchange } = devicesOf(() => server);

describe("pages of photographed papers", () => {
  it("[S953] are pictures that decode, stored once however often they are sent", async () => {
    const { photo, put } = market;
    const id = newId();
    const forty = await Promise.all(Array.from({ length: 40 }, () => put(id)));
    expect(new Set(forty.map(({ status }) => status)).has(200)).toBe(true);
    expect(forty.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(await db("scan_pages").where({ id })).toHaveLength(1);
    const [{ sealed }] = await db("scan_pages").where({ id });
    expect((await put(id)).status).toBe(200);
    expect((await db("scan_pages").where({ id }))[0].sealed).toEqual(sealed);
    for (const [body, refusal] of [
      ["%PDF-1.4 no picture", [415, "not-an-image"]],
      ["<svg xmlns='http://www.w3.org/2000/svg'/>", [415, "not-an-image"]],
      [Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")]), [415, "not-an-image"]],
      [photo.subarray(0, 200), [400, "picture-unreadable"]],
      [Buffer.alloc(1_048_577, 0xff), [413, "too-large"]],
    ] as const)
      expect(code(await put(newId(), body))).toEqual(refusal);
    expect((await put("none")).status).toBe(404);
    expect((await put(newId(), photo, null)).status).toBe(401);
  });

  it("[S955] have only their kinds and numbers in mirrors, and are encrypted, each bound to its place", async () => {
    const { pilot, owner, aRequest, somePages, read, statusOf, aShown } = market;
    const id = await aRequest();
    const [first, second] = await somePages(2);
    const scan = aScan([first!, second!], { title: "Endorsement 3921748" });
    const [own, theirs] = [await aDevice(pilot), await aDevice(owner)];
    const queued = command("wallet.shareScans", { id, shared: [], scans: [scan] });
    const answers = [await exchange(own, [queued]), await exchange(own, [queued]), await exchange(theirs)];
    expect(statuses(answers[1]!)).toEqual(["applied"]);
    expect(JSON.stringify(answers)).not.toMatch(/3921748|Endorsement/);
    const row = (answers[2]!.rows.bookings as Booking[]).find((one) => one.id === id);
    expect(row?.sharedScans).toEqual([{ id: scan.id, kind: "certificate", pages: 2 }]);
    const { rows } = await db.raw("select tablename as name from pg_tables where schemaname = 'public'");
    for (const { name } of rows as { name: string }[]) {
      const { rowCount } = await db.raw("select 1 from ?? as t where t::text like '%Endorsement%' limit 1", [name]);
      expect([name, rowCount]).toEqual([name, 0]);
    }
    expect(server.logged.join("\n")).not.toContain("Endorsement");
    for (const page of await db("scan_pages").where({ bookingId: id }))
      expect((page.sealed as Buffer).includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    // Bytes that somebody moves within the database open nowhere else.
    const other = await aShown(1);
    const [stolen] = await db("scan_pages").where({ id: first });
    await db("scan_pages").where({ id: other.pages[0] }).update({ sealed: stolen.sealed });
    expect(await statusOf(other.id, other.pages[0]!)).toBe(404);
    const [title] = await db("shared_scans").where({ bookingId: id });
    await db("shared_scans").where({ bookingId: other.id }).update({ sealed: title.sealed });
    expect(await read(other.id)).toEqual([]);
  });

  it("[S1123] are in the export of their pilot, shared or not yet, and in that of nobody else", async () => {
    const { owner, aRequest, somePages } = market;
    const me = await aPilot(db);
    const id = await aRequest(me);
    const [first, second, unshared] = (await somePages(3, me)) as [string, string, string];
    const scan = aScan([second, first], { title: "Front side 3921748" });
    const papers = { certificate: { level: "private", number: "3921748" } };
    const body = { shared: ["certificate"], papers, scans: [scan] };
    const sent = await send(server.url, `PUT /api/bookings/${id}/papers-and-scans`, { headers: me.headers, body });
    expect(sent.status).toBe(200);
    const { names, read } = await exportedTo(folder, server.url, me);
    const files = [first, second, unshared].map((page) => `papers/${page}.jpeg`);
    expect(names.filter((name) => name.startsWith("papers/")).sort()).toEqual(files);
    const shown = { id: scan.id, kind: "certificate", title: scan.title, pages: [second, first] };
    expect(JSON.parse(read("papers.json").toString())).toEqual([
      { bookingId: id, papers, scans: [shown], files: files.slice(0, 2) },
      { bookingId: null, papers: {}, scans: [], files: files.slice(2) },
    ]);
    const { width, height, format } = await sharp(read(`papers/${first}.jpeg`)).metadata();
    expect([width, height, format]).toEqual([90, 60, "jpeg"]);
    for (const other of [owner, await aPilot(db)]) {
      const theirs = await exportedTo(folder, server.url, other);
      expect([
        theirs.read("papers.json").toString(),
        theirs.names.filter((name) => name.startsWith("papers/")),
      ]).toEqual(["[]\n", []]);
    }
  });

  it("[S956] have limits: pages that wait, pages of one request, and days without a booking", async () => {
    const { photo, put, share, read, pagesOf, aShown } = market;
    const busy = await aPilot(db);
    const wait = (count: number, at = new Date()) =>
      db("scan_pages").insert(
        Array.from({ length: count }, () => ({
          id: newId(),
          userId: busy.id,
          keyId: "test",
          sealed: Buffer.alloc(40),
          at,
        })),
      );
    await wait(119);
    expect((await put(newId(), photo, busy)).status).toBe(200);
    expect(code(await put(newId(), photo, busy))).toEqual([429, "too-many"]);
    await db("scan_pages").where({ userId: busy.id }).delete();
    await wait(1, new Date(Date.now() - 8 * 86_400_000));
    await wait(1, new Date(Date.now() - 6 * 86_400_000));
    const shown = await aShown(1);
    await db("scan_pages")
      .where({ bookingId: shown.id })
      .update({ at: new Date(0) });
    await sweepPages(db);
    expect([await db("scan_pages").where({ userId: busy.id }), await pagesOf(shown.id)]).toMatchObject([
      [{}],
      shown.pages,
    ]);
    const marks = (count: number) => Array.from({ length: count }, () => newId());
    for (const scans of [
      [aScan(marks(7))],
      [1, 2, 3, 4, 5].map(() => aScan(marks(5))),
      [aScan(marks(1), { title: "x".repeat(61) })],
      [aScan(marks(1), { kind: "selfie" })],
      [{ ...shown.scan }, { ...shown.scan }],
      [{ ...aScan(marks(1)), pages: ["/objects/1"] }],
    ])
      expect((await share(shown.id, scans)).status).toBe(400);
    expect(await read(shown.id)).toHaveLength(1);
  });

  it("[S957] stay readable when another key comes first, and need a server with keys", async () => {
    const { pilot, owner, photo, put, share, statusOf, pagesOf, aShown } = market;
    const { id, pages } = await aShown(1);
    const next = `next:${Buffer.alloc(32, 9).toString("base64url")}`;
    const turned = await startTestServer({ databaseUrl, env: { WALLET_KEYS: `${next},${testWalletKeys}` } });
    expect(await statusOf(id, pages[0]!, owner, turned.url)).toBe(200);
    const without = await startTestServer({ databaseUrl, env: { WALLET_KEYS: "" } });
    expect(code(await put(newId(), photo, pilot, without.url))).toEqual([409, "papers-not-set-up"]);
    expect(await statusOf(id, pages[0]!, owner, without.url)).toBe(404);
    expect((await share(id, [], { url: without.url })).body.sharedScans).toEqual([]);
    expect(await pagesOf(id)).toEqual([]);
  });
});
