// Several devices of several users that act continuously, and the checks of the final state.
import type { Knex } from "knex";
import type { Engine } from "../../pwa/device/sync/engine.ts";
import { QueueError } from "../../pwa/device/sync/queue-error.ts";
import type { Booking } from "../../shared/domain/bookings.ts";
import { nextSteps } from "../../shared/domain/bookings-rules.ts";
import { newId } from "../../shared/kit/ids.ts";
import { aPilot, anOwner, aPlane, type TestPerson } from "../people.ts";
import { truthFor } from "../sync/busy-market.ts";
import { aPhone, type Phone } from "./phone.ts";
import { rest, type Trouble } from "./trouble.ts";
import { dice } from "./dice.ts";

export type Crowd = {
  db: Knex;
  phones: Phone[];
  people: TestPerson[];
  planes: string[];
  /** Owners of the aircraft, in the same order. */
  owners: TestPerson[];
  /** All queued messages, by their unique text. */
  queued: Map<string, { phone: number; receiver: string; turn: number }>;
};

export type CrowdOptions = { people: number; devices: number; servers: () => readonly string[]; trouble: Trouble };

export async function createCrowd(
  db: Knex,
  { people: count, devices, servers, trouble }: CrowdOptions,
): Promise<Crowd> {
  const people: TestPerson[] = [];
  for (let at = 0; at < count; at++) people.push(await (at % 2 ? anOwner(db) : aPilot(db)));
  const planes: string[] = [];
  const owners = people.filter((_, at) => at % 2);
  for (const owner of owners) planes.push(await aPlane(db, owner.id));
  const phones: Phone[] = [];
  for (const person of people)
    for (let device = 0; device < devices; device++)
      phones.push(await aPhone({ person, servers, trouble, hasLine: device % 3 < 2 }));
  return { db, phones, people, planes, owners, queued: new Map() };
}

const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(dice.next() * list.length)]!;

/** Lets all devices act until `isOver`, each at its pace. */
export async function load(crowd: Crowd, isOver: () => boolean, paceMs = 120): Promise<void> {
  await Promise.all(
    crowd.phones.map(async (phone, at) => {
      for (let turn = 0; !isOver() && phone.troubles.length === 0; turn++) {
        if (await isPatient(phone)) await act(crowd, phone, at, turn);
        await rest(dice.next() * 2 * paceMs);
      }
    }),
  );
}

/** Most waiting commands of a device, so that the load stays bounded while servers are killed. */
const MOST_WAITING = 200;

export async function isPatient({ engine }: Phone): Promise<boolean> {
  return (await engine.outbox()).filter(({ state }) => state !== "attention").length < MOST_WAITING;
}

async function act(crowd: Crowd, { engine, person }: Phone, phone: number, turn: number): Promise<void> {
  const { people, planes, queued } = crowd;
  const receiver = pick(people.filter(({ id }) => id !== person.id));
  const kind = dice.next();
  if (kind < 0.6) {
    const content = `${phone} ${receiver.id} ${turn}`;
    const aircraftId = dice.next() < 0.2 ? pick(planes) : null;
    await engine.queue("messages.send", { receiverId: receiver.id, content, aircraftId });
    queued.set(content, { phone, receiver: receiver.id, turn });
  } else if (kind < 0.7) await engine.queue("messages.markRead", { userId: receiver.id });
  else if (kind < 0.72) await book(crowd, engine, person, phone, turn);
  else if (kind < 0.75) await answer(engine, person);
  else {
    const name = dice.next() < 0.6 ? "favorites.add" : "favorites.remove";
    await engine.queue(name, { aircraftId: pick(planes) }).catch((error: unknown) => {
      // The user withdrew the entry before it was sent.
      if (!(error instanceof QueueError)) throw error;
    });
  }
}

/** Requests a booking; its message counts in the order of messages to that user. */
async function book({ planes, owners, queued }: Crowd, engine: Engine, me: TestPerson, phone: number, turn: number) {
  const at = Math.floor(dice.next() * planes.length);
  const [aircraftId, owner] = [planes[at]!, owners[at]!];
  if (owner.id === me.id) return;
  const content = `${phone} ${owner.id} ${turn}`;
  const startDate = new Date(Date.UTC(2099, 0, 1) + Math.floor(dice.next() * 8760) * 3_600_000).toISOString();
  const request = { messageId: newId(), aircraftId, ownerId: owner.id, startDate, hours: 2, content };
  await engine.queue("bookings.request", request);
  queued.set(content, { phone, receiver: owner.id, turn });
}

