// Blocked people. Between a user and somebody they blocked no message, request or proposal goes either way.
// Neither sees the other's listings.
import { z } from "zod";
import { offlineCommand } from "../../kit/command.ts";
import { defineEntity, drop, put } from "../../kit/entity.ts";
import { id, instant, nothing, text } from "../../kit/fields.ts";

/** Most people that a user may block. */
export const MOST_BLOCKED = 1000;

/** Somebody whom the user has blocked. Only the user has the row. `name` is as it was then. */
export const blockedPerson = defineEntity({
  name: "blockedPeople",
  key: "blockedId",
  schema: z.object({ blockedId: id, name: z.string(), createdAt: instant }),
});
export type BlockedPerson = z.infer<typeof blockedPerson.schema>;

/** An owner whose listings the user does not see. Both users of a pair have such rows, so a row does not say who blocked whom. */
export const hiddenOwner = defineEntity({
  name: "hiddenOwners",
  key: "ownerId",
  schema: z.object({ ownerId: id }),
});

/** After the messages that were written before it. */
const lane = ({ userId }: { userId: string }) => `conversation:${userId}`;

const NAME_MAX = 200;

export const blockingCommands = {
  "people.block": offlineCommand({
    route: "POST /api/blocked-people",
    access: "user",
    status: 201,
    // `name`: as the screen shows it, for the list of a device without a network. The server stores its own.
    input: z.object({ userId: id, name: text(NAME_MAX).optional() }),
    result: blockedPerson.schema,
    lane,
    optimistic: ({ userId, name = "" }, { at }) => [
      put(blockedPerson, { blockedId: userId, name, createdAt: at }),
      put(hiddenOwner, { ownerId: userId }),
    ],
  }),
  "people.unblock": offlineCommand({
    route: "DELETE /api/blocked-people/:userId",
    access: "user",
    status: 204,
    input: z.object({ userId: id }),
    result: nothing,
    notFound: { userId: "user-not-found" },
    lane,
    // The listings return with the answer: the other user may have blocked this one.
    optimistic: ({ userId }) => [drop(blockedPerson, userId)],
  }),
};
