// Passkeys over REST, with a software authenticator: added, named, removed, and used to log in.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../../shared/kit/ids.ts";
import { accountsAt } from "../../../../tests/accounts.ts";
import { bearer, code, send } from "../../../../tests/http.ts";
import { anAuthenticator, type Twist } from "../../../../tests/passkeys.ts";
import { aPilot, PASSWORD, type TestPerson } from "../../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../../tests/server.ts";
import { eraseAccount } from "../own/erase.ts";
import { codeOfStep, stepAt } from "./totp.ts";
import { userHandle } from "./webauthn.ts";

let server: TestServer;
/** Browsers reach the site here, whatever address the server listens on. */
const ORIGIN = "https://tailhour.test";
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100", PUBLIC_URL: ORIGIN } });
});

const { post } = accountsAt(() => server.url);
type Started = { options: { challenge: string; user: { id: string } } };
type Own = { id: string; name: string; createdAt: string; lastUsedAt: string | null; isSynced: boolean };
const call = <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: object) =>
  send<Body>(server.url, route, { ...(body && { body }), headers: me.headers });
const start = (me: TestPerson, body: object = { password: PASSWORD }) =>
  call<Started>(me, "POST /api/account/passkeys/start", body);
const add = (me: TestPerson, response: object, name = "My phone") =>
  call<{ passkey: Own }>(me, "POST /api/account/passkeys", { name, response });
const remove = (me: TestPerson, id: string, password = PASSWORD) =>
  call(me, `POST /api/account/passkeys/${id}/remove`, { password });
const own = async (me: TestPerson) => (await call<{ passkeys: Own[] }>(me, "GET /api/account/passkeys")).body.passkeys;
const challenge = async () => (await post("passkey/start", {})).body.options as Started["options"];
const logInWith = (response: object, more: object = {}) => post("passkey", { response, ...more });

type Device = ReturnType<typeof anAuthenticator>;

/** A pilot with a passkey on a device. */
async function withPasskey(me: Promise<TestPerson> = aPilot(server.db)) {
  const pilot = await me;
  const device = anAuthenticator(ORIGIN);
  const answer = await add(pilot, device.create((await start(pilot)).body.options));
  expect(answer.status).toBe(201);
  return { pilot, device, id: answer.body.passkey.id };
}
const logIn = async (device: Device, twist?: Twist, more?: object) =>
  logInWith(device.get(await challenge(), twist), more);

async function mailed({ email }: TestPerson, subject: string): Promise<void> {
  await vi.waitFor(async () => expect(await server.db("demo_mail").where({ to: email, subject })).toHaveLength(1), {
    timeout: 8000,
    interval: 50,
  });
}

