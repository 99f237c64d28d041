// Compares the routes of the specification with the lists of commands and queries.
import { describe, expect, it } from "vitest";
import { commands } from "../../shared/commands.ts";
import { splitRoute } from "../../shared/kit/routes.ts";
import { queries } from "../../shared/queries.ts";

/** Routes of the specification, section 7. */
const specified = [
  "GET /api/auth/me",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "POST /api/auth/signup",
  "POST /api/auth/change-password",
  "POST /api/auth/verify-email",
  "POST /api/auth/resend-verification",
  "POST /api/auth/forgot-password",
  "POST /api/auth/reset-password",
  "GET /api/aircraft",
  "GET /api/aircraft/price-range",
  "GET /api/aircraft/{}/with-owner",
  "GET /api/aircraft/{}/reviews",
  "POST /api/aircraft",
  "PATCH /api/aircraft/{}",
  "DELETE /api/aircraft/{}",
  "POST /api/objects/upload",
  "PUT /api/aircraft-images",
  "GET /api/favorites",
  "GET /api/favorites/check/{}",
  "POST /api/favorites",
  "DELETE /api/favorites/{}",
  "GET /api/messages/unread/count",
  "GET /api/messages/{}/{}",
  "GET /api/messages/conversations/{}",
  "POST /api/messages",
  "GET /api/users/{}",
  "GET /api/admin/users",
  "GET /api/admin/aircraft",
  "PATCH /api/admin/users/{}/verify",
  "PATCH /api/admin/users/{}/toggle-active",
  "PATCH /api/admin/users/{}/toggle-admin",
  "PATCH /api/admin/users/{}/password",
  // Multipart uploads. The routes that list and sign parts are no commands; see sync-server/http/uploads/upload-routes.ts.
  "POST /s3/multipart",
  "POST /s3/multipart/{}/complete",
  "DELETE /s3/multipart/{}",
  "GET /s3/params",
  "GET /s3/sts",
];

/** Routes that the product adds to the specification. */
const added = [
  "GET /api/auth/password-rules",
  "GET /api/site",
  "GET /api/site/texts/{}",
  "GET /api/airfields/{}",
  "GET /objects/{}/info",
  "POST /api/messages/{}/{}/read",
  "PATCH /api/users/{}",
  "GET /api/bookings",
  "POST /api/bookings",
  "PATCH /api/bookings/{}",
  "PATCH /api/bookings/{}/request",
  "GET /api/bookings/{}/papers",
  "GET /api/bookings/{}/papers/{}",
  "PUT /api/bookings/{}/papers",
  "PUT /api/bookings/{}/papers-and-scans",
  "GET /api/wallet",
  "PATCH /api/wallet",
  "DELETE /api/wallet",
  "GET /api/bookings/{}/similar",
  "POST /api/bookings/{}/proposals",
  "PATCH /api/bookings/{}/proposals/{}",
  "GET /api/bookings/{}/calendar.ics",
  "GET /api/calendar/feed",
  "POST /api/calendar/feed",
  "DELETE /api/calendar/feed",
  "GET /calendar/{}.ics",
  "POST /api/reviews",
  "POST /api/reviews/{}/reply",
  "GET /api/bookings/{}/reviews",
  "GET /api/admin/stats",
  "GET /api/admin/reports",
  "PATCH /api/admin/reports/{}",
  "POST /api/reports",
  "GET /api/admin/audit",
  "GET /api/admin/audit/admins",
  "GET /api/admin/audit.csv",
  "POST /api/blocked-people",
  "DELETE /api/blocked-people/{}",
  "GET /api/settings",
  "PATCH /api/settings",
  "PUT /api/settings/mutes/{}",
  "DELETE /api/settings/mutes/{}",
  "POST /api/settings/stop-mail",
  "GET /api/push/subscriptions",
  "POST /api/push/subscriptions",
  "DELETE /api/push/subscriptions/{}",
  "POST /api/push/test",
  "GET /api/sessions",
  "DELETE /api/sessions",
  "GET /api/account/export",
  "POST /api/account/delete",
  "GET /api/account/passkeys",
  "POST /api/account/passkeys",
  "POST /api/account/passkeys/start",
  "PATCH /api/account/passkeys/{}",
  "POST /api/account/passkeys/{}/remove",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/start",
  "GET /api/account/second-factor",
  "POST /api/account/second-factor",
  "POST /api/account/second-factor/confirm",
  "POST /api/account/second-factor/recovery-codes",
  "POST /api/account/second-factor/stop",
  "DELETE /api/admin/users/{}/second-factor",
  "GET /api/account/email-change",
  "POST /api/account/email-change",
  "DELETE /api/account/email-change",
  "POST /api/account/email-change/confirm",
  "POST /api/account/email-change/stop",
  "DELETE /api/sessions/{}",
  "PUT /api/aircraft/{}/access-notes",
  "GET /api/aircraft/{}/availability",
  "PATCH /api/aircraft/{}/availability",
  "GET /api/aircraft/{}/availability/plan",
  "POST /api/aircraft/{}/blocks",
  "DELETE /api/blocks/{}",
  "GET /api/searches",
  "POST /api/searches",
  "PATCH /api/searches/{}",
  "DELETE /api/searches/{}",
];

const listed = [...Object.values(commands), ...Object.values(queries)].map(({ route }) => {
  const [method, path] = splitRoute(route);
  return `${method} ${path.replaceAll(/:[a-zA-Z]+/g, "{}")}`;
});

describe("the lists", () => {
  it.each([...specified, ...added])("[S262] have %s", (route) => {
    expect(listed).toContain(route);
  });

  it("have no other route, and none twice", () => {
    expect(listed.filter((route) => ![...specified, ...added].includes(route))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});
