// Refusals that a retry of the same command gets again, without their sentences: the first view needs few bytes.
import type { RefusalCode, refusals } from "./errors.ts";

type GoneCode = { [Code in RefusalCode]: (typeof refusals)[Code][0] extends 404 ? Code : never }[RefusalCode];

/** What the command is about is gone, or is not this user's to do. Every 404 is such a refusal; TypeScript checks it. */
const finalCodes: Readonly<Record<GoneCode, true> & Partial<Record<RefusalCode, true>>> = {
  "aircraft-not-found": true,
  "user-not-found": true,
  "booking-not-found": true,
  "review-not-found": true,
  "report-not-found": true,
  "already-reported": true,
  "report-yourself": true,
  "search-not-found": true,
  "block-not-found": true,
  "not-found": true,
  "not-configured": true,
  forbidden: true,
  "not-your-aircraft": true,
  "own-aircraft": true,
  "message-to-self": true,
  "already-reviewed": true,
  "reviews-closed": true,
  "price-changed": true,
  "terms-changed": true,
  "request-changed": true,
  "wrong-step": true,
  "too-old": true,
};

/** Whether a retry of the same command would be refused again. */
export function isFinal(code: string): boolean {
  return Object.hasOwn(finalCodes, code);
}
