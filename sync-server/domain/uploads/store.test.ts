// The contract of both stores, run against the disk and OpenStack Swift's S3 API.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { freePort } from "../../db/embedded-process.ts";
import { hasSwift, startSwift, SWIFT_MS, type Swift } from "../../../tests/setup/swift.ts";
import { diskStore, UNFINISHED } from "./disk-store.ts";
import { s3Store, type S3Settings } from "./s3-store.ts";
import { StoreUnavailable, StoreFull } from "./store.ts";
import type { ObjectStore } from "../../kit/upload-services.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-store-"));
let swift: Swift | undefined;

beforeAll(async () => {
  if (hasSwift) swift = await startSwift();
}, SWIFT_MS);

afterAll(async () => {
  await swift?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stores: { name: string; make: () => ObjectStore; skip: boolean }[] = [
  { name: "disk", make: () => diskStore(path.join(folder, "objects")), skip: false },
  { name: "S3", make: () => s3Store(swift!.settings), skip: !hasSwift },
];

async function read(store: ObjectStore, name: string): Promise<Buffer | null> {
  const found = await store.open(name);
  return found && buffer(found.body);
}

function aFile(bytes: Buffer): { file: string } {
  const file = path.join(folder, randomUUID());
  writeFileSync(file, bytes);
  return { file };
}

const bytesOf = (size: number, fill: number) => Buffer.alloc(size, fill);
const md5 = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const aName = () => `pictures/ab/${randomUUID()}/640.webp`;

describe.each(stores.filter(({ skip }) => !skip))("$name", ({ make }) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = make();
  });

  it("stores bytes from memory and from a file", async () => {
    const [first, second] = [aName(), aName()];
    await store.put(first, Buffer.from("one"), "image/webp");
    await store.put(second, aFile(Buffer.from("two and more")), "image/webp");
    expect(await read(store, first)).toEqual(Buffer.from("one"));
    expect(await read(store, second)).toEqual(Buffer.from("two and more"));
    expect(await store.size(second)).toBe(12);
  });

  it("replaces an existing object", async () => {
    const name = aName();
    await store.put(name, Buffer.from("old"), "image/webp");
    await store.put(name, Buffer.from("newer"), "image/webp");
    expect(await read(store, name)).toEqual(Buffer.from("newer"));
  });

  it("returns null for a missing object, and removing it succeeds", async () => {
    const name = aName();
    expect(await store.open(name)).toBeNull();
    expect(await store.size(name)).toBeNull();
    await store.remove([name]);
    await store.put(name, Buffer.from("x"), "image/webp");
    await store.remove([name, aName()]);
    expect(await store.open(name)).toBeNull();
  });

  it("allows a reader to stop early", async () => {
    const name = aName();
    await store.put(name, bytesOf(2_000_000, 7), "image/webp");
    const found = await store.open(name);
    found?.body.destroy();
    expect(await store.size(name)).toBe(2_000_000);
  });

  it("joins parts in the named order, whatever their upload order", async () => {
    const name = `incoming/${randomUUID()}`;
    const storeId = await store.startParts(name, "image/jpeg");
    const [first, last] = [bytesOf(MIN_PART_BYTES, 1), Buffer.from("the end")];
    const lastTag = await store.takePart(name, storeId, 2, aFile(last));
    const firstTag = await store.takePart(name, storeId, 1, first);
    expect([firstTag, lastTag]).toEqual([md5(first), md5(last)]);
    expect(await store.listParts(name, storeId)).toEqual([
      { PartNumber: 1, Size: MIN_PART_BYTES, ETag: md5(first) },
      { PartNumber: 2, Size: 7, ETag: md5(last) },
    ]);
    expect(await store.open(name)).toBeNull();
    const parts = [
      { PartNumber: 1, ETag: firstTag! },
      { PartNumber: 2, ETag: lastTag! },
    ];
    expect(await store.joinParts(name, storeId, parts)).toBe(true);
    // Compares with `equals`, since a matcher would iterate over five million numbers.
    expect((await read(store, name))?.equals(Buffer.concat([first, last]))).toBe(true);
  });

  it("keeps the last part with a number", async () => {
    const name = `incoming/${randomUUID()}`;
    const storeId = await store.startParts(name, "image/jpeg");
    await store.takePart(name, storeId, 1, Buffer.from("first try"));
    const tag = await store.takePart(name, storeId, 1, Buffer.from("second"));
    expect(await store.listParts(name, storeId)).toEqual([{ PartNumber: 1, Size: 6, ETag: tag }]);
    await store.joinParts(name, storeId, [{ PartNumber: 1, ETag: tag! }]);
    expect(await read(store, name)).toEqual(Buffer.from("second"));
  });

  it("forgets a dropped multipart upload", async () => {
    const name = `incoming/${randomUUID()}`;
    const dropped = await store.startParts(name, "image/jpeg");
    await store.takePart(name, dropped, 1, Buffer.from("x"));
    await store.dropParts(name, dropped);
    await store.dropParts(name, dropped);
    expect(await store.listParts(name, dropped)).toBeNull();
    expect(await store.takePart(name, dropped, 1, Buffer.from("x"))).toBeNull();
    expect(await store.joinParts(name, dropped, [{ PartNumber: 1, ETag: '"x"' }])).toBe(false);
  });
});

