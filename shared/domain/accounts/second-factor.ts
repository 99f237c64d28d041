// The second factor of a log-in: codes of an authenticator app, and recovery codes that work once.
import { z } from "zod";
import { onlineCommand } from "../../kit/command.ts";
import { nothing } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";

/** Recovery codes of an account, each for one log-in. */
export const RECOVERY_CODES = 10;

const password = z.string().max(200);

/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
export const factorCode = z.string().trim().max(40);

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactorCommands = {
  "account.startSecondFactor": onlineCommand({
    route: "POST /api/account/second-factor",
    access: "user",
    isAnswerKept: false,
    input: z.object({ password }),
    /** `address` is for the QR code; `secret` is to be typed where no camera is. Both are shown once. */
    result: z.object({ secret: z.string(), address: z.string() }),
  }),
  "account.confirmSecondFactor": onlineCommand({
    route: "POST /api/account/second-factor/confirm",
    access: "user",
    isAnswerKept: false,
    endsSessions: true,
    input: z.object({ code: factorCode }),
    result: recoveryCodes,
  }),
  "account.renewRecoveryCodes": onlineCommand({
    route: "POST /api/account/second-factor/recovery-codes",
    access: "user",
    isAnswerKept: false,
    input: z.object({ password, code: factorCode }),
    result: recoveryCodes,
  }),
  "account.stopSecondFactor": onlineCommand({
    route: "POST /api/account/second-factor/stop",
    access: "user",
    status: 204,
    endsSessions: true,
    input: z.object({ password, code: factorCode }),
    result: nothing,
  }),
};

export const secondFactorQueries = {
  "account.secondFactor": query({
    route: "GET /api/account/second-factor",
    access: "user",
    input: z.object({}),
    result: z.object({
      isOn: z.boolean(),
      recoveryCodesLeft: z.int(),
      /** False where the server has no key to encrypt secrets. */
      isAvailable: z.boolean(),
      /** The operator requires it of this user. */
      isRequired: z.boolean(),
    }),
  }),
};
