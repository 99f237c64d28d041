// What requirements and the wallet choose from, free of zod.

/** From the least to the most; the same order decides whether a pilot's one is enough. */
export const certificates = ["sport", "recreational", "private", "commercial", "atp"] as const;
export type Certificate = (typeof certificates)[number];

/** A pilot may have the least one, which no owner asks for. */
export const heldCertificates = ["student", ...certificates] as const;
export type HeldCertificate = (typeof heldCertificates)[number];

/** Ratings and endorsements, in the order of every list. */
export const ratings = [
  "instrument",
  "multi-engine",
  "complex",
  "high-performance",
  "tailwheel",
  "high-altitude",
  "seaplane",
] as const;
export type Rating = (typeof ratings)[number];

/** From the least to the most. */
export const medicals = ["basicmed", "third", "second", "first"] as const;
export type Medical = (typeof medicals)[number];

export const REVIEW_MONTHS = [12, 24] as const;
/** The days before a flight in which landings count. */
export const RECENT_DAYS = 90;

/** The parts of a wallet, in the order of every list. */
export const paperNames = ["certificate", "ratings", "medical", "review", "insurance", "hours"] as const;
export type PaperName = (typeof paperNames)[number];

/** How a pilot's wallet compares with one minimum. */
export const verdicts = ["ok", "low", "missing"] as const;
export type Verdict = (typeof verdicts)[number];
