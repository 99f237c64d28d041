// Follows one message through the log lines of two processes, from its phone's request to its push.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send } from "../http.ts";
import { aPilot, anOwner, aPlane } from "../people.ts";
import { freshDatabase } from "../postgres.ts";
import { startPushService, testKeys, type PushService } from "../push/push-service.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { openLine } from "../sync/live-client.ts";

type LogLine = { msg: string; requestId?: string; [field: string]: unknown };

const SECRET = "The lockbox code is 4711";
let service: PushService;
let [sending, receiving] = [] as unknown as [TestServer, TestServer];

beforeAll(async () => {
  service = await startPushService();
  const { url } = await freshDatabase({ pool: 2 });
  const env = { ...testKeys, PUSH_TEST_ORIGIN: service.origin, LOG_LEVEL: "debug" };
  sending = await startTestServer({ databaseUrl: url, env });
  receiving = await startTestServer({ databaseUrl: url, env });
});
afterAll(() => service.close());

const linesOf = ({ logged }: TestServer, id: string) =>
  logged.map((line) => JSON.parse(line) as LogLine).filter((line) => JSON.stringify(line).includes(id));

it("[S1211] the id of a message leads from the request of its phone to commit, live line and push", async () => {
  const { db } = sending;
  const [owner, pilot] = [await anOwner(db), await aPilot(db)];
  const exchange = (commands: unknown[], headers: Record<string, string> = {}) =>
    send<{ to: string; outcomes: { status: string }[] }>(sending.url, "POST /api/sync", {
      headers: { ...owner.headers, ...headers },
      body: { clientId: owner.id, userId: owner.id, schema: 1, cursor: null, commands },
    });
  const message = (content: string) => ({
    id: newId(),
    name: "messages.send",
    input: { receiverId: pilot.id, content, aircraftId: null },
  });
  expect((await exchange([message("Hello")])).body.outcomes).toMatchObject([{ status: "applied" }]);
  const receiver = service.receiver();
  const { subscription } = receiver;
  await send(receiving.url, "POST /api/push/subscriptions", { headers: pilot.headers, body: subscription });
  const body = { clientId: newId(), userId: pilot.id, schema: 1, cursor: null, commands: [] };
  const { to } = (await send<{ to: string }>(receiving.url, "POST /api/sync", { headers: pilot.headers, body })).body;
  const line = await openLine(receiving.url, pilot);
  line.hello(to);
  await line.next("batch");

  const sent = message(SECRET);
  const answer = await exchange([sent], { "x-request-id": "phone-request-1" });
  expect(answer.headers["x-request-id"]).toBe("phone-request-1");
  await line.next("batch");
  await db("push_jobs").update({ runAt: db.fn.now() });
  const posts = () =>
    [sending, receiving].flatMap((one) => linesOf(one, sent.id)).filter(({ msg }) => /push/.test(msg));
  await vi.waitFor(() => expect(posts()).toHaveLength(1), { timeout: 10_000, interval: 20 });
  line.socket.close();

  expect(linesOf(sending, "phone-request-1")).toMatchObject([
    { msg: "a command was committed", commandId: sent.id, command: "messages.send", status: "applied" },
    { msg: "answered", commandIds: [sent.id], route: "/api/sync", status: 200 },
  ]);
  expect(linesOf(receiving, sent.id).filter(({ msg }) => /live line/.test(msg))).toMatchObject([
    { userId: pilot.id, rowIds: [sent.id] },
  ]);
  expect(posts()).toMatchObject([{ userId: pilot.id, about: "conversation", verdict: "delivered", status: 201 }]);
  expect((posts()[0]!["messageIds"] as string[])[0]).toBe(sent.id);
  // The transaction of the commit is in the ledger.
  expect(await db("outcomes").where({ commandId: sent.id }).pluck("command")).toEqual(["messages.send"]);
});

it("[S1212] no log line of that way has a text, a token, an address or a key", async () => {
  const person = await aPilot(sending.db);
  const { email }: { email: string } = await sending.db("users").where({ id: person.id }).first("email");
  await send(sending.url, "GET /api/auth/me", person);
  const all = [...sending.logged, ...receiving.logged].join("");
  const { authorization = "" } = person.headers as { authorization?: string };
  for (const secret of [
    SECRET,
    email,
    authorization.replace("Bearer ", ""),
    testKeys.VAPID_PRIVATE_KEY,
    service.origin,
  ])
    expect([secret.length > 5, all.includes(secret)]).toEqual([true, false]);
  expect(all).not.toMatch(/127\.0\.0\.1|"endpoint"|"p256dh"/);
});

it("[S1213] an internal error names its request in the log, the answer and the sentence for the user", async () => {
  const broken = await startTestServer();
  const owner = await anOwner(broken.db);
  const id = await aPlane(broken.db, owner.id);
  await broken.db.raw("alter table favorites rename to elsewhere");
  const [plain, exchanged] = [
    await send(broken.url, "POST /api/favorites", { headers: owner.headers, body: { aircraftId: id } }),
    await send(broken.url, "POST /api/sync", {
      headers: { ...owner.headers, "x-request-id": "a@b.example" },
      body: {
        ...{ clientId: owner.id, userId: owner.id, schema: 1, cursor: null },
        commands: [{ id: newId(), name: "favorites.add", input: { aircraftId: id } }],
      },
    }),
  ];
  for (const { headers } of [plain, exchanged]) {
    const given = String(headers["x-request-id"]);
    expect(given).toMatch(/^[0-9a-f-]{36}$/);
    expect(linesOf(broken, given).map(({ level }) => level)).toContain("error");
  }
  expect(plain.body["error"]).toBe(
    `Something went wrong on our side. Please try again. Request ${String(plain.headers["x-request-id"])}.`,
  );
});
