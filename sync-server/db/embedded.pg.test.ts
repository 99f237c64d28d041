// The embedded database with real processes: joined, killed, taken over, refused.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { removeFolder, temporaryFolder } from "../../tests/setup/temporary.ts";
import { isClaimed } from "./embedded-process.ts";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { openDatabase } from "./knex.ts";

const folder = temporaryFolder("tailhour-test");
const dataDir = path.join(folder, "postgres");
const running: EmbeddedPostgres[] = [];

afterAll(async () => {
  for (const postgres of running) await postgres.stop();
  await removeFolder(folder);
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  running.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const knex = openDatabase(url, { pool: 1 });
  try {
    return (await knex.raw<{ rows: unknown[] }>(sql)).rows;
  } finally {
    await knex.destroy();
  }
}

function serverPid(): number {
  return Number(readFileSync(path.join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Queries until the server answers; else the test times out. */
async function answers(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    const rows = await query(url, sql).catch(() => null);
    if (rows) return rows;
    await delay(50);
  }
}

test("keeps its data between starts, and leaves no temporary folder", async () => {
  mkdirSync(`${dataDir}.new-999999`);
  const first = await start();
  await query(first.url, "create table kept as select 7 as n");
  expect(existsSync(`${dataDir}.new-999999`)).toBe(false);
  await first.stop();
  expect(existsSync(path.join(dataDir, "postmaster.pid"))).toBe(false);
  const second = await start();
  expect(second.startedHere).toBe(true);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a second user joins the running server, and its stop leaves it running", async () => {
  const joined = await start();
  expect(joined.startedHere).toBe(false);
  await joined.stop();
  expect(await query(joined.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a database in use is not removed", async () => {
  await expect(removeEmbeddedPostgres(dataDir)).rejects.toThrow("in use by a running Tailhour");
});

test("a killed server restarts at the same address with its data", async () => {
  const { url } = running.at(-2)!;
  const before = serverPid();
  process.kill(before, "SIGKILL");
  expect(await answers(url, "select n from kept")).toEqual([{ n: 7 }]);
  expect(serverPid()).not.toBe(before);
});

test("the server of a killed process is taken over and stopped later", async () => {
  for (const postgres of running) await postgres.stop();
  const place = JSON.stringify(dataDir);
  const child = spawn(
    process.execPath,
    [
      ...["--import", "tsx", "--input-type=module", "--eval"],
      `const { startEmbeddedPostgres } = await import("./sync-server/db/embedded.ts");
       await startEmbeddedPostgres({ dataDir: ${place} });
       console.log("up");
       setInterval(() => {}, 1000);`,
    ],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout, "data");
  const orphan = serverPid();
  child.kill("SIGKILL");
  await once(child, "exit");

  const heir = await start();
  expect(heir.startedHere).toBe(true);
  expect(serverPid()).toBe(orphan);
  expect(await query(heir.url, "select n from kept")).toEqual([{ n: 7 }]);
  await heir.stop();
  expect(existsSync(path.join(dataDir, "postmaster.pid"))).toBe(false);
});

test.runIf(existsSync("/proc/self/stat"))(
  "[S1316] a killed process is responsible for no server, also where no parent has asked for it",
  async () => {
    // `exec` leaves the child with a parent that waits for none.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    // Before that the shell may still collect its child.
    while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await delay(1);
    const stat = () =>
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
    writeFileSync(path.join(folder, "tailhour.started-by"), `${pid} ${stat()[19]}\n`);
    expect(isClaimed(folder)).toBe(true);
    process.kill(pid, "SIGKILL");
    while (stat()[0] !== "Z") await delay(1);
    expect(isClaimed(folder)).toBe(false);
    parent.kill("SIGKILL");
  },
);

test("a pid file with the pid of another program does not prevent a start", async () => {
  writeFileSync(path.join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n0\n1\n\n127.0.0.1\n`);
  const { url, stop } = await start();
  expect(await query(url, "select n from kept")).toEqual([{ n: 7 }]);
  await stop();
});

/** Starts a new database; returns whether its connections use a socket. */
async function isBySocket(name: string, settings: Record<string, string> = {}): Promise<boolean> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, name), settings });
  try {
    const rows = await query(postgres.url, "select inet_client_addr() is null as yes");
    return (rows as { yes: boolean }[])[0]!.yes;
  } finally {
    await postgres.stop();
  }
}

test("[S1310] connections come over a socket of the data folder, or over loopback where there can be none", async () => {
  expect(await isBySocket("one")).toBe(true);
  expect(await isBySocket("one", { unix_socket_group: "no-such-group" })).toBe(false);
  expect(await isBySocket("a folder, with spaces")).toBe(false);
  expect(await isBySocket("long".repeat(25))).toBe(false);
});

test("sockets of a killed server are removed", async () => {
  const dead = path.join(dataDir, ".s.PGSQL.1");
  writeFileSync(dead, "");
  writeFileSync(`${dead}.lock`, `${process.pid}\n`);
  writeFileSync(path.join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n0\n1\n${dataDir}\n127.0.0.1\n`);
  const { stop } = await start();
  expect([existsSync(dead), existsSync(`${dead}.lock`)]).toEqual([false, false]);
  await stop();
});

test("an unusable data folder is reported in one sentence", async () => {
  writeFileSync(path.join(folder, "file"), "");
  await expect(startEmbeddedPostgres({ dataDir: path.join(folder, "file", "postgres") })).rejects.toThrow(
    /^The data folder .* cannot be written \(.*\): make it writable, or set DATA_DIR to another folder\.$/,
  );
});

test("files of another version are refused and not changed", async () => {
  writeFileSync(path.join(dataDir, "PG_VERSION"), "12\n");
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 12 and this version brings \d+/);
});
