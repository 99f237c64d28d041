// Passkeys: a log-in by the device's own lock, which counts as both factors. The password stays.
import { z } from "zod";
import { me } from "../accounts.ts";
import { factorCode } from "./second-factor.ts";
import { onlineCommand } from "../../kit/command.ts";
import { anyId, id, instant, nothing, requiredText } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";

/** Most passkeys of one account. */
export const MOST_PASSKEYS = 20;

const password = z.string().max(200);
const name = requiredText(60);
/** Bytes in base64url. */
const bytes = z
  .string()
  .max(8000)
  .regex(/^[\w-]+$/);

/** What a browser needs to make or use a passkey, as WebAuthn's JSON forms describe. */
const options = z.looseObject({ challenge: z.string() });

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** Null before the first log-in. */
  lastUsedAt: instant.nullable(),
  /** A password manager keeps it on several devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** A browser's answer, without what the server does not check. */
const credential = { id: bytes, rawId: bytes, type: z.literal("public-key") };

export const passkeysCommands = {
  "account.startPasskey": onlineCommand({
    route: "POST /api/account/passkeys/start",
    access: "user",
    isAnswerKept: false,
    /** `code`: of an account with a second factor, since a passkey logs in without one. */
    input: z.object({ password, code: factorCode.optional() }),
    result: z.object({ options }),
  }),
  "account.addPasskey": onlineCommand({
    route: "POST /api/account/passkeys",
    access: "user",
    status: 201,
    input: z.object({
      name,
      response: z.object({
        ...credential,
        response: z.object({
          clientDataJSON: bytes,
          attestationObject: bytes,
          transports: z.array(z.string().max(20)).max(10).nullish(),
        }),
      }),
    }),
    result: z.object({ passkey }),
  }),
  "account.renamePasskey": onlineCommand({
    route: "PATCH /api/account/passkeys/:id",
    access: "user",
    input: z.object({ id: anyId, name }),
    result: z.object({ passkey }),
  }),
  "account.removePasskey": onlineCommand({
    route: "POST /api/account/passkeys/:id/remove",
    access: "user",
    status: 204,
    input: z.object({ id: anyId, password }),
    result: nothing,
  }),
  "auth.startPasskey": onlineCommand({
    route: "POST /api/auth/passkey/start",
    access: "guest",
    input: z.object({}),
    result: z.object({ options }),
  }),
  "auth.passkey": onlineCommand({
    route: "POST /api/auth/passkey",
    access: "guest",
    endsSessions: true,
    input: z.object({
      response: z.object({
        ...credential,
        response: z.object({
          clientDataJSON: bytes,
          authenticatorData: bytes,
          signature: bytes,
          userHandle: bytes.nullish(),
        }),
      }),
      /** Ends the deletion of the account, which a log-in is refused for otherwise. */
      keepAccount: z.boolean().optional(),
    }),
    result: z.object({ user: me.schema, token: z.string().optional() }),
  }),
};

export const passkeysQueries = {
  "account.passkeys": query({
    route: "GET /api/account/passkeys",
    access: "user",
    input: z.object({}),
    result: z.object({ passkeys: z.array(passkey) }),
  }),
};
