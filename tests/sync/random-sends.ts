// Random exchanges that send messages, for groups of users who may or may not reach each other.
import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import { seededRandom, type Random } from "../../sync-server/db/seed/random.ts";
import { addAircraft, addPerson } from "./busy-market.ts";

type Member = { id: string; sessionHash: string; clientId: string; fields: Record<string, unknown> };
type Plane = { id: string; ownerId: string; fields: Record<string, unknown> };

/** Users who write to each other alone, so that groups may send at the same time with one possible end. */
export type Group = { members: Member[]; planes: Plane[] };

export type SendRequest = { sender: Member; commands: SentCommand[] };

const odd: Record<string, unknown>[] = [{ isEmailVerified: false }, { isActive: false }, { isAdmin: true }];

export function aGroup(size: number): Group {
  const members = Array.from({ length: size }, (_, index) => ({
    id: newId(),
    sessionHash: randomUUID(),
    clientId: randomUUID(),
    fields: odd[index] ?? {},
  }));
  const states = [{}, {}, {}, { isActive: false }, { isActive: false }, { deletedAt: new Date() }];
  const planes = states.map((fields, index) => ({ id: newId(), ownerId: members[size - 1 - index]!.id, fields }));
  // The owner of the last one is inactive.
  return { members, planes: [...planes, { id: newId(), ownerId: members[1]!.id, fields: {} }] };
}

export async function storeGroup(db: Knex, { members, planes }: Group): Promise<void> {
  for (const { id, sessionHash, fields } of members) {
    await addPerson(db, { id, ...fields });
    await db("sessions").insert({ idHash: sessionHash, userId: id, expiresAt: db.raw("now() + interval '1 day'") });
  }
  for (const { id, ownerId, fields } of planes) await addAircraft(db, ownerId, { id, ...fields });
}

/** A group's requests, one after another. Most are plain; some repeat an id, name nobody, or bring another command. */
export function randomRequests({ members, planes }: Group, sends: number, seed: number): SendRequest[] {
  const random = seededRandom(seed);
  const sentIds: string[] = [];
  const requests: SendRequest[] = [];
  const active = members.filter(({ fields }) => fields["isActive"] !== false);
  for (let left = sends; left > 0;) {
    // An unverified sender's commands run one by one: few are enough.
    const sender = random.next() < 0.01 ? members[0]! : random.pick(active.slice(1));
    const oddness = random.next() < 0.15 ? 0.1 : 0;
    const count = Math.min(left, random.whole(1, 39));
    left -= count;
    const commands = Array.from({ length: count }, () => aSend(random, { sender, members, planes, sentIds, oddness }));
    sentIds.push(...commands.map(({ id }) => id));
    requests.push({ sender, commands });
  }
  return requests;
}

type Choices = Group & { sender: Member; sentIds: readonly string[]; oddness: number };

function aSend(random: Random, { sender, members, planes, sentIds, oddness }: Choices): SentCommand {
  const isOdd = () => random.next() < oddness;
  const others = members.filter(({ id, fields }) => id !== sender.id && fields["isActive"] !== false);
  const receiver = isOdd() ? random.pick([sender.id, members[1]!.id, newId()]) : random.pick(others).id;
  const id = isOdd() && sentIds.length > 0 ? random.pick(sentIds) : newId();
  if (isOdd()) return { name: "messages.markRead", id, input: { userId: receiver } };
  const about = isOdd()
    ? random.pick([...planes.map((plane) => plane.id), newId()])
    : random.pick(planes.slice(0, 3)).id;
  const content = isOdd() ? random.pick([" ", "x".repeat(4001)]) : `Message ${random.whole(1, 1000)}`;
  const receiverId = random.next() < 0.05 ? receiver.toUpperCase() : receiver;
  const own = random.next() < 0.5 ? { id: isOdd() ? newId() : id } : {};
  return {
    name: "messages.send",
    id,
    input: { ...own, receiverId, content, aircraftId: random.next() < 0.5 ? about : null },
  };
}
