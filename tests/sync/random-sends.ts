// Random exchanges that send messages, for groups of users who may or may not reach each other.
import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import { seededRandom, type Random } from "../../sync-server/db/seed/random.ts";
import { addAircraft, addPerson } from "./busy-market.ts";

type Member = { id: string; sessionHash: string; clientId: string; fields: Record<string, unknown> };
type FirstMessage = { id: string; senderId: string; receiverId: string; content: string };
type Block = { userId: string; blockedId: string; name: string };
type Plane = { id: string; ownerId: string; fields: Record<string, unknown> };

/** Users who write only to each other, so that the outcome does not depend on other groups. */
export type Group = { members: Member[]; planes: Plane[]; met: FirstMessage[]; blocked: Block[] };

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
  const planes: Plane[] = states.map((fields, index) => ({
    id: newId(),
    ownerId: members[size - 1 - index]!.id,
    fields,
  }));
  // The owner of the last aircraft is inactive.
  planes.push({ id: newId(), ownerId: members[1]!.id, fields: {} });
  // Two thirds of the users have a conversation, deactivated ones too.
  const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one.id, other.id] as const));
  const met = pairs
    .filter((_, index) => index % 3 > 0)
    .map(([senderId, receiverId]) => ({ id: newId(), senderId, receiverId, content: "Hi" }));
  // Some of them with a conversation; requests block and unblock others.
  const blocked = pairs
    .filter((_, index) => index % 9 === 4)
    .map(([one, other], index) => ({
      userId: index % 2 ? one : other,
      blockedId: index % 2 ? other : one,
      name: "Ann",
    }));
  return { members, planes, met, blocked };
}

export async function storeGroup(db: Knex, { members, planes, met, blocked }: Group): Promise<void> {
  for (const { id, sessionHash, fields } of members) {
    await addPerson(db, { id, ...fields });
    await db("sessions").insert({ idHash: sessionHash, userId: id, expiresAt: db.raw("now() + interval '1 day'") });
  }
  for (const { id, ownerId, fields } of planes) await addAircraft(db, ownerId, { id, ...fields });
  if (met.length > 0) await db("messages").insert(met);
  if (blocked.length > 0) await db("blocked_people").insert(blocked);
}

/** Kinds of requests: plain, or with one irregularity. */
const kinds = [
  ...Array.from({ length: 12 }, () => "nothing" as const),
  "receiver",
  "about",
  "about",
  "id",
  "content",
  "command",
] as const;
type Kind = (typeof kinds)[number];

/** A group's requests in sequence. Most are plain; some repeat an id, have an unknown receiver, or another command. */
export function randomRequests({ members, planes }: Group, sends: number, seed: number): SendRequest[] {
  const random = seededRandom(seed);
  const sentIds: string[] = [];
  const requests: SendRequest[] = [];
  const active = members.filter(({ fields }) => fields["isActive"] !== false);
  for (let left = sends; left > 0;) {
    // An unverified sender's commands run one by one, so the test has few of them.
    const sender = random.next() < 0.01 ? members[0]! : random.pick(active.slice(1));
    const kind = random.pick(kinds);
    const count = Math.min(left, random.whole(1, 39));
    left -= count;
    const commands = Array.from({ length: count }, () => aSend(random, { sender, members, planes, sentIds, kind }));
    sentIds.push(...commands.map(({ id }) => id));
    requests.push({ sender, commands });
  }
  return requests;
}

type Choices = Pick<Group, "members" | "planes"> & { sender: Member; sentIds: readonly string[]; kind: Kind };

function aSend(random: Random, { sender, members, planes, sentIds, kind }: Choices): SentCommand {
  const isOdd = (about: Kind) => kind === about && random.next() < 0.4;
  const others = members.filter(({ id, fields }) => id !== sender.id && fields["isActive"] !== false);
  const receiver = isOdd("receiver") ? random.pick([sender.id, members[1]!.id, newId()]) : random.pick(others).id;
  const id = isOdd("id") && sentIds.length > 0 ? random.pick(sentIds) : newId();
  if (isOdd("command")) {
    const name = random.pick(["messages.markRead", "people.block", "people.unblock"] as const);
    return { name, id, input: { userId: receiver } };
  }
  const known = isOdd("about") ? planes : planes.slice(0, 3);
  const about = kind === "about" && random.next() < 0.03 ? newId() : random.pick(known).id;
  const content = isOdd("content") ? random.pick([" ", "x".repeat(4001)]) : `Message ${random.whole(1, 1000)}`;
  const receiverId = random.next() < 0.05 ? receiver.toUpperCase() : receiver;
  const own = random.next() < 0.5 ? { id: isOdd("id") ? newId() : id } : {};
  // A block in another lane may run before or after the message, and hides the aircraft of its owner.
  const isAbout = kind === "about" || (kind !== "command" && random.next() < 0.5);
  return {
    name: "messages.send",
    id,
    input: { ...own, receiverId, content, aircraftId: isAbout ? about : null },
  };
}
