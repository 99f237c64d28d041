// Limits, times and texts of reviews, free of zod: the form loads this file.

/** Maximum characters of a comment. */
export const LONGEST_COMMENT = 4000;

/** Maximum characters of a reply. */
export const LONGEST_REPLY = 2000;

/** Labels of the ratings, from one star upward. */
export const starWords = ["Poor", "Fair", "Good", "Very good", "Excellent"] as const;

/** Days after a flight's end in which its members write; then all its reviews become visible. */
const REVIEW_DAYS = 14;

/** The instant at which the reviews of a booking become visible, also when only one member has written. */
export function reviewsEnd({ endsAt }: { endsAt: string }): string {
  return new Date(Date.parse(endsAt) + REVIEW_DAYS * 86_400_000).toISOString();
}
