// A device whose user removes a picture in mid-upload, against real servers: the store of pictures keeps no parts.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { httpPictures } from "../../pwa/device/transport/http-pictures.ts";
import { MIN_PART_BYTES } from "../../shared/domain/uploads-rules.ts";
import { diskStore } from "../../sync-server/domain/uploads/disk-store.ts";
import { s3Store } from "../../sync-server/domain/uploads/s3-store.ts";
import { sourceName } from "../../sync-server/domain/uploads/store.ts";
import { MemoryStore } from "../model/memory-store.ts";
import { anEngine, aPhone } from "../model/one-engine.ts";
import { anOwner, type TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { hasSwift, startSwift, SWIFT_MS, type Swift } from "../setup/swift.ts";
import { removeFolder, temporaryFolder } from "../setup/temporary.ts";

let swift: Swift | undefined;
beforeAll(async () => {
  if (hasSwift) swift = await startSwift();
}, SWIFT_MS);
const folder = temporaryFolder("removed-picture");
afterAll(async () => {
  await swift?.stop();
  await removeFolder(folder);
});

const stores = [
  { name: "disk", make: () => diskStore(path.join(folder, "objects")) },
  ...(hasSwift ? [{ name: "S3", make: () => s3Store(swift!.settings) }] : []),
];

/** A call that the store answers too late is tried again after 5, then after 30 seconds. */
const REMOVAL_MS = 90_000;
vi.setConfig({ testTimeout: 150_000 });

type Upload = { id: string; storeId: string };

describe.each(stores)("over $name", ({ make }) => {
  let store: ReturnType<typeof diskStore>;
  let server: TestServer;
  let owner: TestPerson;
  beforeAll(async () => {
    store = make();
    server = await startTestServer({ objectStore: store });
    owner = await anOwner(server.db);
  });

  /** The picture calls of the device; `isOnline` is asked before each, and the second part never ends by itself. */
  const pictures = (isOnline = () => true) =>
    httpPictures({
      async fetch(input, init) {
        if (!isOnline()) throw new TypeError("offline");
        const url = new URL(input as string, server.url);
        const isOurs = url.origin === server.url;
        // A real request that is ended before it starts rejects too.
        init?.signal?.throwIfAborted();
        if (init?.method === "PUT" && (init.body as Blob).size < MIN_PART_BYTES)
          return await new Promise<Response>((_, reject) => init.signal?.addEventListener("abort", reject));
        return await fetch(url, {
          ...init,
          headers: { ...(init?.headers as Record<string, string>), ...(isOurs && owner.headers) },
        });
      },
    });

  const stored = (upload: Upload | undefined) => store.listParts(sourceName(upload!.id), upload!.storeId);

  /** Adds a picture whose first part reaches the store. */
  async function inMidUpload(phone: Awaited<ReturnType<typeof aPhone>>) {
    const data = new Blob([new Uint8Array(randomBytes(MIN_PART_BYTES + 3))], { type: "image/jpeg" });
    const mark = await phone.engine.pictures.add(data);
    const upload = await vi.waitFor(async () => {
      const row = await server
        .db<Upload>("uploads")
        .where({ userId: owner.id } as never)
        .first();
      expect(await stored(row)).toMatchObject([{ PartNumber: 1, Size: MIN_PART_BYTES }]);
      return row;
    }, 30_000);
    return { mark, upload };
  }

  const isGone = async (upload: Upload | undefined) => {
    expect(await server.db("uploads").where({ id: upload!.id })).toEqual([]);
    expect(await stored(upload)).toBeNull();
  };

  it("[R21] online its parts are removed from the store", async () => {
    const phone = await aPhone({}, { pictures: pictures() });
    const { mark, upload } = await inMidUpload(phone);
    await phone.engine.pictures.drop([mark]);
    await vi.waitFor(() => isGone(upload), REMOVAL_MS);
    await vi.waitFor(() => expect(phone.disk.pictures.size).toBe(0));
    phone.engine.stop();
  });

  it("[R21] offline they are removed once the app is open again with a network", async () => {
    let isOnline = true;
    const phone = await aPhone({}, { pictures: pictures(() => isOnline) });
    const { mark, upload } = await inMidUpload(phone);
    isOnline = false;
    await phone.engine.pictures.drop([mark]);
    await phone.engine.pictures.uploaded();
    phone.engine.stop();
    expect(await stored(upload)).toHaveLength(1);

    const reopened = anEngine(new MemoryStore(phone.disk), { pictures: pictures() });
    await reopened.engine.start();
    await vi.waitFor(() => isGone(upload), REMOVAL_MS);
    reopened.engine.stop();
  });
});
