// Notices outside of an open page: settings, muted conversations, devices, push subscriptions.
import { z } from "zod";
import { onlineCommand } from "../kit/command.ts";
import { id, instant, nothing } from "../kit/fields.ts";
import { query } from "../kit/query.ts";

const switches = z.object({ push: z.boolean(), email: z.boolean() });

const notices = z.object({
  messages: switches,
  bookingRequests: switches,
  bookingChanges: switches,
  reviews: switches,
  savedSearches: switches,
});

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time as HH:MM");

/** An IANA zone that this machine knows. */
const timeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
    } catch {
      return false;
    }
  }, "This time zone is not known");

const quietHours = z.object({ on: z.boolean(), from: clock, until: clock, timeZone });

const mute = z.object({
  peerId: id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** When the mute ends; null if only the user can end it. */
  until: instant.nullable(),
});

/** All notice settings of a user. */
export const noticeSettings = z.object({
  notices,
  quietHours,
  hideText: z.boolean(),
  mutes: z.array(mute),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;
export type Mute = z.infer<typeof mute>;

const push = z.object({
  /** The server's public VAPID key, base64url; null if push is not set up. */
  publicKey: z.string().nullable(),
  /** Keyed hash of the user's id, as pushes contain it. */
  person: z.string(),
  /** The subscription stored for this session. */
  subscription: z
    .object({
      id,
      endpoint: z.string(),
      /** The key the subscription was made with. */
      publicKey: z.string(),
      lastDeliveredAt: instant.nullable(),
      failingSince: instant.nullable(),
    })
    .nullable(),
});
export type PushState = z.infer<typeof push>;

const device = z.object({
  id,
  name: z.string(),
  kind: z.enum(["phone", "tablet", "computer"]),
  isCurrent: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  /** Null if push is off. */
  alerts: z.object({ lastDeliveredAt: instant.nullable(), failingSince: instant.nullable() }).nullable(),
});
export type Device = z.infer<typeof device>;

const base64url = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+=*$/, "This subscription cannot be used");

export const noticesCommands = {
  "settings.update": onlineCommand({
    route: "PATCH /api/settings",
    access: "user",
    input: z.object({
      notices: z
        .object({
          messages: switches.partial(),
          bookingRequests: switches.partial(),
          bookingChanges: switches.partial(),
          reviews: switches.partial(),
          savedSearches: switches.partial(),
        })
        .partial()
        .optional(),
      quietHours: quietHours.partial().optional(),
      hideText: z.boolean().optional(),
    }),
    result: noticeSettings,
  }),
  "settings.mute": onlineCommand({
    route: "PUT /api/settings/mutes/:peerId",
    access: "user",
    input: z.object({ peerId: id, until: instant.nullable().default(null) }),
    result: noticeSettings,
  }),
  "settings.unmute": onlineCommand({
    route: "DELETE /api/settings/mutes/:peerId",
    access: "user",
    status: 204,
    input: z.object({ peerId: id }),
    result: nothing,
  }),
  "settings.stopMail": onlineCommand({
    route: "POST /api/settings/stop-mail",
    access: "guest",
    status: 204,
    // Called from the link in a mail, so it needs no session.
    input: z.object({ token: z.string().max(100) }),
    result: nothing,
  }),
  "push.subscribe": onlineCommand({
    route: "POST /api/push/subscriptions",
    access: "user",
    status: 201,
    input: z.object({
      endpoint: z.url("This subscription cannot be used").max(1000),
      keys: z.object({ p256dh: base64url(86, 90), auth: base64url(22, 26) }),
      /** The server's key the subscription was made with. */
      publicKey: base64url(86, 90),
    }),
    result: push,
  }),
  "push.unsubscribe": onlineCommand({
    route: "DELETE /api/push/subscriptions/:subscriptionId",
    access: "user",
    status: 204,
    input: z.object({ subscriptionId: id }),
    result: nothing,
  }),
  "push.test": onlineCommand({
    route: "POST /api/push/test",
    access: "user",
    status: 204,
    input: z.object({}),
    result: nothing,
  }),
  "sessions.end": onlineCommand({
    route: "DELETE /api/sessions/:sessionId",
    access: "user",
    endsSessions: true,
    status: 204,
    input: z.object({ sessionId: id }),
    result: nothing,
  }),
  "sessions.endOthers": onlineCommand({
    route: "DELETE /api/sessions",
    access: "user",
    endsSessions: true,
    status: 204,
    input: z.object({}),
    result: nothing,
  }),
};

export const noticesQueries = {
  "settings.own": query({
    route: "GET /api/settings",
    access: "user",
    input: z.object({}),
    result: noticeSettings,
  }),
  "push.state": query({
    route: "GET /api/push/subscriptions",
    access: "user",
    input: z.object({}),
    result: push,
  }),
  "sessions.own": query({
    route: "GET /api/sessions",
    access: "user",
    input: z.object({}),
    result: z.array(device),
  }),
};
