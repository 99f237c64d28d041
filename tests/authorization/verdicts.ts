// The columns of the authorization matrix, the rules about its targets, and what each cell expects.
import type { Access } from "../../shared/kit/command.ts";
import type { RefusalCode } from "../../shared/kit/errors.ts";

/** Who calls. Every target belongs to `owner`. */
export const callers = {
  guest: "nobody: the call has no session",
  unverified: "an owner without a verified email address",
  pilot: "the pilot of the owner's bookings and conversations",
  owner: "the owner of the target",
  otherOwner: "an owner with no part in the target",
  admin: "an admin with no part in the target",
  deactivated: "an admin whose account was deactivated, while the row of the session remains",
  ended: "the owner, with a session that has ended",
} as const;
export type Caller = keyof typeof callers;
export const callerNames = Object.keys(callers) as Caller[];

/** What a caller gets: success, a success that changes nothing of the owner's and the pilot's, or a refusal. */
export type Verdict = "yes" | "no effect" | RefusalCode;

/** One sentence, and the callers that `access` admits but the rule does not. */
export type Rule = { says: string; cells: Partial<Record<Caller, Verdict>> };

const outsiders = (verdict: Verdict) => ({ unverified: verdict, otherOwner: verdict });
const strangers = (verdict: Verdict) => ({ ...outsiders(verdict), admin: verdict });
const others = (verdict: Verdict) => ({ ...strangers(verdict), pilot: verdict });
const withoutSession = (verdict: Verdict) => ({ guest: verdict, deactivated: verdict, ended: verdict });

export const rules = {
  any: { says: "everyone whom the access admits; the call concerns the caller alone, or public data", cells: {} },
  secret: { says: "a caller with the secret that the call contains", cells: {} },
  verified: { says: "callers with a verified email address", cells: { unverified: "email-unverified" } },
  lister: {
    says: "verified owners, and admins",
    cells: { unverified: "email-unverified", pilot: "owner-only" },
  },
  editor: {
    says: "the owner of the listing, and admins",
    cells: { ...outsiders("not-your-aircraft"), pilot: "not-your-aircraft" },
  },
  listingOwner: { says: "the owner of the listing alone", cells: others("not-your-aircraft") },
  hiddenListing: {
    says: "the owner of a hidden listing, and admins; for others it does not exist",
    cells: {
      ...withoutSession("aircraft-not-found"),
      ...outsiders("aircraft-not-found"),
      pilot: "aircraft-not-found",
    },
  },
  renter: {
    says: "verified users, but not the owner of the listing",
    cells: { unverified: "email-unverified", owner: "own-aircraft" },
  },
  writer: {
    says: "verified users, but not to themselves",
    cells: { unverified: "email-unverified", owner: "message-to-self" },
  },
  aboutAnother: { says: "everyone about another user", cells: { owner: "user-not-found" } },
  notSelf: { says: "everyone but the user whom the call names", cells: { owner: "block-yourself" } },
  reporter: { says: "everyone but about themselves", cells: { owner: "report-yourself" } },
  member: { says: "the pilot and the owner of the booking", cells: strangers("booking-not-found") },
  answerer: {
    says: "the owner of the booking; its pilot may not take this step",
    cells: { ...strangers("booking-not-found"), pilot: "wrong-step" },
  },
  asker: {
    says: "the pilot of the booking; its owner may not take this step",
    cells: { ...strangers("booking-not-found"), owner: "wrong-step" },
  },
  bookingPilot: {
    says: "the pilot of the booking alone",
    cells: { ...strangers("booking-not-found"), owner: "booking-not-found" },
  },
  bookingOwner: { says: "the owner of the booking alone", cells: others("booking-not-found") },
  reviewer: {
    says: "the pilot reviews the aircraft of a booking; its owner may not",
    cells: { ...strangers("booking-not-found"), owner: "forbidden" },
  },
  named: { says: "the user whom the path names", cells: others("forbidden") },
  reviewed: { says: "the owner of the reviewed listing", cells: others("forbidden") },
  ownSearch: { says: "the user who saved the search; for others it does not exist", cells: others("search-not-found") },
  ownBlock: { says: "the owner of the block; for others it does not exist", cells: others("block-not-found") },
  ownSession: { says: "the user of the session; for others it does not exist", cells: others("not-found") },
  ownPasskey: { says: "the user of the passkey; for others it does not exist", cells: others("not-found") },
  ownUpload: { says: "the user who opened the upload", cells: others("wrong-user") },
  ownPage: { says: "the user who sent the page; for others it does not exist", cells: others("not-found") },
  ownRow: { says: "the user whose row it is; others succeed without an effect", cells: others("no effect") },
  nobody: {
    says: "nobody here",
    cells: { ...withoutSession("not-found"), ...others("not-found"), owner: "not-found" },
  },
  unclaimed: {
    says: "nobody, before its user has claimed the picture",
    cells: { ...withoutSession("not-found"), ...others("not-found"), owner: "not-found" },
  },
  operator: {
    says: "the operator, by the token or from this machine; no session counts",
    cells: { ...withoutSession("not-signed-in"), ...others("not-signed-in"), owner: "not-signed-in" },
  },
  notThisMethod: {
    says: "nobody by this method",
    cells: {
      ...withoutSession("method-not-allowed"),
      ...others("method-not-allowed"),
      owner: "method-not-allowed",
    },
  },
  exchangeOfOwner: { says: "the user whom the exchange names", cells: others("wrong-user") },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof rules;

/** What the access of the contract admits, before any rule. */
function admitted(access: Access, caller: Caller): Verdict {
  if (access === "guest") return "yes";
  if (caller === "guest" || caller === "deactivated" || caller === "ended") return "not-signed-in";
  return access === "user" || caller === "admin" ? "yes" : "forbidden";
}

/** The expected verdict of one cell: the access first, then the rule about the target. */
export function verdictOf(access: Access, rule: RuleName, caller: Caller): Verdict {
  const first = admitted(access, caller);
  const { cells }: Rule = rules[rule];
  return first === "yes" ? (cells[caller] ?? "yes") : first;
}

/** All cells of a row. */
export function verdicts(access: Access, rule: RuleName): Record<Caller, Verdict> {
  return Object.fromEntries(callerNames.map((caller) => [caller, verdictOf(access, rule, caller)])) as Record<
    Caller,
    Verdict
  >;
}

/** All cells of an online command in an exchange: a device can queue offline commands alone. */
export function onlineInExchange(): Record<Caller, Verdict> {
  const cell = (caller: Caller) => (admitted("user", caller) === "yes" ? "unknown-command" : "not-signed-in");
  return Object.fromEntries(callerNames.map((caller) => [caller, cell(caller)])) as Record<Caller, Verdict>;
}

/** All cells of rows that only some callers read. */
export function readersOnly(readers: readonly Caller[]): Record<Caller, "row" | "no row" | "not-signed-in"> {
  const cell = (caller: Caller) =>
    admitted("user", caller) !== "yes" ? "not-signed-in" : readers.includes(caller) ? "row" : "no row";
  return Object.fromEntries(callerNames.map((caller) => [caller, cell(caller)])) as Record<
    Caller,
    "row" | "no row" | "not-signed-in"
  >;
}
