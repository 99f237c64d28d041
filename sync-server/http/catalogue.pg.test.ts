import { beforeAll, describe, expect, it, vi } from "vitest";
import { catalogueBase, catalogueSegment, manifest, type Manifest, type ManifestBucket } from "../../shared/sync.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { recordStatements } from "../../tests/statements.ts";

let one: TestServer;
let other: TestServer;
let owner: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  const { url } = await freshDatabase({ pool: 2 });
  one = await startTestServer({ databaseUrl: url, env: { DEMO: "1" } });
  other = await startTestServer({ databaseUrl: url, env: { DEMO: "1" } });
  owner = await anOwner(one.db);
  admin = await aPilot(one.db, { isAdmin: true });
  // The start of the second server changes aircraft of the demo; the first one publishes that a moment later.
  await vi.waitFor(async () => expect(await readManifest(one)).toEqual(await readManifest(other)));
});

async function get(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json().catch(() => null)) as unknown,
  };
}

async function readManifest(server: TestServer): Promise<Manifest> {
  return manifest.parse((await get(server, "/api/catalogue")).json);
}

async function bucketOn(server: TestServer, name: string): Promise<ManifestBucket> {
  const found = (await readManifest(server)).buckets.find(({ bucket }) => bucket === name);
  if (!found) throw new Error(`no bucket ${name}`);
  return found;
}

const form = { name: "Husky", make: "Aviat", model: "A-1C", location: "Chicago IL" };

describe("catalogue URLs", () => {
  it("cover every location and every demo aircraft", async () => {
    const { generation, buckets } = await readManifest(one);
    expect(buckets).toHaveLength(11);
    const names: string[] = [];
    for (const { bucket, base, rows } of buckets) {
      const file = catalogueBase.parse((await get(one, `/api/catalogue/${bucket}/base/${base}?g=${generation}`)).json);
      expect(file.rows).toHaveLength(rows);
      expect(file.n).toBe(base);
      names.push(...file.rows.map(({ name }) => name));
    }
    expect(new Set(names).size).toBe(24);
  });

  it("[S1234] are read from the database once by a process, whatever number of devices follow them", async () => {
    const { generation, buckets } = await readManifest(other);
    const followAll = () =>
      Promise.all(
        buckets.flatMap(({ bucket, base, head, oldest }) => [
          get(other, "/api/catalogue"),
          get(other, `/api/catalogue/${bucket}/base/${base}?g=${generation}`),
          ...Array.from({ length: head - oldest + 1 }, (_, n) => n + oldest)
            .filter((n) => n > 0)
            .map((n) => get(other, `/api/catalogue/${bucket}/segment/${n}?g=${generation}`)),
        ]),
      );
    const readBodies = async (devices: number) => {
      const recording = recordStatements(other.db);
      for (let at = 0; at < devices; at++)
        expect(new Set((await followAll()).map(({ status }) => status))).toEqual(new Set([200]));
      recording.stop();
      return recording.statements().filter(({ text }) => /"body" from "catalogue_/.test(text)).length;
    };
    expect(await readBodies(1)).toBeGreaterThan(0);
    expect(await readBodies(3)).toBe(0);
  });

  it("are gzip for any Accept-Encoding, and the manifest answers 304 for its ETag", async () => {
    const plain = await send(one.url, "GET /api/catalogue", { headers: { "accept-encoding": "identity" } });
    expect(plain.headers).toMatchObject({ "content-encoding": "gzip", "cache-control": "public, max-age=5" });
    const again = await send(one.url, "GET /api/catalogue", { headers: { "if-none-match": plain.headers.etag! } });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  it("are immutable for a year; unknown ones get an uncached JSON 404", async () => {
    const { generation } = await readManifest(one);
    const file = await get(one, `/api/catalogue/denver-co/base/1?g=${generation}`);
    expect(file.status).toBe(200);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("content-type")).toMatch(/^application\/json/);
    const unnamed = await get(one, "/api/catalogue/denver-co/base/1");
    expect([unnamed.status, unnamed.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const missing = [
      "/api/catalogue/denver-co/base/1?g=",
      "/api/catalogue/denver-co/base/1?g=00000000-0000-4000-8000-000000000000",
      ...["base/0", "base/01", "base/2", "base/x", "base/99999999999", "segment/1", "segment/77", "other/1"].map(
        (path) => `/api/catalogue/denver-co/${path}?g=${generation}`,
      ),
      `/api/catalogue/nowhere/base/1?g=${generation}`,
      `/api/catalogue/DENVER-CO/base/1?g=${generation}`,
    ];
    for (const path of missing) {
      const answer = await get(one, path);
      expect([path, answer.status, answer.json]).toEqual([path, 404, { error: "Not found.", code: "not-found" }]);
      expect(answer.headers.get("cache-control")).not.toMatch(/immutable|public/);
    }
    expect((await send(one.url, "DELETE /api/catalogue")).status).toBe(405);
  });

  it("deliver a new listing, its edit and its deletion from both servers", async () => {
    const before = await bucketOn(one, "chicago-il");
    const { generation } = await readManifest(one);
    const made = await send(one.url, "POST /api/aircraft", { headers: owner.headers, body: form });
    const id = String(made.body.id);
    const segmentOn = async (server: TestServer, n: number) => {
      const path = `/api/catalogue/chicago-il/segment/${n}?g=${generation}`;
      return catalogueSegment.parse((await get(server, path)).json);
    };
    const reaches = (server: TestServer, n: number) =>
      vi.waitFor(async () => expect((await bucketOn(server, "chicago-il")).head).toBe(n), {
        timeout: 5000,
        interval: 20,
      });

    for (const server of [one, other]) {
      await reaches(server, before.head + 1);
      expect((await segmentOn(server, before.head + 1)).put).toMatchObject([{ id, name: "Husky" }]);
    }
    await send(other.url, `PATCH /api/aircraft/${id}`, { headers: owner.headers, body: { hourlyRate: 321 } });
    for (const server of [one, other]) {
      await reaches(server, before.head + 2);
      expect((await segmentOn(server, before.head + 2)).put).toMatchObject([{ id, hourlyRate: 321 }]);
    }
    await send(one.url, `PATCH /api/aircraft/${id}`, { headers: admin.headers, body: { isActive: false } });
    await reaches(other, before.head + 3);
    expect(await segmentOn(other, before.head + 3)).toMatchObject({ put: [], drop: [id] });
    expect((await bucketOn(one, "chicago-il")).rows).toBe(before.rows);
  });

  it("are served without the database after the first read", async () => {
    const { generation } = await readManifest(one);
    const path = `/api/catalogue/seattle-wa/base/1?g=${generation}`;
    const first = await send(one.url, `GET ${path}`);
    await one.db.raw("alter table catalogue_bases rename to bases_away");
    try {
      const again = await fetch(one.url + path);
      expect(again.status).toBe(200);
      expect(((await again.json()) as { rows: unknown[] }).rows).toHaveLength(3);
    } finally {
      await one.db.raw("alter table bases_away rename to catalogue_bases");
    }
    expect(first.status).toBe(200);
  });
});
