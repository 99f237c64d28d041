// Restores a copy of the database's folder, taken while the server ran: no device misses later changes.
import { execFileSync } from "node:child_process";
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Manifest } from "../../shared/sync.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";
import { send } from "../http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { removeFolder, temporaryFolder } from "../setup/temporary.ts";
import { truthFor } from "../sync/busy-market.ts";
import { aPhone, type Phone } from "./phone.ts";
import { noTrouble, rest } from "./trouble.ts";

let folder: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let files: string;
let [me, peer] = [] as unknown as [TestPerson, TestPerson];
let plane: string;
const phones: Phone[] = [];

const copy = () => `${files}-copy`;

beforeEach(async () => {
  folder = temporaryFolder("tailhour-copy");
  await start();
  files = (await server.db.raw<{ rows: { at: string }[] }>(`select current_setting('data_directory') as at`)).rows[0]!
    .at;
  [me, peer] = [await aPilot(server.db), await anOwner(server.db)];
  plane = await aPlane(server.db, peer.id);
}, 60_000);

afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  await server.stop();
  await postgres.stop();
  rmSync(copy(), { recursive: true, force: true });
  await removeFolder(folder);
});

async function start(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), settings: { fsync: "off" } });
  server = await startTestServer({ databaseUrl: postgres.url, env: { RATE_LIMIT_FACTOR: "100" } });
}

/** Copies a running database as a base backup, so the copy is consistent. Identifier and timeline stay. */
async function copyFiles(): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.raw("select pg_backup_start('copy', true)");
    execFileSync("cp", ["-a", files, copy()]);
    const { rows } = await tx.raw<{ rows: { labelfile: string }[] }>("select labelfile from pg_backup_stop(false)");
    execFileSync("cp", ["-a", `${files}/pg_wal/.`, `${copy()}/pg_wal`]);
    writeFileSync(`${copy()}/backup_label`, rows[0]!.labelfile);
    const owner = statSync(files);
    chownSync(`${copy()}/backup_label`, owner.uid, owner.gid);
    rmSync(`${copy()}/postmaster.pid`, { force: true });
  });
}

async function putBack(): Promise<void> {
  await server.stop();
  await postgres.stop();
  rmSync(files, { recursive: true });
  execFileSync("cp", ["-a", copy(), files]);
  await start();
}

async function open(person: TestPerson, servers: () => readonly string[]): Promise<Phone> {
  const phone = await aPhone({ person, servers, trouble: noTrouble() });
  phones.push(phone);
  return phone;
}

const write = (phone: Phone, to: TestPerson, content: string) =>
  phone.engine.queue("messages.send", { receiverId: to.id, content, aircraftId: null });

async function isLikeServer(phone: Phone): Promise<boolean> {
  const [truth, mirror] = [await truthFor(server.db, phone.person.id), await phone.mirror()];
  const isDrained = (await phone.engine.outbox()).every(({ state }) => state === "attention");
  return (
    isDrained && truth.size === mirror.size && [...truth].every(([key, row]) => sorted(row) === sorted(mirror.get(key)))
  );
}

const sorted = (row: unknown) => JSON.stringify(row, Object.keys(row ?? {}).sort());

async function agree(...those: Phone[]): Promise<void> {
  while (!(await Promise.all(those.map(isLikeServer))).every(Boolean)) await rest(50);
}

const generation = async () => (await server.db("sync_meta").first("generation")).generation as string;
const messages = () => server.db("messages").orderBy(["createdAt", "id"]).pluck("content");
const price = (hourlyRate: number) =>
  send(server.url, `PATCH /api/aircraft/${plane}`, { headers: peer.headers, body: { hourlyRate } });