describe("the disk", () => {
  it("leaves no file after a failed write", async () => {
    const root = path.join(folder, "broken");
    const store = diskStore(root);
    const name = aName();
    await expect(store.put(name, { file: path.join(folder, "not-there") }, "image/webp")).rejects.toThrow();
    expect(await store.open(name)).toBeNull();
    expect(existsSync(path.join(root, UNFINISHED)) ? readdirSync(path.join(root, UNFINISHED)) : []).toEqual([]);
  });

  it.skipIf(!existsSync("/dev/full"))("reports a full disk", async () => {
    const root = path.join(folder, "full");
    const store = diskStore(root);
    const error: NodeJS.ErrnoException = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const bytes = Object.defineProperty(Buffer.from("x"), "byteLength", {
      get() {
        throw error;
      },
    });
    await expect(store.put(aName(), bytes, "image/webp")).rejects.toBeInstanceOf(StoreFull);
    expect(readdirSync(path.join(root, UNFINISHED))).toEqual([]);
  });

  it("refuses names outside its folder", async () => {
    const store = diskStore(path.join(folder, "objects"));
    await expect(store.open("../secret")).rejects.toThrow("is no name of an object");
  });
});

describe.skipIf(!hasSwift)("S3", () => {
  it("signs URLs for direct uploads by a browser", async () => {
    const store = s3Store(swift!.settings);
    const name = `incoming/${randomUUID()}`;
    const url = await store.direct!.signPut(name, "image/png", 60);
    const headers = { "Content-Type": "image/png" };
    expect((await fetch(url, { method: "PUT", body: "straight", headers })).status).toBe(200);
    expect(await read(store, name)).toEqual(Buffer.from("straight"));
    const other = { "Content-Type": "text/html" };
    expect((await fetch(url, { method: "PUT", body: "straight", headers: other })).status).toBe(403);

    const storeId = await store.startParts(name, "image/png");
    const part = await fetch(await store.direct!.signPart(name, storeId, 1, 60), { method: "PUT", body: "part" });
    expect([part.status, part.headers.get("etag")]).toEqual([200, md5(Buffer.from("part"))]);
    expect(store.direct!.origin).toBe(swift!.settings.endpoint);
  });

  it("reports a missing bucket, missing rights and an unreachable service", async () => {
    const at = (changes: Partial<S3Settings>) => s3Store({ ...swift!.settings, ...changes });
    const put = (store: ObjectStore) => store.put(aName(), Buffer.from("x"), "image/webp");
    await expect(put(at({ bucket: "nowhere" }))).rejects.toThrow("The S3 service has no bucket nowhere.");
    await expect(put(at({ secretAccessKey: "wrong" }))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(put(at({ endpoint: `http://127.0.0.1:${await freePort()}` }))).rejects.toThrow(
      /can't be reached: ECONNREFUSED/,
    );
  });
});
