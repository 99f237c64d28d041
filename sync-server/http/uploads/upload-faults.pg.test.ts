// Uploads with failures of the connection, the server, the disk and the store.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aPilot, type TestPerson } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { startTestServer } from "../../../tests/server.ts";
import { aPhoto, uploader } from "../../../tests/setup/pictures.ts";
import { bundleServer, type ServerBundle } from "../../../tests/setup/server-bundle.ts";
import { freePort } from "../../db/embedded-process.ts";
import { diskStore } from "../../domain/uploads/disk-store.ts";
import { StoreUnavailable, StoreFull } from "../../domain/uploads/store.ts";
import type { ObjectStore } from "../../kit/upload-services.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-faults-"));
const processes: ChildProcess[] = [];

afterAll(() => {
  for (const child of processes) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Sends half of a picture and waits; returns a function that closes the connection. */
async function halfAPicture(address: string, person: TestPerson, photo: Buffer): Promise<() => void> {
  const headers = { ...person.headers, "content-length": photo.length };
  const sent = request(address, { method: "PUT", headers });
  sent.on("error", () => undefined);
  await new Promise<void>((resolve) => sent.write(photo.subarray(0, photo.length / 2), () => resolve()));
  return () => sent.destroy();
}

/** All files below a folder. */
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe("a lost connection", () => {
  it("leaves no bytes, and the address open for a retry", async () => {
    const dataDir = path.join(folder, "line");
    const server = await startTestServer({ env: { DATA_DIR: dataDir } });
    const person = await aPilot(server.db);
    const mine = uploader(server.url, person);
    const [address, photo] = [await mine.anAddress(), await aPhoto(3000, 2000)];
    const cut = await halfAPicture(address, person, photo);
    await vi.waitFor(() => expect(filesIn(dataDir)).toHaveLength(1), { timeout: 10_000 });
    cut();
    await vi.waitFor(() => expect(filesIn(dataDir)).toEqual([]), { timeout: 10_000 });
    expect((await mine.claim(address)).body.code).toBe("nothing-uploaded");
    expect(await server.db("objects")).toEqual([]);
    expect((await mine.put(address, photo)).status).toBe(200);
    expect((await mine.claim(address)).status).toBe(200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/tailhour_uploads_total\{result="cut"\} 1/);
  });
});

describe("a server killed during an upload", () => {
  let bundle: ServerBundle;
  beforeAll(async () => {
    bundle = await bundleServer();
  });
  afterAll(() => bundle.remove());

  async function start(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
    const url = `http://127.0.0.1:${env["PORT"]}`;
    const child = spawn(process.execPath, [bundle.main], {
      env: {
        PATH: process.env["PATH"],
        HOST: "127.0.0.1",
        DEMO: "0",
        SMTP_URL: "smtp://127.0.0.1:1",
        LOG_LEVEL: "silent",
        ...env,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    processes.push(child);
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      expect(child.exitCode).toBeNull();
      await pause(50);
    }
    return { child, url };
  }

  it(
    "has kept nothing that counts, and takes the picture at the same address when it is back",
    { timeout: 90_000 },
    async () => {
      const { knex, url: databaseUrl } = await freshDatabase({ pool: 2 });
      const env = { DATABASE_URL: databaseUrl, PORT: String(await freePort()), DATA_DIR: path.join(folder, "killed") };
      const first = await start(env);
      const person = await aPilot(knex);
      const mine = uploader(first.url, person);
      const [address, photo] = [await mine.anAddress(), await aPhoto(3000, 2000)];
      await halfAPicture(address, person, photo);
      await vi.waitFor(() => expect(filesIn(env.DATA_DIR)).toHaveLength(1), { timeout: 10_000 });
      first.child.kill("SIGKILL");
      await once(first.child, "exit");

      const second = await start(env);
      expect((await mine.claim(address)).body.code).toBe("nothing-uploaded");
      expect(await knex("objects")).toEqual([]);
      expect(filesIn(path.join(env.DATA_DIR, "objects")).map((file) => path.basename(file.parentPath))).toEqual([
        "unfinished",
      ]);
      expect((await mine.put(address, photo)).status).toBe(200);
      const claimed = await mine.claim(address);
      expect(claimed.status).toBe(200);
      expect((await fetch(`${second.url}${String(claimed.body.objectPath)}`)).status).toBe(200);
      second.child.kill("SIGTERM");
      await once(second.child, "exit");
    },
  );
});

describe("a store", () => {
  /** A disk that fails with `error` from the `nth` file on, while `isFailing` is true. */
  function failing(name: string, error: Error, nth: number) {
    const disk = diskStore(path.join(folder, name));
    const fault = { isFailing: true, puts: 0 };
    const store: ObjectStore = {
      ...disk,
      put(...given) {
        fault.puts += 1;
        return fault.isFailing && fault.puts >= nth ? Promise.reject(error) : disk.put(...given);
      },
    };
    return { store, fault };
  }

  async function halfKept(db: Knex, name: string) {
    const ready = await db("objects").whereNotNull("readyAt");
    return { ready: ready.length, files: filesIn(path.join(folder, name)).length };
  }

  it.each([1, 4])(
    "that is full from its file %i on keeps nothing half, and takes the picture once there is room",
    async (nth) => {
      const name = `full-${nth}`;
      const { store, fault } = failing(name, new StoreFull(), nth);
      const server = await startTestServer({ objectStore: store });
      const mine = uploader(server.url, await aPilot(server.db));
      const [address, photo] = [await mine.anAddress(), await aPhoto(1200, 800)];
      const refused = await mine.put(address, photo);
      expect([refused.status, refused.body, refused.headers["retry-after"]]).toEqual([
        507,
        { error: "There is no room for more pictures right now. Please try again later.", code: "storage-full" },
        "600",
      ]);
      expect((await mine.claim(address)).body.code).toBe("nothing-uploaded");
      expect(await halfKept(server.db, name).catch(() => ({ ready: 0, files: 0 }))).toEqual({ ready: 0, files: 0 });
      expect(server.logged.some((line) => line.includes("The store of pictures is full."))).toBe(true);
      fault.isFailing = false;
      expect((await mine.put(address, photo)).status).toBe(200);
      expect((await mine.claim(address)).status).toBe(200);
    },
  );

  it("that fails is reported as unavailable, without its message", async () => {
    const { store } = failing("away", new StoreUnavailable("The S3 service answered 403 SignatureDoesNotMatch."), 1);
    const server = await startTestServer({ objectStore: store });
    const mine = uploader(server.url, await aPilot(server.db));
    const { status, body } = await mine.put(await mine.anAddress(), await aPhoto());
    expect([status, body]).toEqual([
      503,
      { error: "Pictures can't be stored right now. Please try again in a moment.", code: "storage-away" },
    ]);
    expect(server.logged.join("")).toContain("SignatureDoesNotMatch");
  });

  it("that is full during a claim allows a retry of the claim", async () => {
    const { store, fault } = failing("claim", new StoreFull(), 2);
    const server = await startTestServer({ objectStore: store });
    const mine = uploader(server.url, await aPilot(server.db));
    const { body } = await mine.ask("GET /s3/params?filename=a.jpg&type=image/jpeg");
    expect((await mine.put(String(body.url), await aPhoto())).status).toBe(200);
    const claim = (key: string) =>
      mine.ask("PUT /api/aircraft-images", { aircraftImageURL: body.url }, { "idempotency-key": key });
    const key = "01912345-0000-7000-8000-00000000000a";
    expect((await claim(key)).status).toBe(507);
    fault.isFailing = false;
    expect((await claim(key)).status).toBe(200);
  });

  it("that has lost a file leads to an uncached 404", async () => {
    const dataDir = path.join(folder, "lost");
    const server = await startTestServer({ env: { DATA_DIR: dataDir } });
    const mine = uploader(server.url, await aPilot(server.db));
    const picture = await mine.aPicture();
    rmSync(path.join(dataDir, "objects", "pictures"), { recursive: true });
    const answer = await fetch(`${server.url}${picture}?w=320`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });
});
