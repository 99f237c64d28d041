// Commands and queries of admins. They cover all users and listings, also hidden ones.
import { z } from "zod";
import { adminCommand } from "../kit/command.ts";
import { absentWhenEmpty, id, newPassword, text } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { me } from "./accounts.ts";
import { adminAircraftSorts, adminUserSorts } from "./admin-rules.ts";
import { listing } from "./aircraft.ts";
import { neededReason, reason } from "./safety/audit-fields.ts";

/** A user as admins see it: whether there is a copy of the wallet stays with the user. */
const adminUser = me.schema.omit({ walletRev: true });

/** A listing as admins see it: with its owner, and whether the owner's deactivated account hides it. */
export const adminAircraft = listing.extend({ ownerName: z.string(), ownerIsActive: z.boolean() });
export type AdminAircraft = z.infer<typeof adminAircraft>;

const stats = z.object({
  totalUsers: z.int(),
  verifiedUsers: z.int(),
  totalAircraft: z.int(),
  openReports: z.int(),
  /** Logins of the demo; absent outside of demo mode. */
  testCredentials: z.array(z.object({ who: z.string(), email: z.string(), password: z.string() })).optional(),
});
export type AdminStats = z.infer<typeof stats>;

/** Commands on another user's account; admins cannot use them on their own. The answer is the changed user. */
const onUser = <Change extends string, Field extends z.ZodType>(path: string, change: Change, field: Field) =>
  adminCommand({
    route: `PATCH /api/admin/users/:id/${path}`,
    notFound: { id: "user-not-found" },
    endsSessions: true,
    input: z.object({ id, [change]: field, reason } as { id: typeof id; reason: typeof reason } & Record<
      Change,
      Field
    >),
    result: adminUser,
  });

export const adminCommands = {
  /** For a user who can no longer show the factor. `reason` says how the admin knows who asks. */
  "admin.removeSecondFactor": adminCommand({
    route: "DELETE /api/admin/users/:id/second-factor",
    notFound: { id: "user-not-found" },
    endsSessions: true,
    input: z.object({ id, reason: neededReason }),
    result: adminUser,
  }),
  "admin.setVerified": onUser("verify", "verified", z.boolean("Say true or false")),
  "admin.setActive": onUser("toggle-active", "isActive", z.boolean("Say true or false")),
  "admin.setAdmin": onUser("toggle-admin", "isAdmin", z.boolean("Say true or false")),
  "admin.setPassword": onUser(
    "password",
    "newPassword",
    z.string().min(6, "Password must be at least 6 characters long.").pipe(newPassword),
  ),
};

/** Maximum rows per page; the screen asks for fewer. */
export const MOST_ADMIN_ROWS = 1000;

const page = {
  /** Every word must occur. */
  q: absentWhenEmpty(text(120)),
  cursor: absentWhenEmpty(z.string().max(400)),
  limit: absentWhenEmpty(z.coerce.number("Enter a number of rows").int().min(1).max(MOST_ADMIN_ROWS)),
};

export const adminQueries = {
  "admin.stats": query({ route: "GET /api/admin/stats", access: "admin", input: z.object({}), result: stats }),
  "admin.users": query({
    route: "GET /api/admin/users",
    access: "admin",
    input: z.object({ ...page, sort: absentWhenEmpty(z.enum(adminUserSorts)) }),
    result: z.array(adminUser),
  }),
  "admin.aircraft": query({
    route: "GET /api/admin/aircraft",
    access: "admin",
    input: z.object({ ...page, sort: absentWhenEmpty(z.enum(adminAircraftSorts)) }),
    result: z.array(adminAircraft),
  }),
};
