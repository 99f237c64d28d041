// The export of all own data over REST, unpacked by another program.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { exportedFiles } from "../../../../shared/domain/accounts/export.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { unpacked as unpackedIn } from "../../../../tests/exported.ts";
import { code, send } from "../../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../../tests/server.ts";

let server: TestServer;
const folder = mkdtempSync(path.join(tmpdir(), "tailhour-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  server = await startTestServer();
});

const ROUTE = "GET /api/account/export";
const mayAgain = (id: string) =>
  server
    .db("exports")
    .where({ userId: id })
    .update({ startedAt: server.db.raw("now() - interval '2 minutes'") });

/** Downloads and unpacks the export; returns the names of all files, and a reader of the JSON ones. */
async function exported(me: TestPerson) {
  const { headers } = me;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    get(`${server.url}/api/account/export`, { headers }, (answer) => {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("application/zip");
      expect(answer.headers["content-disposition"]).toBe('attachment; filename="tailhour-export.zip"');
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks)));
      answer.on("error", reject);
    }).on("error", reject);
  });
  return unpacked(me, bytes);
}

function unpacked({ id }: TestPerson, bytes: Buffer) {
  const { names, place, read } = unpackedIn(folder, id, bytes);
  return { names, place, read: (name: string) => JSON.parse(read(name).toString()) as unknown };
}

/** Messages of 1,300 characters that no compression makes small. */
async function tellMany(from: string, to: string, count: number) {
  await server.db.raw(
    `insert into messages (id, "senderId", "receiverId", content, "createdAt")
     select gen_random_uuid(), :from, :to, words, now() - n * interval '1 second'
     from generate_series(1, :count) n, lateral (
       select string_agg(md5(random()::text || n || part), ' ') as words from generate_series(1, 40) part
     ) of_message`,
    { from, to, count },
  );
}

describe("the export", () => {
  it("[S1095] has every file of its schema, and the pictures, and no field of another user", async () => {
    const owner = await anOwner(server.db, { name: "Olive Oneill" });
    const pilot = await aPilot(server.db);
    const stranger = await aPilot(server.db);
    await aPlane(server.db, owner.id, { description: "Well kept" });
    await tellMany(owner.id, pilot.id, 3);
    await tellMany(stranger.id, pilot.id, 2);
    await server.db("reviews").insert({
      id: newId(),
      userId: owner.id,
      ...{ targetType: "user", targetId: pilot.id, rating: 5, comment: "Careful", visibleAt: server.db.fn.now() },
    });
    const png = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#258" } })
      .png()
      .toBuffer();
    const address = await send<{ uploadURL: string }>(server.url, "POST /api/objects/upload", {
      headers: owner.headers,
    });
    const url = new URL(address.body.uploadURL, server.url);
    await send(server.url, `PUT ${url.pathname}${url.search}`, {
      headers: { ...owner.headers, "content-type": "image/png" },
      body: png,
    });
    const claim = { body: { aircraftImageURL: address.body.uploadURL }, headers: owner.headers };
    expect((await send(server.url, "PUT /api/aircraft-images", claim)).status).toBe(200);

    const { names, read, place } = await exported(owner);
    const pictures = names.filter((name) => name.startsWith("pictures/"));
    expect(names.filter((name) => !name.startsWith("pictures/")).sort()).toEqual(Object.keys(exportedFiles).sort());
    for (const [name, schema] of Object.entries(exportedFiles)) {
      const parsed = (schema as z.ZodType).safeParse(read(name));
      expect([name, parsed.error?.issues ?? []]).toEqual([name, []]);
    }
    expect(pictures).toHaveLength(1);
    expect((await sharp(path.join(place, pictures[0]!)).metadata()).format).toBe("jpeg");
    expect(read("pictures.json")).toMatchObject([{ file: pictures[0] }]);
    expect(read("profile.json")).toMatchObject([{ id: owner.id, email: owner.email }]);
    expect(read("messages.json")).toHaveLength(3);
    expect(read("aircraft.json")).toMatchObject([{ description: "Well kept" }]);
    expect(read("reviews.json")).toMatchObject([{ comment: "Careful" }]);
    const text = names.filter((name) => name.endsWith(".json")).map((name) => readFileSync(path.join(place, name)));
    const all = Buffer.concat(text).toString();
    for (const secret of [pilot.email, stranger.id, stranger.email, "password", "argon2"])
      expect(all).not.toContain(secret);
  });

  it("[S1096] is refused to guests, and runs once at a time and once a minute", async () => {
    expect((await send(server.url, ROUTE)).status).toBe(401);
    const pilot = await aPilot(server.db);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(server.url, ROUTE, { headers: pilot.headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(429)]);
    const early = await send(server.url, ROUTE, { headers: pilot.headers });
    expect([...code(early), early.headers["retry-after"]]).toEqual([429, "too-many", "60"]);
    await mayAgain(pilot.id);
    expect((await send(server.url, ROUTE, { headers: pilot.headers })).status).toBe(200);
  });

  it("[S1097] of 50,000 messages is read as fast as the client takes it, in bounded memory", async () => {
    const [pilot, peer] = [await aPilot(server.db), await aPilot(server.db)];
    await tellMany(pilot.id, peer.id, 50_000);
    // A client that does not read: the server stops after its buffers are full.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${server.url}/api/account/export`, { headers: pilot.headers }, resolve).on("error", reject);
    });
    answer.pause();
    let last = -1;
    await vi.waitFor(
      async () => {
        const now = await messagesRead();
        const isStill = now === last;
        last = now;
        expect(isStill).toBe(true);
      },
      { timeout: 20_000, interval: 1000 },
    );
    // What the server has not read yet, it does not find any more.
    await server.db.raw(
      `delete from messages where id in (select id from messages where "senderId" = ? order by "createdAt" limit 10000)`,
      [pilot.id],
    );
    const started = process.memoryUsage().rss;
    let most = 0;
    const chunks: Buffer[] = [];
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      most = Math.max(most, process.memoryUsage().rss - started);
    }
    expect(unpacked(pilot, Buffer.concat(chunks)).read("messages.json")).toHaveLength(40_000);
    expect(most / 1_048_576).toBeLessThan(150);

    // A client that goes away gives the turn back.
    await mayAgain(pilot.id);
    const cut = get(`${server.url}/api/account/export`, { headers: pilot.headers });
    await new Promise((resolve) => cut.on("response", (response) => response.once("data", resolve)));
    cut.destroy();
    await vi.waitFor(async () => {
      const { rows } = await server.db.raw(`select "leaseUntil" <= now() as "isOver" from exports where "userId" = ?`, [
        pilot.id,
      ]);
      expect(rows).toEqual([{ isOver: true }]);
    });
  }, 60_000);
});

/** Rows of messages that all statements of this database have fetched so far. */
async function messagesRead(): Promise<number> {
  const { rows } = await server.db.raw(
    `select idx_tup_fetch + seq_tup_read as count from pg_stat_user_tables where relname = 'messages'`,
  );
  return Number(rows[0].count);
}
