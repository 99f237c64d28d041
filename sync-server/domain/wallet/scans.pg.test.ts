// Photographed papers: pages sent by a pilot, shown to the owner of one booking, gone with it.
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { newId } from "../../../shared/kit/ids.ts";
import { setStatus } from "../../../tests/bookings.ts";
import { code } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { aScan, aScanMarket } from "../../../tests/scans.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

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

describe("photographed papers of a booking", () => {
  it("[S950] are shown in order with their titles, encoded again, without metadata, to no cache", async () => {
    const { put, share, read, look, aShown } = market;
    const { id, pages, scan } = await aShown();
    expect(await read(id)).toEqual([{ id: scan.id, kind: "certificate", title: scan.title, pages }]);
    const { status, headers, ...answer } = await look(id, pages[0]!).then(async (page) => ({
      status: page.status,
      headers: page.headers,
      bytes: Buffer.from(await page.arrayBuffer()),
    }));
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "private, no-store",
    ]);
    expect(headers.get("etag")).toBeNull();
    const { width, height, exif, format } = await sharp(answer.bytes).metadata();
    expect([width, height, exif, format]).toEqual([90, 60, undefined, "jpeg"]);
    expect(answer.bytes.includes("Secret Camera")).toBe(false);
    const large = newId();
    const wide = await sharp({ create: { width: 400, height: 2400, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    await put(large, wide);
    await share(id, [aScan([large])]);
    const small = await sharp(Buffer.from(await (await look(id, large)).arrayBuffer())).metadata();
    expect([small.width, small.height]).toEqual([267, 1600]);
  });

  it("[S951] are read by the owner of the aircraft alone", async () => {
    const { pilot, owner, somePages, share, statusOf, pagesOf, aShown } = market;
    const { id, pages } = await aShown();
    const page = pages[0]!;
    const [otherPilot, otherOwner, admin] = [await aPilot(db), await anOwner(db), await aPilot(db, { isAdmin: true })];
    await aPlane(db, otherOwner.id);
    for (const me of [pilot, otherPilot, otherOwner, admin]) expect(await statusOf(id, page, me)).toBe(404);
    expect(await statusOf(id, page, null)).toBe(401);
    const other = await aShown(1);
    for (const [booking, asked] of [
      [other.id, page],
      [id, other.pages[0]!],
      [id, newId()],
      [id, "none"],
      ["none", page],
    ] as const)
      expect(await statusOf(booking, asked)).toBe(404);
    const [unshared] = await somePages(1);
    expect(await statusOf(id, unshared!)).toBe(404);
    for (const me of [owner, otherPilot, otherOwner, admin])
      expect(code(await share(id, [], { me }))).toEqual([404, "booking-not-found"]);
    expect(await pagesOf(id)).toEqual(pages);
    await db("users").where({ id: pilot.id }).update({ isActive: false });
    expect(await statusOf(id, page)).toBe(404);
    await db("users").where({ id: pilot.id }).update({ isActive: true });
    await db("users").where({ id: owner.id }).update({ isActive: false });
    expect(await statusOf(id, page)).toBe(401);
    await db("users").where({ id: owner.id }).update({ isActive: true });
    expect(await statusOf(id, page)).toBe(200);
  });

  it("[S952] are gone when the pilot withdraws them, when the booking ends, and when its time is over", async () => {
    const { pilot, owner, somePages, share, read, statusOf, pagesOf, aShown } = market;
    const kept = await aShown();
    const second = aScan(await somePages(1), { kind: "medical" });
    const both = await share(kept.id, [{ ...kept.scan, pages: undefined }, second]);
    expect(both.body.sharedScans).toEqual([
      { id: kept.scan.id, kind: "certificate", pages: 2 },
      { id: second.id, kind: "medical", pages: 1 },
    ]);
    // A device of an earlier version says nothing about photographs.
    expect((await share(kept.id, undefined)).body.sharedScans).toHaveLength(2);
    await share(kept.id, [{ ...second, pages: undefined }]);
    expect([(await pagesOf(kept.id)).length, (await read(kept.id)).length]).toEqual([1, 1]);
    expect(await statusOf(kept.id, kept.pages[0]!)).toBe(404);
    await share(kept.id, []);
    expect([await pagesOf(kept.id), await read(kept.id)]).toEqual([[], []]);
    for (const [me, status] of [
      [owner, "declined"],
      [pilot, "cancelled"],
    ] as const) {
      const { id, pages, scan } = await aShown();
      expect((await setStatus(server.url, me, id, status)).body.sharedScans).toEqual([]);
      expect([await pagesOf(id), await db("shared_scans").where({ bookingId: id }), await read(id)]).toEqual([
        [],
        [],
        [],
      ]);
      expect(await statusOf(id, pages[0]!)).toBe(404);
      expect(code(await share(id, [scan]))).toEqual([409, "wrong-step"]);
    }
    const { id, pages } = await aShown();
    await db("bookings")
      .where({ id })
      .update({ answerBy: db.raw("now() - interval '1 second'") });
    expect([await statusOf(id, pages[0]!), await read(id)]).toEqual([404, []]);
    await db("bookings").where({ id }).update({ status: "expired" });
    expect(await pagesOf(id)).toEqual([]);
  });

  it("[S954] are those of the pilot alone, and of one booking", async () => {
    const { photo, aRequest, put, somePages, share, statusOf, pagesOf, aShown } = market;
    const thief = await aPilot(db);
    const [mine] = await somePages(1);
    expect(code(await put(mine!, photo, thief))).toEqual([404, "not-found"]);
    const theirs = await aRequest(thief);
    expect(code(await share(theirs, [aScan([mine!])], { me: thief }))).toEqual([409, "pages-missing"]);
    const shown = await aShown(1);
    const other = await aRequest();
    for (const pages of [shown.pages, [newId()]])
      expect(code(await share(other, [aScan(pages)]))).toEqual([409, "pages-missing"]);
    expect([await pagesOf(other), await pagesOf(shown.id)]).toEqual([[], shown.pages]);
    // The same command again finds its pages where it put them.
    expect((await share(shown.id, [shown.scan])).body.sharedScans).toHaveLength(1);
    expect(await statusOf(shown.id, shown.pages[0]!)).toBe(200);
  });
});
