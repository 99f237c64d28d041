// Numbers of a review that its form needs as well. No schema library here.

/** Characters of a comment at most. */
export const LONGEST_COMMENT = 4000;

/** What a star count means, from one star on. */
export const starWords = ["Poor", "Fair", "Good", "Very good", "Excellent"] as const;