/** All URLs in the manifest, with their bytes. */
async function catalogueFiles(into: Map<string, Set<string>>, wanted: number): Promise<void> {
  const found = new Map<string, string>();
  do {
    await rest(50);
    const manifest = (await (await fetch(`${server.url}/api/catalogue`)).json()) as Manifest;
    for (const { bucket, base, head, oldest } of manifest.buckets) {
      const names = [`base/${base}`];
      for (let n = Math.max(oldest, 1); n <= head; n++) names.push(`segment/${n}`);
      for (const name of names) {
        const address = `/api/catalogue/${bucket}/${name}?g=${manifest.generation}`;
        const answer = await fetch(server.url + address);
        if (answer.ok) found.set(address, await answer.text());
      }
    }
  } while (![...found.values()].some((text) => text.includes(`"hourlyRate":${wanted}`)));
  for (const [address, text] of found) into.set(address, (into.get(address) ?? new Set()).add(text));
}

describe("a restored copy", () => {
  it(
    "[R1] [R4] [R9] replaces what a phone holds that comes first; later messages arrive",
    { timeout: 120_000 },
    async () => {
      let isReachable = true;
      const servers = () => (isReachable ? [server.url] : []);
      const [mine, theirs] = [await open(me, servers), await open(peer, servers)];
      await write(mine, peer, "in the copy");
      await agree(mine, theirs);
      const before = await generation();
      await copyFiles();
      const addresses = new Map<string, Set<string>>();
      for (let at = 0; at < 5; at++) await write(theirs, me, `lost ${at}`);
      expect((await price(111)).status).toBe(200);
      await agree(mine, theirs);
      await catalogueFiles(addresses, 111);
      isReachable = false;
      await write(mine, peer, "waited");
      await putBack();
      isReachable = true;
      await agree(mine, theirs);
      for (let at = 0; at < 5; at++) await write(theirs, me, `new ${at}`);
      await agree(mine, theirs);
      expect((await messages()).sort()).toEqual(["in the copy", "new 0", "new 1", "new 2", "new 3", "new 4", "waited"]);
      expect(await generation()).not.toBe(before);
      expect((await price(222)).status).toBe(200);
      await catalogueFiles(addresses, 222);
      expect([...addresses].filter(([, texts]) => texts.size > 1)).toEqual([]);
    },
  );

  it(
    "[R1] [R4] [R9] replaces what a phone holds that comes after many others have written, and again when put back twice",
    { timeout: 120_000 },
    async () => {
      let isReachable = true;
      const mine = await open(me, () => (isReachable ? [server.url] : []));
      await write(mine, peer, "in the copy");
      await agree(mine);
      const before = await generation();
      await copyFiles();
      const say = (content: string) =>
        send(server.url, "POST /api/messages", { headers: peer.headers, body: { receiverId: me.id, content } });
      for (let at = 0; at < 5; at++) expect((await say(`lost ${at}`)).status).toBe(201);
      await agree(mine);
      isReachable = false;
      await write(mine, peer, "waited");
      await putBack();
      for (let at = 0; at < 20; at++) expect((await say(`new ${at}`)).status).toBe(201);
      expect(await generation()).toBe(before);
      isReachable = true;
      await agree(mine);
      expect(await generation()).not.toBe(before);
      expect(await messages()).toHaveLength(22);
      expect(await messages()).toContain("waited");
      const second = await generation();
      isReachable = false;
      await write(mine, peer, "waited again");
      await putBack();
      expect(await generation()).toBe(before);
      isReachable = true;
      await agree(mine);
      expect([before, second]).not.toContain(await generation());
      expect((await messages()).sort()).toEqual(["in the copy", "waited again"]);
    },
  );

  it("[R4] differs from a restart: after a restart devices keep their rows", { timeout: 120_000 }, async () => {
    const mine = await open(me, () => [server.url]);
    await write(mine, peer, "before");
    await agree(mine);
    const before = await generation();
    const { cursor } = await mine.engine.cursor();
    await server.stop();
    await postgres.stop();
    await start();
    await write(mine, peer, "after");
    await agree(mine);
    const body = { clientId: me.id, userId: me.id, schema: 1, cursor, commands: [] };
    const answer = await send<{ from: string | null }>(server.url, "POST /api/sync", { headers: me.headers, body });
    expect([answer.status, answer.body.from]).toEqual([200, cursor]);
    expect(await generation()).toBe(before);
  });
});
