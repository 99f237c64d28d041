// All API paths of this app. TypeScript compares the queries with the contract. Contains no schemas, because the first
// view loads it.
import type { Queries, QueryName } from "../../../shared/queries.ts";

/** Routes of the queries that the app reads. `read` accepts only these names. */
export const queryRoutes = {
  "account.emailChange": "GET /api/account/email-change",
  "admin.aircraft": "GET /api/admin/aircraft",
  "admin.audit": "GET /api/admin/audit",
  "admin.auditors": "GET /api/admin/audit/admins",
  "admin.reports": "GET /api/admin/reports",
  "admin.stats": "GET /api/admin/stats",
  "admin.users": "GET /api/admin/users",
  "airfields.get": "GET /api/airfields/:id",
  "aircraft.list": "GET /api/aircraft",
  "aircraft.reviews": "GET /api/aircraft/:id/reviews",
  "aircraft.withOwner": "GET /api/aircraft/:id/with-owner",
  "auth.me": "GET /api/auth/me",
  "auth.passwordRules": "GET /api/auth/password-rules",
  "bookings.similar": "GET /api/bookings/:id/similar",
  "calendar.state": "GET /api/calendar/feed",
  "availability.days": "GET /api/aircraft/:id/availability",
  "push.state": "GET /api/push/subscriptions",
  "reviews.ofBooking": "GET /api/bookings/:id/reviews",
  "sessions.own": "GET /api/sessions",
  "settings.own": "GET /api/settings",
  "site.about": "GET /api/site",
  "site.text": "GET /api/site/texts/:name",
  "wallet.own": "GET /api/wallet",
  "wallet.shared": "GET /api/bookings/:id/papers",
  "users.profile": "GET /api/users/:id",
} as const satisfies { [Name in QueryName]?: Queries[Name]["route"] };

/** Names of the queries that the app reads. */
export type ReadName = keyof typeof queryRoutes;

/** Paths outside the contract, and paths that code without schemas calls directly. */
export const paths = {
  auditFile: "/api/admin/audit.csv",
  bookingCalendar: (id: string) => `/api/bookings/${encodeURIComponent(id)}/calendar.ics`,
  catalogue: "/api/catalogue",
  /** The generation is part of the path: after a reset the numbers start again, and files are cached for a year. */
  catalogueFile: (bucket: string, kind: "base" | "segment", n: number, generation: string) =>
    `/api/catalogue/${encodeURIComponent(bucket)}/${kind}/${n}?g=${encodeURIComponent(generation)}`,
  demoMail: "/api/demo/mail",
  exchange: "/api/sync",
  live: "/api/live",
  pictureAddress: "/api/objects/upload",
  pictureClaim: "/api/aircraft-images",
  partsUploads: "/s3/multipart",
  /** A multipart upload, or with `step` one of its parts or its end. */
  partsUpload: ({ uploadId, key }: { uploadId: string; key: string }, step: string | number = "") =>
    `/s3/multipart/${encodeURIComponent(uploadId)}${step === "" ? "" : `/${step}`}?key=${encodeURIComponent(key)}`,
  pushSubscriptions: "/api/push/subscriptions",
  siteTexts: "/api/site/texts",
  sharedPage: (bookingId: string, pageId: string) =>
    `/api/bookings/${encodeURIComponent(bookingId)}/papers/${encodeURIComponent(pageId)}`,
  walletPage: (id: string) => `/api/wallet/pages/${encodeURIComponent(id)}`,
} as const;

/** Patterns of all paths of the API, for the browser's routes. */
export const apiPatterns = ["/api/*", "/s3/*"] as const;
