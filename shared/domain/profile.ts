// One's own profile: what a person may change of themselves.
import { z } from "zod";
import { offlineCommand } from "../kit/command.ts";
import { patch } from "../kit/entity.ts";
import { id, requiredText, text } from "../kit/fields.ts";
import { me, userTypes } from "./accounts.ts";

export const profileCommands = {
  "profile.update": offlineCommand({
    route: "PATCH /api/users/:id",
    access: "user",
    // `id` is the path's and must be one's own; the exchange leaves it out.
    input: z.object({
      id: id.optional(),
      name: requiredText(120).optional(),
      bio: text(2000).nullable().optional(),
      avatarUrl: z.string().max(300).nullable().optional(),
      userType: z.enum(userTypes).optional(),
    }),
    result: me.schema,
    lane: () => "profile",
    squash: { "profile.update": "merge" },
    // A picture that waits to be uploaded has no address yet; until it has, the old one is shown.
    optimistic: ({ id: _, avatarUrl, ...fields }, { me: myId }) => [
      patch(me, myId, avatarUrl === null || avatarUrl?.startsWith("/") ? { ...fields, avatarUrl } : fields),
    ],
  }),
};
