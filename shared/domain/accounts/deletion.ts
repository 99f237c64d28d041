// The deletion of an account by its user: hidden at once, erased after some days in which a log-in can keep it.
import { z } from "zod";
import { onlineCommand } from "../../kit/command.ts";
import { instant } from "../../kit/fields.ts";

/** Days in which the user can keep the account by logging in. */
export const DELETION_DAYS = 7;

export const deletionCommands = {
  "account.delete": onlineCommand({
    route: "POST /api/account/delete",
    access: "user",
    endsSessions: true,
    input: z.object({ password: z.string().max(200) }),
    /** When the account is erased. */
    result: z.object({ erasedAt: instant }),
  }),
};
