// Serving of stored pictures, and the sweep of unused ones.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { objectIdOf } from "../../../shared/domain/uploads-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { aPhoto, uploader } from "../../../tests/setup/pictures.ts";
import { diskStore } from "../../domain/uploads/disk-store.ts";
import { createPictures } from "../../domain/uploads/pictures.ts";
import { sweepPictures, sweepUploads } from "../../domain/uploads/sweep.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "tailhour-objects-"));
let server: TestServer;
let owner: TestPerson;
let mine: ReturnType<typeof uploader>;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000", DATA_DIR: dataDir } });
  owner = await anOwner(server.db);
  mine = uploader(server.url, owner);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const get = (address: string, headers: Record<string, string> = {}) => fetch(`${server.url}${address}`, { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const hasAvif = (objectPath: string) =>
  vi.waitFor(
    async () => {
      const row = await server
        .db("objects")
        .where({ id: objectIdOf(objectPath) })
        .first();
      expect(row).toMatchObject({ hasAvif: true });
    },
    { timeout: 60_000, interval: 200 },
  );

describe("a stored picture", () => {
  let picture: string;
  beforeAll(async () => {
    picture = await mine.aPicture(await aPhoto(1800, 1200));
    await hasAvif(picture);
  }, 90_000);

  it.each([
    [undefined, 1600],
    [1, 320],
    [320, 320],
    [321, 640],
    [900, 960],
    [1600, 1600],
    [9999, 1600],
  ])("asked for a width of %s has %i pixels", async (wanted, width) => {
    const answer = await get(wanted === undefined ? picture : `${picture}?w=${wanted}`);
    expect((await sharp(await bytesOf(answer)).metadata()).width).toBe(width);
  });

  it.each([
    ["image/avif,image/webp,image/apng,*/*;q=0.8", "image/avif"],
    ["image/webp,image/apng,*/*;q=0.8", "image/webp"],
    ["image/png,image/*;q=0.8", "image/jpeg"],
    ["*/*", "image/jpeg"],
    ["image/avif;q=0,image/webp", "image/webp"],
  ])("for those who accept %s is %s", async (accept, type) => {
    const answer = await get(`${picture}?w=320`, { accept });
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("vary")]).toEqual([
      200,
      type,
      "Accept",
    ]);
    const { format } = await sharp(await bytesOf(answer)).metadata();
    expect(format).toBe({ "image/avif": "heif", "image/webp": "webp", "image/jpeg": "jpeg" }[type]);
  });

  it.each(["avif", "webp", "jpeg"])("is served as %s on request, whatever Accept says", async (format) => {
    const answer = await get(`${picture}?w=320&f=${format}`, { accept: "text/html" });
    expect([answer.headers.get("content-type"), answer.headers.get("vary")]).toEqual([`image/${format}`, null]);
    await answer.arrayBuffer();
  });

  it("is immutable, and gets 304 for a known ETag", async () => {
    const answer = await get(`${picture}?w=320`);
    const length = (await bytesOf(answer)).length;
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-length")).toBe(String(length));
    const etag = answer.headers.get("etag")!;
    const again = (w: number) =>
      send(server.url, `GET ${picture}?w=${w}`, { headers: { "if-none-match": etag, accept: "*/*" } });
    expect(await again(320)).toMatchObject({ status: 304, text: "" });
    expect((await again(640)).status).toBe(200);
    const head = await fetch(`${server.url}${picture}?w=320`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(length)]);
  });

  it("has its size and a placeholder in the listing", async () => {
    const answer = await get(`${picture}/info`);
    const { placeholder, ...info } = (await answer.json()) as { placeholder: string };
    expect(info).toEqual({
      path: picture,
      width: 1600,
      height: 1067,
      widths: [320, 640, 960, 1600],
      formats: ["avif", "webp", "jpeg"],
    });
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
  });

  it("has no master copy after the AVIF encoding", () => {
    const id = objectIdOf(picture)!;
    const files = readdirSync(path.join(dataDir, "objects", "pictures", id.slice(-2), id));
    expect(files.sort()).toEqual([320, 640, 960, 1600].flatMap((w) => [`${w}.avif`, `${w}.jpeg`, `${w}.webp`]).sort());
  });

  it("gets an uncached JSON 404 if unknown", async () => {
    const unclaimed = await mine.anAddress();
    await mine.put(unclaimed, await aPhoto());
    const { objectId } = await server
      .db("uploads")
      .where({ id: unclaimed.split("/").at(-1) })
      .first();
    for (const address of [
      `/objects/${newId()}`,
      "/objects/x",
      "/objects/",
      "/objects",
      `/objects/${String(objectId)}`,
    ]) {
      const answer = await get(address, { accept: "text/html" });
      expect([address, answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual(
        [address, 404, "application/json; charset=utf-8", "no-store"],
      );
      expect(await answer.json()).toEqual({ error: "Not found.", code: "not-found" });
    }
    const wrong = await get(`${picture}?w=wide&f=bmp`);
    expect([wrong.status, Object.keys(((await wrong.json()) as { fields: object }).fields)]).toEqual([400, ["w", "f"]]);
    const method = await fetch(`${server.url}${picture}`, { method: "DELETE" });
    expect([method.status, method.headers.get("allow")]).toEqual([405, "HEAD, GET"]);
  });
});

describe("the sweep", () => {
  const pictures = () => createPictures({ db: server.db, store: diskStore(path.join(dataDir, "objects")) });
  const sweep = () => sweepPictures({ db: server.db, pictures: pictures() });
  const isThere = async (objectPath: string) => (await get(objectPath)).status === 200;
  /** Moves one picture's times into the past. */
  const later = async (objectPath: string, hours: number) => {
    const back = (column: string) => server.db.raw("?? - ? * interval '1 hour'", [column, hours]);
    await server
      .db("objects")
      .where({ id: objectIdOf(objectPath) })
      .update({
        createdAt: back("createdAt"),
        claimedAt: back("claimedAt"),
        unusedSince: back("unusedSince"),
        checkAt: back("checkAt"),
      });
  };
  const folderOf = (objectPath: string) => {
    const id = objectIdOf(objectPath)!;
    return path.join(dataDir, "objects", "pictures", id.slice(-2), id);
  };

  it("removes a picture unclaimed for an hour, with its files and address", async () => {
    const address = await mine.anAddress();
    await mine.put(address, await aPhoto());
    const upload = () =>
      server
        .db("uploads")
        .where({ id: address.split("/").at(-1) })
        .first();
    const unclaimed = `/objects/${String((await upload()).objectId)}`;
    await sweep();
    expect(existsSync(folderOf(unclaimed))).toBe(true);
    await later(unclaimed, 1);
    await sweep();
    expect([existsSync(folderOf(unclaimed)), await upload()]).toEqual([false, undefined]);
    expect((await mine.claim(address)).status).toBe(404);
  });

  it("removes a claimed picture unused for a day", async () => {
    const picture = await mine.aPicture();
    // A running AVIF job would create the folder again.
    await hasAvif(picture);
    await later(picture, 23);
    await sweep();
    expect(await isThere(picture)).toBe(true);
    await later(picture, 1);
    await sweep();
    expect([await isThere(picture), existsSync(folderOf(picture))]).toEqual([false, false]);
    expect(await server.db("objects").where({ id: objectIdOf(picture) })).toEqual([]);
  });

  it("keeps a used picture until a day after its last use", async () => {
    const [listed, main, avatar] = [await mine.aPicture(), await mine.aPicture(), await mine.aPicture()];
    const plane = await aPlane(server.db, owner.id, { images: [listed] });
    const other = await aPlane(server.db, owner.id, { imageUrl: main });
    await server.db("users").where({ id: owner.id }).update({ avatarUrl: avatar });
    for (const picture of [listed, main, avatar]) await later(picture, 100);
    await sweep();
    expect([await isThere(listed), await isThere(main), await isThere(avatar)]).toEqual([true, true, true]);

    await server.db("aircraft").where({ id: plane }).update({ images: [] });
    await server.db("aircraft").where({ id: other }).update({ deletedAt: server.db.fn.now() });
    for (const picture of [listed, main]) await later(picture, 24);
    await sweep();
    expect([await isThere(listed), await isThere(main)]).toEqual([true, true]);
    for (const picture of [listed, main, avatar]) await later(picture, 24);
    await sweep();
    expect([await isThere(listed), await isThere(main), await isThere(avatar)]).toEqual([false, false, true]);
  });

  it("keeps a picture that is being put into a listing", async () => {
    const picture = await mine.aPicture();
    await later(picture, 100);
    await server.db.transaction(async (tx) => {
      await tx("objects")
        .where({ id: objectIdOf(picture) })
        .forShare();
      expect(await sweep()).toBe(0);
    });
    expect(await isThere(picture)).toBe(true);
  });

  it("continues the work of a sweep that died", async () => {
    const picture = await mine.aPicture();
    await hasAvif(picture);
    await later(picture, 100);
    const dying = { removeFiles: () => Promise.reject(new Error("killed")) };
    await expect(sweepPictures({ db: server.db, pictures: dying })).rejects.toThrow("killed");
    expect(await isThere(picture)).toBe(false);
    const made = await mine.ask("POST /api/aircraft", {
      name: "P",
      make: "P",
      model: "P",
      location: "Denver CO",
      images: [picture],
    });
    expect([made.status, Object.keys(made.body.fields ?? {})]).toEqual([400, ["images"]]);
    await later(picture, 1);
    await sweep();
    expect(existsSync(folderOf(picture))).toBe(false);
  });

  it("deletes unused addresses", async () => {
    const address = await mine.anAddress();
    const id = address.split("/").at(-1);
    await sweepUploads(server.db);
    expect(await server.db("uploads").where({ id }).first()).toBeDefined();
    await server
      .db("uploads")
      .where({ id })
      .update({ expiresAt: server.db.raw("now() - interval '61 minutes'") });
    await sweepUploads(server.db);
    expect(await server.db("uploads").where({ id }).first()).toBeUndefined();
  });

  it("uses indexes", async () => {
    const plane = await aPlane(server.db, owner.id, { images: [await mine.aPicture()] });
    await server.db.raw(
      `insert into aircraft select (jsonb_populate_record(aircraft, jsonb_build_object('id', gen_random_uuid()))).*
       from aircraft, generate_series(1, 3000) where aircraft.id = ?`,
      [plane],
    );
    await server.db.raw("analyze aircraft");
    const { rows } = await server.db.raw<{ rows: { "QUERY PLAN": string }[] }>(
      `explain select from aircraft where images @> array['/objects/x'] and "deletedAt" is null and images <> '{}'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("aircraft_images");
  });
});

it("metrics count stored and removed pictures", async () => {
  const address = await mine.anAddress();
  await mine.put(address, "no picture");
  const text = await (await get("/metrics")).text();
  expect(text).toMatch(/tailhour_uploads_total\{result="stored"\} [1-9]/);
  expect(text).toMatch(/tailhour_uploads_total\{result="not-an-image"\} 1/);
  expect(text).toMatch(/tailhour_upload_bytes_total [1-9]/);
  expect(text).toMatch(/tailhour_picture_seconds_count\{work="avif"\} [1-9]/);
  expect(text).toContain("tailhour_pictures_waiting 0");
});