describe("a passkey", () => {
  it("[S1194] is added after the password, named, listed and removed, and logs in alone", async () => {
    const pilot = await aPilot(server.db);
    expect(code(await start(pilot, { password: "wrong" }))).toEqual([400, "wrong-password"]);
    const { options } = (await start(pilot)).body;
    expect(options).toMatchObject({
      rp: { id: "tailhour.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    });
    const device = anAuthenticator(ORIGIN);
    const { passkey } = (await add(pilot, device.create(options))).body;
    expect(passkey).toMatchObject({ name: "My phone", lastUsedAt: null, isSynced: false });
    const answer = await logIn(device);
    expect([answer.status, (answer.body.user as TestPerson).id]).toEqual([200, pilot.id]);
    const session = { ...pilot, headers: bearer(answer.body.token as string) };
    expect((await call(session, "GET /api/auth/me")).status).toBe(200);
    await call(pilot, `PATCH /api/account/passkeys/${passkey.id}`, { name: "Old phone" });
    expect(await own(pilot)).toMatchObject([{ id: passkey.id, name: "Old phone", lastUsedAt: expect.any(String) }]);
    expect(code(await remove(pilot, passkey.id, "wrong"))).toEqual([400, "wrong-password"]);
    expect((await remove(pilot, passkey.id)).status).toBe(204);
    expect(await own(pilot)).toEqual([]);
    expect(code(await logIn(device))).toEqual([401, "passkey-invalid"]);
    expect((await post("login", { email: pilot.email, password: PASSWORD })).status).toBe(200);
    await mailed(pilot, "A passkey was added");
    await mailed(pilot, "A passkey was removed");
  });

  it("[S1195] belongs to its user alone", async () => {
    const { pilot, id } = await withPasskey();
    const stranger = await aPilot(server.db);
    expect(code(await call(stranger, `PATCH /api/account/passkeys/${id}`, { name: "Mine" }))).toEqual([
      404,
      "not-found",
    ]);
    expect(code(await remove(stranger, id))).toEqual([404, "not-found"]);
    expect(code(await remove(pilot, "no-id"))).toEqual([404, "not-found"]);
    expect(await own(stranger)).toEqual([]);
    expect(await own(pilot)).toMatchObject([{ id, name: "My phone" }]);
  });

  it("[S1196] is refused from another origin, for another site, without the user's proof, or with another challenge", async () => {
    const pilot = await aPilot(server.db);
    const twists: Twist[] = [
      { origin: "https://tailhour.test.evil.example" },
      { rpId: "evil.example" },
      { isUnverified: true },
      { challenge: "aW52ZW50ZWQ" },
    ];
    for (const twist of twists) {
      const response = anAuthenticator(ORIGIN).create((await start(pilot)).body.options, twist);
      expect([twist, code(await add(pilot, response))]).toEqual([twist, [401, "passkey-invalid"]]);
    }
    const { device } = await withPasskey();
    const more: Twist[] = [...twists, { isForged: true }, { userHandle: userHandle(newId()).toString("base64url") }];
    for (const twist of more)
      expect([twist, code(await logIn(device, twist))]).toEqual([twist, [401, "passkey-invalid"]]);
    expect((await logIn(device)).status).toBe(200);
    expect(code(await logIn(anAuthenticator(ORIGIN)))).toEqual([401, "passkey-invalid"]);
  });

  it("[S1197] takes each challenge once, also forty times at once, for its user and within five minutes", async () => {
    const { pilot, device } = await withPasskey();
    const asked = await challenge();
    const answers = await Promise.all(Array.from({ length: 40 }, () => logInWith(device.get(asked))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

    const late = await challenge();
    await server.db("passkey_challenges").update({ expiresAt: server.db.raw("now()") });
    expect(code(await logInWith(device.get(late)))).toEqual([401, "passkey-invalid"]);

    // An answer that proves nothing uses its challenge up, too.
    const spent = await challenge();
    expect((await logInWith(device.get(spent, { isForged: true }))).status).toBe(401);
    expect((await logInWith(device.get(spent))).status).toBe(401);

    const stranger = await aPilot(server.db);
    const ofPilot = (await start(pilot)).body.options;
    expect(code(await add(stranger, anAuthenticator(ORIGIN).create(ofPilot)))).toEqual([401, "passkey-invalid"]);
    expect(code(await logInWith(device.get(ofPilot)))).toEqual([401, "passkey-invalid"]);
    expect(code(await add(pilot, anAuthenticator(ORIGIN).create(await challenge())))).toEqual([401, "passkey-invalid"]);
  });

  it("[S1198] whose counter does not grow is refused, and its user gets a mail", async () => {
    const { pilot, device } = await withPasskey();
    expect((await logIn(device, { counter: 5 })).status).toBe(200);
    for (const counter of [5, 4, 0]) expect(code(await logIn(device, { counter }))).toEqual([401, "passkey-copied"]);
    expect((await logIn(device, { counter: 4_000_000_000 })).status).toBe(200);
    await mailed(pilot, "A passkey may be copied");
    // Many devices do not count.
    const { device: other } = await withPasskey();
    for (let time = 0; time < 2; time++) expect((await logIn(other, { counter: 0 })).status).toBe(200);
  });

  it("[S1199] counts as both factors, so adding one needs the code of the second factor", async () => {
    const pilot = await aPilot(server.db);
    const { secret } = (
      await call<{ secret: string }>(pilot, "POST /api/account/second-factor", { password: PASSWORD })
    ).body;
    const now = () => codeOfStep(secret, stepAt(Date.now()));
    await call(pilot, "POST /api/account/second-factor/confirm", { code: now() });
    await server.db("second_factors").where({ userId: pilot.id }).update({ lastStep: 0 });
    expect(code(await start(pilot))).toEqual([403, "second-factor-needed"]);
    const device = anAuthenticator(ORIGIN);
    const { options } = (await start(pilot, { password: PASSWORD, code: now() })).body;
    expect((await add(pilot, device.create(options))).status).toBe(201);
    expect((await logIn(device)).status).toBe(200);
  });

  it("[S1200] keeps a deleted account only when told so, and goes when the account is erased", async () => {
    const { pilot, device } = await withPasskey();
    await call(pilot, "POST /api/account/delete", { password: PASSWORD });
    const answer = device.get(await challenge());
    expect(code(await logInWith(answer))).toEqual([403, "deletion-pending"]);
    expect((await logInWith(answer, { keepAccount: true })).status).toBe(200);
    await start(pilot);
    await eraseAccount(server.db, pilot.id);
    for (const table of ["passkeys", "passkey_challenges"])
      expect(await server.db(table).where({ userId: pilot.id })).toEqual([]);
  });

  it("[S1201] is one of twenty at most, and the same one is not added twice", async () => {
    const { pilot, device } = await withPasskey();
    expect(code(await add(pilot, device.create((await start(pilot)).body.options)))).toEqual([401, "passkey-invalid"]);
    const row = {
      userId: pilot.id,
      publicKey: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: "x",
      isSynced: false,
    };
    await server
      .db("passkeys")
      .insert(Array.from({ length: 19 }, () => ({ id: newId(), credentialId: newId(), ...row })));
    expect(code(await start(pilot))).toEqual([409, "too-many-passkeys"]);
  });
});
