// Runs the commands of docs/operating.md: a dump, a base backup and a point in time are restored, and phones follow.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { anOwner, aPilot, type TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import {
  asPostgres,
  clusterIn,
  folderForPostgres,
  makeCluster,
  ownPrograms,
  type OwnCluster,
} from "../setup/own-postgres.ts";
import { bundleServer } from "../setup/server-bundle.ts";
import { temporaryFolder } from "../setup/temporary.ts";
import { truthFor } from "../sync/busy-market.ts";
import { aPhone, type Phone } from "./phone.ts";
import { noTrouble, rest } from "./trouble.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const manual = readFileSync(path.join(root, "docs/operating.md"), "utf8");

/** The commands below a comment of the manual. */
function commandsTo(what: string): string {
  const found = new RegExp(`\`\`\`sh\\n# ${what}\\n([^]*?)\`\`\``).exec(manual)?.[1];
  if (!found) throw new Error(`The manual has no commands to ${what}.`);
  return found;
}

/** The settings of PostgreSQL that the manual gives for a point in time. */
const archiveSettings = (backup: string): Record<string, string> =>
  Object.fromEntries(
    [...(/```conf\n([^]*?)```/.exec(manual)?.[1] ?? "").matchAll(/^(\w+) = '?(.+?)'?$/gm)].map(([, name, value]) => [
      name!,
      value!.replaceAll("$BACKUP", backup),
    ]),
  );

describe.skipIf(!ownPrograms)("a backup", () => {
  let folder: string;
  let cluster: OwnCluster;
  let server: TestServer;
  let backup: string;
  let database = "tailhour";
  let [me, peer] = [] as unknown as [TestPerson, TestPerson];
  let [mine, theirs] = [] as unknown as [Phone, Phone];
  let isUp = true;

  /** Runs commands of the manual; those on the data run as PostgreSQL's account. */
  function run(what: string, more: Record<string, string> = {}): void {
    const env = {
      PATH: `${ownPrograms}:${process.env["PATH"]}`,
      HOME: process.env["HOME"],
      BACKUP: backup,
      PGDATA: cluster.data,
      DATABASE_URL: cluster.url(database),
      MAINTENANCE_URL: cluster.url("postgres"),
      ...more,
    };
    const place = what.startsWith("say") ? { cwd: root } : asPostgres;
    execFileSync("bash", ["-euc", commandsTo(what)], { ...place, env, stdio: ["ignore", "ignore", "pipe"] });
  }

  async function startServer(): Promise<void> {
    server = await startTestServer({ databaseUrl: cluster.url(database), env: { RATE_LIMIT_FACTOR: "100" } });
  }

  const say = (from: Phone, to: TestPerson, content: string) =>
    from.engine.queue("messages.send", { receiverId: to.id, content, aircraftId: null });
  const messages = async () =>
    (await server.db("messages").pluck<string[]>("content")).sort((a, b) => (a < b ? -1 : 1));

  async function holdsTruth(phone: Phone): Promise<boolean> {
    const [truth, mirror] = [await truthFor(server.db, phone.person.id), await phone.mirror()];
    const isDrained = (await phone.engine.outbox()).length === 0;
    return isDrained && truth.size === mirror.size && [...truth.keys()].every((key) => mirror.has(key));
  }
  async function agree(): Promise<void> {
    while (!(await holdsTruth(mine)) || !(await holdsTruth(theirs))) await rest(30);
  }

  /** A failure of everything, with a message in an outbox; `restore` puts a copy in place of the cluster. */
  async function restored(
    waiting: string,
    restore: () => void | Promise<void>,
    report: () => void = () => run("say that the database was restored"),
  ): Promise<void> {
    isUp = false;
    await say(mine, peer, waiting);
    await server.stop();
    await cluster.stop();
    await restore();
    const copy = openDatabase(cluster.url(database), { pool: 1 });
    const generation = async () => (await copy("sync_meta").first("generation")).generation as string;
    const before = await generation();
    report();
    const after = await generation();
    await copy.destroy();
    expect(after).not.toBe(before);
    await startServer();
    isUp = true;
    await agree();
  }

  /** Starts PostgreSQL on what replaced its data. */
  async function startCluster(): Promise<void> {
    await cluster.start();
    rmSync(`${cluster.data}.before`, { recursive: true, force: true });
  }

  beforeAll(async () => {
    folder = temporaryFolder("tailhour-backup");
    backup = folderForPostgres(path.join(folder, "backup"));
    folderForPostgres(path.join(backup, "wal"));
    const data = path.join(folderForPostgres(path.join(folder, "cluster")), "data");
    makeCluster(data);
    cluster = await clusterIn(data, { fsync: "off", ...archiveSettings(backup) });
    await cluster.start();
    const admin = openDatabase(cluster.url("postgres"), { pool: 1 });
    await admin.raw("create database tailhour");
    await admin.destroy();
    await startServer();
    [me, peer] = [await aPilot(server.db), await anOwner(server.db)];
    const servers = () => (isUp ? [server.url] : []);
    mine = await aPhone({ person: me, servers, trouble: noTrouble() });
    theirs = await aPhone({ person: peer, servers, trouble: noTrouble() });
    await say(mine, peer, "1 saved");
    await agree();
    run("save a dump");
    run("save a base backup");
  }, 60_000);

  afterAll(async () => {
    mine?.close();
    theirs?.close();
    await server?.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("[S1214] with its log restores the database as it was at a point in time", { timeout: 60_000 }, async () => {
    await say(theirs, me, "2 after the backup");
    await agree();
    const { rows } = await server.db.raw<{ rows: { until: string }[] }>("select clock_timestamp()::text as until");
    await say(theirs, me, "3 a mistake");
    await agree();
    await restored("4 waited", async () => {
      run("restore a point in time", { UNTIL: rows[0]!.until });
      await startCluster();
      const waiting = openDatabase(cluster.url("postgres"), { pool: 1 });
      const isRecovering = async () => (await waiting.raw("select pg_is_in_recovery() as is")).rows[0].is as boolean;
      while (await isRecovering()) await rest(30);
      await waiting.destroy();
    });
    expect(await messages()).toEqual(["1 saved", "2 after the backup", "4 waited"]);
  });

  it("[S1215] as a copy of the cluster is put in its place, and phones keep their outboxes", async () => {
    await restored("5 waited", () => {
      run("restore a base backup");
      return startCluster();
    });
    expect(await messages()).toEqual(["1 saved", "5 waited"]);
  });

  it("[S1216] as a dump is read into another database of the same cluster", async () => {
    await say(theirs, me, "6 after the dump");
    await agree();
    const bundle = await bundleServer();
    const restoreDump = async () => {
      await cluster.start();
      database = "tailhour_again";
      run("restore a dump", { NEW_DATABASE: database });
    };
    await restored("7 waited", restoreDump, () => {
      const env = { PATH: process.env["PATH"], DATABASE_URL: cluster.url(database) };
      execFileSync(process.execPath, [bundle.restored], { env, stdio: ["ignore", "ignore", "pipe"] });
    });
    bundle.remove();
    expect(await messages()).toEqual(["1 saved", "7 waited"]);
  });
});
