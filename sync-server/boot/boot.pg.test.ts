import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SiteText } from "../../shared/domain/site.ts";
import { newId } from "../../shared/kit/ids.ts";
import { openDatabase } from "../db/knex.ts";
import { send } from "../../tests/http.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { startTestServer } from "../../tests/server.ts";
import { bundleServer, type ServerBundle } from "../../tests/setup/server-bundle.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-boot-"));
let bundle: ServerBundle;
let taken: Server;
let databaseUrl: string;

beforeAll(async () => {
  bundle = await bundleServer();
  databaseUrl = (await freshDatabase({ pool: 1 })).url;
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  writeFileSync(path.join(folder, "a-file"), "");
});

afterAll(() => {
  taken.close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const SMTP_URL = "smtp://127.0.0.1:1";

type Ended = { code: number | null; out: string; err: string };

/** Runs the program until it exits; stops it once `ready` is printed, if a signal is given. */
function run(environment: NodeJS.ProcessEnv, signal?: NodeJS.Signals): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bundle.main], {
      env: { PATH: process.env.PATH, LOG_LEVEL: "silent", ...environment },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (signal && out.includes("ready")) child.kill(signal);
    });
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

describe("a start that cannot go on", () => {
  it.each([
    [
      "a wrong setting",
      () => ({ PORT: "abc" }),
      /^PORT must be a whole number from 0 to 65535\. Example: PORT=3000\n$/,
    ],
    [
      "a folder that is a file",
      () => ({ DATA_DIR: path.join(folder, "a-file", "data") }),
      /^DATA_DIR .* cannot be written to\. Example: DATA_DIR=\.data\n$/,
    ],
    [
      "a taken port",
      () => ({ DATABASE_URL: databaseUrl, SMTP_URL, PORT: String((taken.address() as AddressInfo).port) }),
      /^Port \d+ is already in use: stop the other program or choose another port, as in PORT=\d+\.\n$/,
    ],
    [
      "no mail server outside of the demo",
      () => ({ DATABASE_URL: databaseUrl }),
      /^SMTP_URL is missing: without it and without demo data nobody could verify an account\. Example: SMTP_URL=smtp:\S+\n$/,
    ],
    [
      "no mail server outside of the demo, with the embedded database",
      () => ({ DEMO: "0", DATA_DIR: path.join(folder, "data") }),
      /^SMTP_URL is missing: .*\n$/,
    ],
    [
      "a host that is not here",
      () => ({ DATABASE_URL: databaseUrl, SMTP_URL, HOST: "192.0.2.1" }),
      /^HOST 192\.0\.2\.1 is not an address of this machine\. Example: HOST=localhost\n$/,
    ],
    [
      "two settings that belong together",
      () => ({ DATABASE_URL: databaseUrl, SMTP_URL, VAPID_PUBLIC_KEY: "A".repeat(87) }),
      /^VAPID_PRIVATE_KEY is missing beside VAPID_PUBLIC_KEY\. Example: VAPID_PRIVATE_KEY=\S+\n$/,
    ],
    [
      "a replica without its primary",
      () => ({ SMTP_URL, DATABASE_REPLICA_URL: databaseUrl }),
      /^DATABASE_URL is missing beside DATABASE_REPLICA_URL\. Example: DATABASE_URL=postgres:\S+\n$/,
    ],
    [
      "a misspelt name in production",
      () => ({ DATABASE_URL: databaseUrl, SMTP_URL, NODE_ENV: "production", DATABASE_POLLED: "1" }),
      /^DATABASE_POLLED is not a setting\. Did you mean DATABASE_POOLED=1\?\n$/,
    ],
    [
      "a database that is not there",
      () => ({ SMTP_URL, DATABASE_URL: "postgres://me:secret@127.0.0.1:1/x" }),
      /^DATABASE_URL: the database at 127\.0\.0\.1:1 cannot be used: (?!.*secret).*\n$/,
    ],
  ])("says so in one sentence: %s", { timeout: 30_000 }, async (_, environment, sentence) => {
    const { code, err } = await run(environment());
    expect(err).toMatch(sentence);
    expect(code).toBe(1);
  });
});

