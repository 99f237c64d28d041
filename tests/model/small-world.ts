// The smallest product that covers the protocol: ordered messages, switches, and listings that are created, edited
// by field and deleted. Rows become visible and invisible, and one command depends on another.
import { z } from "zod";
import type { Command } from "../../shared/kit/command.ts";
import { offlineCommand } from "../../shared/kit/command.ts";
import { defineEntity, drop, patch, put } from "../../shared/kit/entity.ts";

const text = z.string();
const me = defineEntity({ name: "me", key: "id", schema: z.object({ id: text, isOwner: z.boolean() }) });
const note = defineEntity({
  name: "notes",
  key: "id",
  schema: z.object({ id: text, from: text, to: text, text }),
});
const like = defineEntity({ name: "likes", key: "thingId", schema: z.object({ userId: text, thingId: text }) });
const thing = defineEntity({
  name: "things",
  key: "id",
  schema: z.object({ id: text, ownerId: text, a: text, b: text, rev: z.int() }),
});

export const keys = new Map([me, note, like, thing].map(({ name, key }) => [name, key]));

const thingLane = ({ id }: { id?: string | undefined }, commandId: string) => `thing:${id ?? commandId}`;
const likeInput = z.object({ thingId: text });
const likeLane = ({ thingId }: { thingId: string }) => `like:${thingId}`;

export const worldCommands: Record<string, Command> = {
  "profile.own": offlineCommand({
    route: "PATCH /profile",
    access: "user",
    input: z.object({}),
    result: z.undefined(),
    lane: () => "profile",
    optimistic: (_, context) => [patch(me, context.me, { isOwner: true })],
  }),
  "notes.send": offlineCommand({
    route: "POST /notes",
    access: "user",
    status: 201,
    input: z.object({ id: text.optional(), to: text, text }),
    result: z.undefined(),
    lane: ({ to }) => `talk:${to}`,
    optimistic: (input, { id, me: from }) => [put(note, { id, from, to: input.to, text: input.text })],
  }),
  "likes.on": offlineCommand({
    route: "POST /likes",
    access: "user",
    input: likeInput,
    result: z.undefined(),
    lane: likeLane,
    squash: { "likes.on": "replace", "likes.off": "replace" },
    optimistic: ({ thingId }, { me: userId }) => [put(like, { userId, thingId })],
  }),
  "likes.off": offlineCommand({
    route: "DELETE /likes",
    access: "user",
    input: likeInput,
    result: z.undefined(),
    lane: likeLane,
    squash: { "likes.on": "replace", "likes.off": "replace" },
    optimistic: ({ thingId }) => [drop(like, thingId)],
  }),
  "things.create": offlineCommand({
    route: "POST /things",
    access: "user",
    status: 201,
    input: z.object({ id: text.optional(), a: text, b: text }),
    result: z.undefined(),
    lane: thingLane,
    optimistic: ({ a, b }, { id, me: ownerId }) => [put(thing, { id, ownerId, a, b, rev: 0 })],
  }),
  "things.update": offlineCommand({
    route: "PATCH /things",
    access: "user",
    input: z.object({ id: text, a: text.optional(), b: text.optional() }),
    result: z.undefined(),
    lane: thingLane,
    squash: { "things.create": "merge", "things.update": "merge" },
    optimistic: ({ id, ...fields }) => [patch(thing, id, fields)],
  }),
  "things.delete": offlineCommand({
    route: "DELETE /things",
    access: "user",
    input: z.object({ id: text }),
    result: z.undefined(),
    lane: thingLane,
    squash: { "things.create": "cancel" },
    optimistic: ({ id }) => [drop(thing, id)],
  }),
};

/** Two users with devices, and a third whose changes come from elsewhere. */
export const ann = "00000000-0000-7000-8000-00000000000a";
export const bob = "00000000-0000-7000-8000-00000000000b";
export const eve = "00000000-0000-7000-8000-00000000000e";
export const people = [ann, bob] as const;

let counter = 0;

/** Restarts the ids, so that a history repeats exactly. */
export function resetIds(): void {
  counter = 0;
}

/** A unique UUIDv7 for a time. */
export function modelId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, "0");
  const count = (++counter).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`;
}
