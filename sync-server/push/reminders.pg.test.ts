import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { askFor, inHours } from "../../tests/bookings.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../tests/push/push-service.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { advanceBookings, remindOwners } from "../jobs/booking-clock.ts";
import { noticeMail } from "../mail/texts.ts";

let service: PushService;
let server: TestServer;
let db: Knex;
let pilot: TestPerson;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { ...testKeys, PUSH_TEST_ORIGIN: service.origin } });
  db = server.db;
  pilot = await aPilot(db, { name: "Luca Ferrante" });
});
afterAll(() => service.close());

const soon = { timeout: 10_000, interval: 20 };
const HOUR_MS = 3_600_000;
const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);

type Asked = { owner: TestPerson; receiver: Receiver; id: string };

/** A request that its owner has read; then half of the time passes. `answerIn`: hours left. */
async function halfPassed(
  answerIn: number,
  prepare: (owner: TestPerson) => Promise<unknown> = async () => {},
): Promise<Asked> {
  const [owner, receiver] = [await anOwner(db), service.receiver()];
  await send(server.url, "POST /api/push/subscriptions", { headers: owner.headers, body: receiver.subscription });
  const aircraftId = await aPlane(db, owner.id, { location: "San Diego CA" });
  const { id } = (await askFor(server.url, pilot, { aircraftId, startDate: inHours(40) } as never)).body.booking;
  await db("messages").where({ bookingId: id }).update({ read: true });
  await db("push_jobs").where({ userId: owner.id }).delete();
  await prepare(owner);
  const answerBy = new Date(Date.now() + answerIn * HOUR_MS);
  // The column has milliseconds: the database's own time may be rounded into the future.
  await db("bookings").where({ id }).update({ nudgeAt: new Date(), answerBy });
  await Promise.all([remindOwners(db), remindOwners(db)]);
  await db("push_jobs").where({ userId: owner.id }).update({ runAt: db.fn.now() });
  return { owner, receiver, id };
}

const quietFor = (hours: number) => (owner: TestPerson) =>
  send(server.url, "PATCH /api/settings", {
    headers: owner.headers,
    body: { quietHours: { on: true, from: clock(-1), until: clock(hours), timeZone: "UTC" } },
  });

const arrives = (receiver: Receiver) => vi.waitFor(() => expect(service.count(receiver)).toBe(1), soon);

it("reminds an owner who has read the request but not answered", async () => {
  const { receiver, id } = await halfPassed(6);
  await arrives(receiver);
  const push = service.received.find((one) => one.receiver === receiver.name);
  expect(push?.payload).toMatchObject({
    kind: "bookingRequests",
    name: "Luca Ferrante",
    text: expect.stringMatching(/^Answer by .* P[SD]T: Cessna 172, .*, 3 hours$/),
    path: `/messages?with=${pilot.id}`,
    tag: `booking:${id}`,
  });
});

it("says nothing about a request that is answered meanwhile", async () => {
  const { owner, receiver, id } = await halfPassed(6, (me) => quietFor(3)(me));
  await vi.waitFor(async () => {
    const [job] = await db("push_jobs").where({ userId: owner.id });
    expect(Date.parse(job.runAt)).toBeGreaterThan(Date.now() + 2 * HOUR_MS);
  }, soon);
  await db("bookings").where({ id }).update({ status: "declined" });
  await db("push_jobs").where({ userId: owner.id }).update({ runAt: db.fn.now() });
  await vi.waitFor(async () => expect(await db("push_jobs").where({ userId: owner.id })).toEqual([]), soon);
  expect(service.count(receiver)).toBe(0);
});

it("[S391] does not wait for quiet hours that end too late to answer", async () => {
  const { receiver } = await halfPassed(3, quietFor(5));
  await arrives(receiver);
});

it("is silent in a muted conversation", async () => {
  const { owner, receiver } = await halfPassed(6, (me) =>
    db("conversation_mutes").insert({ userId: me.id, peerId: pilot.id }),
  );
  await vi.waitFor(async () => expect(await db("push_jobs").where({ userId: owner.id })).toEqual([]), soon);
  expect(service.count(receiver)).toBe(0);
});

it("[S483] asks the owner of a completed flight for a review, once: not when the pilot writes, nor one who has written it", async () => {
  const [owner, receiver] = [await anOwner(db), service.receiver()];
  await send(server.url, "POST /api/push/subscriptions", { headers: owner.headers, body: receiver.subscription });
  const aircraftId = await aPlane(db, owner.id, { location: "San Diego CA" });
  const flown = async (hoursAgo: number) => {
    const { id } = (await askFor(server.url, pilot, { aircraftId })).body.booking;
    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS;
    const times = { startDate: new Date(start), endsAt: new Date(start + 3 * HOUR_MS) };
    await db("messages").where({ bookingId: id }).update({ read: true });
    await db("push_jobs").where({ userId: owner.id }).delete();
    await db("bookings")
      .where({ id })
      .update({ ...times, status: "accepted" });
    await advanceBookings(db);
    return id;
  };
  const hurry = () => db("push_jobs").where({ userId: owner.id }).update({ runAt: db.fn.now() });
  const id = await flown(5);
  await advanceBookings(db);
  expect(await db("push_jobs").where({ userId: owner.id }).select("peerId", "about", "version")).toEqual([
    { peerId: id, about: "booking", version: 0 },
  ]);
  await hurry();
  await arrives(receiver);
  const push = service.received.find((one) => one.receiver === receiver.name);
  expect(push?.payload).toMatchObject({
    kind: "bookingChanges",
    name: "Luca Ferrante",
    text: expect.stringMatching(/^Booking completed: Cessna 172, .* P[SD]T, 3 hours\. Write a review\.$/),
    path: `/messages?with=${pilot.id}`,
  });
  for (const target of [
    { targetType: "aircraft", targetId: aircraftId },
    { targetType: "user", targetId: owner.id },
  ]) {
    const body = { bookingId: id, ...target, rating: 4, comment: "Fine." };
    expect((await send(server.url, "POST /api/reviews", { headers: pilot.headers, body })).status).toBe(201);
  }
  expect(await db("push_jobs").where({ userId: owner.id })).toEqual([]);
  const reviewed = await flown(15);
  await db("bookings").where({ id: reviewed }).update({ pilotReviewed: true });
  await hurry();
  await vi.waitFor(async () => expect(await db("push_jobs").where({ userId: owner.id })).toEqual([]), soon);
  expect(service.count(receiver)).toBe(1);
});

it("names the waiting pilot in the subject of its mail", () => {
  const counts = { messages: 0, bookingRequests: 1, bookingChanges: 0, reviews: 0, savedSearches: 0 };
  const links = {
    open: "https://a.example/messages",
    settings: "https://a.example/settings",
    stop: "https://a.example/u",
  };
  const mail = noticeMail({
    name: "Marisol",
    from: "Luca",
    counts,
    isPart: false,
    isReminder: true,
    snippet: null,
    links,
  });
  expect(mail.subject).toBe("Luca waits for your answer");
});