describe("a database that cannot be used", () => {
  const admin = () => openDatabase(databaseUrl, { pool: 1 });
  const start = (url: string) => startTestServer({ databaseUrl: url });

  it("[S1233] is refused with what to do: a role without the right to create tables, another encoding", async () => {
    const db = admin();
    const name = `reader_${randomBytes(4).toString("hex")}`;
    const other = `${new URL(databaseUrl).pathname.slice(1)}_latin`;
    try {
      await db.raw(`create role ?? login password 'secret'`, [name]);
      const url = new URL(databaseUrl);
      [url.username, url.password] = [name, "secret"];
      await expect(start(url.href)).rejects.toThrow(
        `the role ${name} may not create tables in ${url.pathname.slice(1)}: run «grant create on schema public to ${name}»`,
      );
      await db.raw(`create database ?? encoding 'LATIN1' locale 'C' template template0`, [other]);
      const latin = new URL(databaseUrl);
      latin.pathname = `/${other}`;
      await expect(start(latin.href)).rejects.toThrow(
        `the database ${other} has the encoding LATIN1: create it with encoding 'UTF8'.`,
      );
    } finally {
      await db.raw("drop database if exists ?? with (force)", [other]);
      await db.raw("drop role if exists ??", [name]);
      await db.destroy();
    }
  });
});

describe("the process", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("ends cleanly with %s", { timeout: 30_000 }, async (signal) => {
    const { code, out, err } = await run({ DATABASE_URL: databaseUrl, PORT: "0", SMTP_URL }, signal);
    expect(out).toMatch(/^Tailhour is ready: http:\/\/localhost:\d+\n$/);
    expect([code, err]).toEqual([0, ""]);
  });

  it("names the demo's logins, and only in demo mode", { timeout: 30_000 }, async () => {
    const { url } = await freshDatabase({ pool: 1 });
    const { out } = await run({ DATABASE_URL: url, PORT: "0", DEMO: "1" }, "SIGTERM");
    for (const login of [
      "admin@demo.test / demo-admin",
      "owner@demo.test / demo-owner",
      "pilot@demo.test / demo-pilot",
    ])
      expect(out).toContain(login);
  });
});

describe("demo mode", () => {
  it("has its people and its mailbox", async () => {
    const demo = await startTestServer({ env: { DEMO: "1" } });
    const body = { email: "pilot@demo.test", password: "demo-pilot" };
    expect((await send(demo.url, "POST /api/auth/login", { body })).status).toBe(200);
    expect((await send(demo.url, "GET /api/demo/mail?to=pilot@demo.test")).body).toEqual([]);
    const mail = { text: "Hello", sentAt: "2026-11-21T10:00:00.000Z" };
    await demo.db("demo_mail").insert([
      { ...mail, id: newId(), to: "pilot@demo.test", subject: "Older" },
      { ...mail, id: newId(), to: "owner@demo.test", subject: "Newer", sentAt: "2026-11-21T10:01:00.000Z" },
    ]);
    const everybodys = (await send<{ subject: string }[]>(demo.url, "GET /api/demo/mail")).body;
    expect(everybodys.map(({ subject }) => subject)).toEqual(["Newer", "Older"]);
    expect((await send(demo.url, "GET /api/demo/mail?to=pilot@demo.test")).body).toHaveLength(1);
  });

  it("warns where others can reach it", async () => {
    const open = await startTestServer({ env: { DEMO: "1", HOST: "0.0.0.0" } });
    expect(open.logged.join("")).toContain("DEMO is on and HOST is 0.0.0.0");
    const closed = await startTestServer({ env: { DEMO: "1" } });
    expect(closed.logged.join("")).not.toContain("DEMO is on");
  });
});

describe("a site of an operator", () => {
  it("[S524] shows the operator's own texts in place of the built-in ones", async () => {
    const texts = mkdtempSync(path.join(folder, "texts-"));
    writeFileSync(
      path.join(texts, "verified.md"),
      "# Our check\n\n## Checked\n\n- A mechanic of {operator} looked at it.",
    );
    const own = await startTestServer({ env: { TEXTS_DIR: texts, OPERATOR_NAME: "Example Aviation LLC" } });
    const text = async (name: string) => (await send<SiteText>(own.url, `GET /api/site/texts/${name}`)).body;
    expect(await text("verified")).toMatchObject({ title: "Our check", isTemplate: false });
    expect(JSON.stringify(await text("verified"))).toContain("A mechanic of Example Aviation LLC looked at it.");
    expect(await text("terms")).toMatchObject({ title: "Terms", isTemplate: true });
  });
});

describe("several servers", () => {
  it("share a database from the first start on", async () => {
    const { url } = await freshDatabase({ pool: 1 });
    const servers = await Promise.all([1, 2, 3].map(() => startTestServer({ databaseUrl: url, env: { DEMO: "1" } })));
    const counts = await Promise.all(
      servers.map(async (server) => (await send<unknown[]>(server.url, "GET /api/aircraft")).body.length),
    );
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(20);
  });
});
