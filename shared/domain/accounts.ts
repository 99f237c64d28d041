// Users, as others, they themselves and admins see them; and all commands and queries about accounts and sessions.
import { z } from "zod";
import { onlineCommand } from "../kit/command.ts";
import { defineEntity } from "../kit/entity.ts";
import { factorCode } from "./accounts/second-factor.ts";
import { anyId, email, id, instant, newPassword, nothing, requiredText } from "../kit/fields.ts";
import { query } from "../kit/query.ts";

export const userTypes = ["pilot", "owner"] as const;

/** The fields of a user that everybody may read: no email address, flag or secret. */
export const publicUser = defineEntity({
  name: "people",
  key: "id",
  schema: z.object({
    id,
    name: z.string(),
    userType: z.enum(userTypes),
    avatarUrl: z.string().nullable(),
    bio: z.string().nullable(),
    memberSince: z.string(),
    rating: z.number(),
    reviewCount: z.int(),
    responseTime: z.string().nullable(),
    verified: z.boolean(),
  }),
});
export type PublicUser = z.infer<typeof publicUser.schema>;

/**
 * How fast and how often a user answers first messages and booking requests: the median in minutes, without quiet hours, and the
 * share from 0 to 1. Null until three answers.
 */
const replyTime = z.object({ replyMinutes: z.int().nullable(), replyRate: z.number().nullable() });
export type ReplyTime = z.infer<typeof replyTime>;

/** When an administrator set `verified`; null if that was not recorded. Devices read it with a profile or a listing. */
export const verifiedAt = instant.nullable().optional();

/** The owner's fields on an aircraft's detail page. */
export const owner = publicUser.schema.omit({ userType: true }).extend({
  ...replyTime.shape,
  verifiedAt,
  /** Public listings, this one among them. Missing in copies that an older version stored. */
  aircraftCount: z.int().optional(),
});
export type Owner = z.infer<typeof owner>;

/** All fields of a user that the user may read. */
export const me = defineEntity({
  name: "me",
  key: "id",
  schema: publicUser.schema.extend({
    email: z.string(),
    isAdmin: z.boolean(),
    isActive: z.boolean(),
    isEmailVerified: z.boolean(),
    /** Grows with each change of the server's copy of the wallet; null without a copy. Missing in rows of an older version. */
    walletRev: z.int().nullable().optional(),
    /** A log-in asks for a code besides the password. Missing in rows of an older version. */
    hasSecondFactor: z.boolean().optional(),
  }),
});
export type OwnUser = z.infer<typeof me.schema>;

const code = z.string().regex(/^\d{6}$/, "Please enter a 6-digit verification code.");

/** Only clients other than same-origin browser pages get a token in the body. */
const token = z.string().optional();

export const accountsCommands = {
  "auth.signup": onlineCommand({
    route: "POST /api/auth/signup",
    access: "guest",
    endsSessions: true,
    status: 201,
    input: z.object({
      id: id.optional(),
      email,
      password: newPassword,
      name: requiredText(120),
      userType: z.enum(userTypes).default("pilot"),
      // The server sets the year and ignores what is sent.
      memberSince: z.unknown().optional(),
    }),
    result: z.object({ user: me.schema, token, message: z.string() }),
  }),
  "auth.login": onlineCommand({
    route: "POST /api/auth/login",
    access: "guest",
    endsSessions: true,
    input: z.object({
      email: z.string().max(254),
      password: z.string().max(200),
      /** Of an account with a second factor: six digits of the app, or a recovery code. */
      code: factorCode.optional(),
      /** Ends the deletion of the account, which a log-in is refused for otherwise. */
      keepAccount: z.boolean().optional(),
    }),
    result: z.object({ user: me.schema, token }),
  }),
  "auth.logout": onlineCommand({
    route: "POST /api/auth/logout",
    access: "guest",
    endsSessions: true,
    status: 204,
    input: z.object({}),
    result: nothing,
  }),
  "auth.changePassword": onlineCommand({
    route: "POST /api/auth/change-password",
    access: "user",
    endsSessions: true,
    input: z.object({ oldPassword: z.string().max(200), newPassword, code: factorCode.optional() }),
    result: z.object({ message: z.string() }),
  }),
  "auth.verifyEmail": onlineCommand({
    route: "POST /api/auth/verify-email",
    access: "user",
    input: z.object({ code }),
    result: z.object({ user: me.schema }),
  }),
  "auth.resendVerification": onlineCommand({
    route: "POST /api/auth/resend-verification",
    access: "user",
    input: z.object({}),
    result: z.object({ message: z.string() }),
  }),
  "auth.forgotPassword": onlineCommand({
    route: "POST /api/auth/forgot-password",
    access: "guest",
    input: z.object({ email }),
    result: z.object({ message: z.string() }),
  }),
  "auth.resetPassword": onlineCommand({
    route: "POST /api/auth/reset-password",
    access: "guest",
    endsSessions: true,
    input: z.object({ token: z.string().max(200), newPassword }),
    result: z.object({ message: z.string() }),
  }),
};

export const accountsQueries = {
  "auth.me": query({
    route: "GET /api/auth/me",
    access: "user",
    input: z.object({}),
    result: me.schema,
  }),
  "auth.passwordRules": query({
    route: "GET /api/auth/password-rules",
    access: "guest",
    input: z.object({}),
    // The operator may raise the minimum, which forms then state and check.
    result: z.object({ minLength: z.int() }),
  }),
  "users.profile": query({
    route: "GET /api/users/:id",
    access: "guest",
    input: z.object({ id: anyId }),
    // Users get the email address only in their own profile.
    result: publicUser.schema.extend({ ...replyTime.shape, email: z.string().optional(), verifiedAt }),
  }),
};
