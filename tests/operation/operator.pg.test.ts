// The operator's commands for an account, against a running server and its database.
import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { entities } from "../../shared/entities.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { codeOfStep, stepAt } from "../../sync-server/domain/accounts/factors/totp.ts";
import { runOperatorTask } from "../../sync-server/writes/operator.ts";
import { send } from "../http.ts";
import { aPilot, PASSWORD, type TestPerson } from "../people.ts";
import { freshDatabase, type FreshDatabase } from "../postgres.ts";
import { startTestServer, type TestServer } from "../server.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

let database: FreshDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await freshDatabase({ pool: 2 });
  server = await startTestServer({ env: { DEMO: "1" }, databaseUrl: database.url });
});

/** Runs the command as an operator types it. */
const operate = (...args: string[]) => operateOn(database.url, ...args);

async function operateOn(databaseUrl: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, DEMO: "1" };
  const { stdout } = await run(process.execPath, [path.join("scripts", "db.mjs"), "admin", ...args], {
    cwd: root,
    env,
  });
  return stdout;
}

const call = <Body = Record<string, unknown>>(route: string, me: Pick<TestPerson, "headers"> | null, body?: object) =>
  send<Body>(server.url, route, { ...(body && { body }), headers: me?.headers ?? {} });

/** The only admin, with the factor on. */
async function loneAdmin(): Promise<TestPerson> {
  const admin = await aPilot(server.db, { isAdmin: true, name: "Renata Kowal" });
  const { body } = await call<{ secret: string }>("POST /api/account/second-factor", admin, { password: PASSWORD });
  const typed = { code: codeOfStep(body.secret, stepAt(Date.now())) };
  expect((await call("POST /api/account/second-factor/confirm", admin, typed)).status).toBe(200);
  return admin;
}

describe("npm run db:admin -- make-admin", () => {
  it("[S1276] makes the first admin of a site, whose start says that none is there", async () => {
    const own = await freshDatabase({ pool: 2 });
    const warnings = (of: TestServer) => of.logged.filter((line) => line.includes("no account is an admin"));
    const first = await startTestServer({ databaseUrl: own.url });
    expect(warnings(first)).toHaveLength(1);
    const founder = await aPilot(first.db, { name: "Mona Adeyemi", email: "mona@field.example" });
    const queue = () => send(first.url, "GET /api/admin/audit", { headers: founder.headers });
    expect((await queue()).status).toBe(403);

    const said = await operateOn(own.url, "make-admin", "Mona@Field.example");
    expect(said).toContain("Mona Adeyemi, mona@field.example, is an admin");
    const { status, body } = await queue();
    expect([status, body]).toMatchObject([
      200,
      [
        {
          admin: { name: "Operator" },
          action: "admin.setAdmin",
          before: { isAdmin: false },
          after: { isAdmin: true },
          reason: "On the command line of the server",
        },
      ],
    ]);
    const about = { scope: `user:${founder.id}`, entity: entities.me.number, id: founder.id };
    expect(await first.db("change_log").where(about)).not.toEqual([]);
    expect(warnings(await startTestServer({ databaseUrl: own.url }))).toEqual([]);
  });

  it("[S1277] says in a sentence why it made nobody an admin", async () => {
    const db = openDatabase(database.url, { pool: 1 });
    for (const [given, sentence] of [
      [{ isAdmin: true }, "is an admin already. Nothing was changed."],
      [{ isActive: false }, "is not active. Nothing was changed."],
      [
        { isEmailVerified: false },
        "is not verified: enter the code of the mail in the app first. Nothing was changed.",
      ],
    ] as const) {
      const { id, email } = await aPilot(server.db);
      await server.db("users").where({ id }).update(given);
      await expect(runOperatorTask(db, ["make-admin", email])).rejects.toThrow(sentence);
      expect(await server.db("admin_actions").where({ targetId: id })).toEqual([]);
    }
    await db.destroy();
  });
});

describe("npm run db:admin -- remove-second-factor", () => {
  it("[S1248] lets the only admin in again: sessions end, the trail names the operator, and a mail goes out", async () => {
    const admin = await loneAdmin();
    const logIn = () =>
      call<{ user?: { hasSecondFactor: boolean } }>("POST /api/auth/login", null, {
        email: admin.email,
        password: PASSWORD,
      });
    expect((await logIn()).status).toBe(403);
    const said = await operate("remove-second-factor", admin.email.toUpperCase());
    expect(said).toContain(`The second factor of Renata Kowal, ${admin.email}, is removed`);

    expect((await call("GET /api/auth/me", admin)).status).toBe(401);
    const answer = await logIn();
    expect([answer.status, answer.body.user]).toMatchObject([200, { hasSecondFactor: false }]);
    for (const table of ["second_factors", "recovery_codes"])
      expect(await server.db(table).where({ userId: admin.id })).toEqual([]);
    const about = { scope: `user:${admin.id}`, entity: entities.me.number, id: admin.id };
    expect(await server.db("change_log").where(about)).not.toEqual([]);

    const reader = await aPilot(server.db, { isAdmin: true });
    const { body: lines } = await call<object[]>(`GET /api/admin/audit?target=${admin.id}`, reader);
    expect(lines).toMatchObject([
      {
        admin: { name: "Operator" },
        action: "admin.removeSecondFactor",
        target: { type: "user", name: "Renata Kowal" },
        before: { hasSecondFactor: true },
        after: { hasSecondFactor: false },
        reason: "On the command line of the server",
      },
    ]);
    const { body: auditors } = await call<{ name: string }[]>("GET /api/admin/audit/admins", reader);
    expect(auditors.map(({ name }) => name)).toEqual(["Operator"]);
    await vi.waitFor(
      async () =>
        expect(
          await server.db("demo_mail").where({ to: admin.email, subject: "Your second factor was removed" }),
        ).toHaveLength(1),
      { timeout: 8000, interval: 50 },
    );
  });

  it("[S1249] says in a sentence why it changed nothing", async () => {
    const plain = await aPilot(server.db);
    const remove = ["remove-second-factor", plain.email];
    const unmigrated = new URL(database.url);
    unmigrated.pathname = "/postgres";
    const words = "Name the task (make-admin or remove-second-factor) and the address of the account.";
    for (const [args, url, sentence] of [
      [
        ["remove-second-factor", "nobody@example.test"],
        database.url,
        "No account has the address nobody@example.test.",
      ],
      [remove, database.url, `${plain.email} has no second factor. Nothing was changed.`],
      [["remove-second-factor"], database.url, words],
      [["drop-everything", plain.email], database.url, words],
      [["constructor", plain.email], database.url, words],
      [remove, "postgres://nobody:none@localhost:1/tailhour", "The database cannot be reached (ECONNREFUSED)"],
      [remove, unmigrated.href, "This database has no Tailhour: check DATABASE_URL. Nothing was changed."],
    ] as const) {
      const db = openDatabase(url, { pool: 1 });
      await expect(runOperatorTask(db, args)).rejects.toThrow(sentence);
      await db.destroy();
    }
    expect(await server.db("admin_actions").where({ targetId: plain.id })).toEqual([]);
    expect((await call("GET /api/auth/me", plain)).status).toBe(200);
  });
});
