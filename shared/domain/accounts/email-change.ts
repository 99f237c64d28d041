// The change of an account's email address. It takes effect once both addresses have confirmed it.
import { z } from "zod";
import { onlineCommand } from "../../kit/command.ts";
import { email, instant, nothing } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { factorCode } from "./second-factor.ts";

/** Hours in which both addresses must confirm. */
export const EMAIL_CHANGE_HOURS = 24;

const token = z.string().max(200);

const emailChange = z.object({
  /** The address that the account gets. */
  email: z.string(),
  isNewConfirmed: z.boolean(),
  isOldConfirmed: z.boolean(),
  expiresAt: instant,
});
export type EmailChange = z.infer<typeof emailChange>;

export const emailChangeCommands = {
  "account.changeEmail": onlineCommand({
    route: "POST /api/account/email-change",
    access: "user",
    input: z.object({ email, password: z.string().max(200), code: factorCode.optional() }),
    result: z.object({ change: emailChange }),
  }),
  "account.cancelEmailChange": onlineCommand({
    route: "DELETE /api/account/email-change",
    access: "user",
    status: 204,
    input: z.object({}),
    result: nothing,
  }),
  // The next two are called from links in mails, which may open in a browser without a session.
  "account.confirmEmail": onlineCommand({
    route: "POST /api/account/email-change/confirm",
    access: "guest",
    endsSessions: true,
    input: z.object({ token }),
    /** The address that must still confirm. */
    result: z.object({ waitsFor: z.enum(["nobody", "new", "old"]) }),
  }),
  "account.stopEmailChange": onlineCommand({
    route: "POST /api/account/email-change/stop",
    access: "guest",
    status: 204,
    input: z.object({ token }),
    result: nothing,
  }),
};

export const emailChangeQueries = {
  "account.emailChange": query({
    route: "GET /api/account/email-change",
    access: "user",
    input: z.object({}),
    result: z.object({ change: emailChange.nullable() }),
  }),
};
