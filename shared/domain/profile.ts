// The fields users may edit in their own profile.
import { z } from "zod";
import { editCommand } from "../kit/command.ts";
import { patch } from "../kit/entity.ts";
import { id, requiredText, text } from "../kit/fields.ts";
import { me, userTypes } from "./accounts.ts";

export const profileCommands = {
  "profile.update": editCommand({
    route: "PATCH /api/users/:id",
    access: "user",
    // `id` is in the path and must be the caller's id; the exchange omits it.
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
    // A picture that is not yet uploaded has no URL; until then the screen shows the old one.
    optimistic: ({ id: _, avatarUrl, ...fields }, { me: myId }) => [
      patch(me, myId, avatarUrl === null || avatarUrl?.startsWith("/") ? { ...fields, avatarUrl } : fields),
    ],
  }),
};