/** Takes a step of a booking that this device knows; another device may have been faster. */
async function answer(engine: Engine, me: TestPerson): Promise<void> {
  const known = (await engine.rows("bookings")) as unknown as Booking[];
  const open = known.filter((booking) => nextSteps(booking, me.id, new Date()).length > 0);
  if (open.length === 0) return;
  const booking = pick(open);
  const peerId = booking.pilotId === me.id ? booking.ownerId : booking.pilotId;
  const status = pick(nextSteps(booking, me.id, new Date()));
  await engine.queue("bookings.setStatus", { id: booking.id, status, peerId });
}

/** Waits until no device has waiting commands, at most `withinMs`, without triggering any; returns the seconds. */
export async function drained({ phones }: Crowd, withinMs = 30_000): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const waiting = await Promise.all(
      phones.map(async ({ engine }) => (await engine.outbox()).filter(({ state }) => state !== "attention").length),
    );
    const left = waiting.reduce((sum, count) => sum + count, 0);
    if (left === 0) return (performance.now() - startedAt) / 1000;
    if (performance.now() - startedAt > withinMs)
      throw new Error(`${left} commands still wait after ${withinMs / 1000} s`);
    await rest(100);
  }
}

const sends = ["messages.send", "bookings.request"];

/**
 * Returns the errors in the final state: lost, doubled or misordered messages, and different rows. Empty when correct.
 * `unknown` are fields that a server of an earlier version does not send; devices have their defaults until the row changes.
 */
export async function faultsOf(crowd: Crowd, unknown: readonly string[] = []): Promise<string[]> {
  const faults: string[] = [];
  const { db, phones, queued, people } = crowd;
  // Messages of booking steps have no queued message.
  const stored: { content: string; senderId: string }[] = await db("messages")
    .whereNot("content", "like", "Booking %")
    .whereIn(
      "senderId",
      people.map(({ id }) => id),
    )
    .orderBy(["createdAt", "id"]);
  const seen = new Map<string, number>();
  const lastTurn = new Map<string, number>();
  for (const { content } of stored) {
    seen.set(content, (seen.get(content) ?? 0) + 1);
    const command = queued.get(content);
    if (!command) faults.push(`stored, but never queued: ${content}`);
    else {
      const lane = `${command.phone} ${command.receiver}`;
      if ((lastTurn.get(lane) ?? -1) > command.turn) faults.push(`misordered: ${content}`);
      lastTurn.set(lane, command.turn);
    }
  }
  for (const content of queued.keys())
    if (seen.get(content) !== 1) faults.push(`stored ${seen.get(content) ?? 0} times: ${content}`);
  for (const [at, phone] of phones.entries()) {
    faults.push(...phone.troubles.map((why) => `phone ${at}: ${why}`));
    const refused = (await phone.engine.outbox()).filter(({ name }) => sends.includes(name));
    for (const { refusal } of refused) faults.push(`phone ${at} was refused: ${JSON.stringify(refusal)}`);
    faults.push(...(await differences(crowd, phone, at, unknown)));
  }
  return faults;
}

/** The device may have missed the last frame, so it exchanges once more before the comparison. */
async function differences({ db }: Crowd, phone: Phone, at: number, unknown: readonly string[]): Promise<string[]> {
  const canonical = (row: unknown): string => {
    const fields = Object.keys(row ?? {}).filter((field) => !unknown.includes(field));
    return row === undefined ? "nothing" : JSON.stringify(row, fields.sort());
  };
  await phone.engine.trigger("online");
  const [truth, mirror] = [await truthFor(db, phone.person.id), await phone.mirror()];
  const keys = new Set([...truth.keys(), ...mirror.keys()]);
  return [...keys]
    .filter((key) => canonical(truth.get(key)) !== canonical(mirror.get(key)))
    .map(
      (key) => `phone ${at} differs at ${key}: ${canonical(mirror.get(key))} instead of ${canonical(truth.get(key))}`,
    );
}

export function closeAll({ phones }: Crowd): void {
  for (const phone of phones) phone.close();
}
