// The only list of refusals: code → HTTP status and the sentence for the user. Codes are kebab-case words.
import { INVALID_INPUT } from "./invalid-input.ts";

export const refusals = {
  invalid: [400, INVALID_INPUT],
  "malformed-body": [400, "The request could not be read."],
  "malformed-address": [400, "The address of this request could not be read."],
  "bad-idempotency-key": [400, "The Idempotency-Key header must be a UUID."],
  "wrong-password": [400, "The current password is not right."],
  "password-common": [400, "This password is among the most common ones. Choose another."],
  "code-invalid": [400, "Invalid or expired verification code. Please try again."],
  "factor-invalid": [400, "This code is not right, or was used before."],
  "token-invalid": [400, "This password reset link is invalid or has expired."],
  "link-invalid": [400, "This link is invalid, was used before, or has expired."],
  "unknown-command": [400, "This version of Tailhour does not know that action."],
  "too-old": [409, "This waited for too long on your device. Please do it again."],
  "message-to-self": [400, "You can't send a message to yourself."],
  "report-yourself": [400, "You can't report yourself."],
  "block-yourself": [400, "You can't block yourself."],
  "own-aircraft": [400, "You can't book your own aircraft."],
  "picture-unreadable": [400, "This picture is damaged or can't be read. Choose another one."],
  "invalid-part": [400, "A part is missing, or is not the one that was sent."],
  "invalid-part-order": [400, "The parts must be named once each, in ascending order."],
  "part-too-small": [400, "Every part but the last must have at least 5 MiB."],
  "not-signed-in": [401, "Please log in first."],
  "passkey-invalid": [401, "This passkey did not work. Try again, or log in with your password."],
  "passkey-copied": [401, "This passkey seems to be a copy. Log in with your password, and replace it."],
  "login-failed": [401, "Invalid email or password"],
  forbidden: [403, "You are not allowed to do that."],
  "foreign-origin": [403, "This request did not come from this site."],
  "wrong-user": [403, "This belongs to another person."],
  "second-factor-needed": [403, "Enter the code of your authenticator app."],
  "second-factor-required": [403, "Admins of this site need a second factor. Turn it on in your account first."],
  deactivated: [403, "This account has been deactivated."],
  "deletion-pending": [403, "This account is being deleted. Keep it?"],
  "email-unverified": [403, "Please verify your email first."],
  "owner-only": [403, "Only aircraft owners can list aircraft."],
  "not-your-aircraft": [403, "Only the owner of this aircraft can change it."],
  "not-completed": [403, "You can write a review once the booking is completed."],
  "reviews-closed": [403, "Reviews can be written and changed for 14 days after a flight."],
  "own-admin": [403, "You can't change your own account here. Another admin can."],
  "upload-expired": [403, "Request has expired"],
  "receiver-gone": [403, "This person can no longer receive messages."],
  "not-found": [404, "Not found."],
  "aircraft-not-found": [404, "Aircraft not found"],
  "user-not-found": [404, "User not found."],
  "booking-not-found": [404, "Booking not found."],
  "report-not-found": [404, "Report not found."],
  "review-not-found": [404, "Review not found."],
  "search-not-found": [404, "Saved search not found."],
  "block-not-found": [404, "This time is no longer blocked."],
  "not-configured": [404, "There are no temporary credentials here."],
  "method-not-allowed": [405, "This address does not take that kind of request."],
  conflict: [409, "Somebody changed this at the same time. Choose which to keep."],
  "id-taken": [409, "This id is already in use."],
  "email-taken": [409, "An account with this email already exists."],
  "hours-taken": [409, "Those hours were just taken."],
  "price-changed": [409, "The price has changed."],
  "terms-changed": [409, "The rental terms have changed. Send it with the new ones?"],
  "proposal-open": [409, "Other hours are already proposed. Answer them first."],
  "request-changed": [409, "The pilot has changed this request. Look at the new hours first."],
  "booking-in-the-way": [409, "There is an accepted booking in that time. Move or cancel it first."],
  "already-blocked": [409, "A part of that time is blocked already. Remove that block first."],
  "wrong-step": [409, "This booking is no longer at that step."],
  "already-reported": [409, "You have reported this already. We read it."],
  "report-closed": [409, "Another admin has closed this report."],
  "too-many-blocked": [409, "You can block up to 1,000 people. Unblock somebody first."],
  "too-many-passkeys": [409, "You can have up to 20 passkeys. Remove one first."],
  "too-many-searches": [409, "You can save up to 20 searches."],
  "already-reviewed": [409, "This review is out and can no longer be changed."],
  "already-replied": [409, "You have already replied to this review."],
  "last-admin": [409, "Tailhour needs at least one admin."],
  "being-deleted": [409, "This user is deleting the account. Only they can keep it."],
  "flights-ahead": [409, "You have an accepted booking ahead. Cancel it or fly it first."],
  "push-not-set-up": [409, "Alerts are not set up on this server."],
  "pages-missing": [409, "Photographs of this paper are not on Tailhour any more. Share it again."],
  "papers-not-set-up": [409, "This server is not set up to keep papers."],
  "factor-is-on": [409, "The second factor is on already, or was not started here."],
  "factor-not-set-up": [409, "This server is not set up for a second factor."],
  "push-off-here": [409, "Alerts are off on this device. Turn them on first."],
  "booked-ahead": [409, "This aircraft has an accepted booking ahead. Cancel it before deleting the listing."],
  "has-aircraft": [409, "Delete your listings before making this a pilot account."],
  "nothing-uploaded": [409, "Nothing has been sent to this address yet."],
  "already-uploaded": [409, "A picture was sent to this address before."],
  "path-too-long": [414, "This address is too long."],
  "too-large": [413, "This is too large to send."],
  "not-an-image": [415, "This file is not a picture that can be read here. Choose JPEG or PNG."],
  "wrong-kind": [415, "Send this as JSON."],
  "upgrade-needed": [426, "This version of Tailhour is too old. Reload to update."],
  "too-many": [429, "Too many tries. Please wait a little and try again."],
  internal: [500, "Something went wrong on our side. Please try again."],
  busy: [503, "Tailhour is busy right now. Please try again in a moment."],
  "storage-away": [503, "Pictures can't be stored right now. Please try again in a moment."],
  "storage-full": [507, "There is no room for more pictures right now. Please try again later."],
  overloaded: [503, "Tailhour is busy right now. Please try again in a moment."],
  "not-ready": [503, "Tailhour is starting. Please try again in a moment."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof refusals;

/** Field name → error text, shown under the field. */
export type FieldProblems = Record<string, string>;

/** A conflict of two edits: the value the screen showed, the current value, the value the user wants. */
export type FieldConflict = { base: unknown; theirs: unknown; yours: unknown };

/** The body of every error answer. */
export type ErrorBody = { error: string; code: string; fields?: FieldProblems | Record<string, FieldConflict> };

/** A refusal: a final answer, shown to the user, stored in the ledger, never logged as an error. */
export class DomainError extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly fields: FieldProblems | Record<string, FieldConflict> | undefined;
  /** Seconds until a retry can succeed; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    options: {
      message?: string;
      fields?: FieldProblems | Record<string, FieldConflict>;
      retryAfter?: number;
    } = {},
  ) {
    super(options.message ?? refusals[code][1]);
    this.name = "DomainError";
    this.code = code;
    this.status = refusals[code][0];
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }
}
