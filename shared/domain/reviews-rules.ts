// Limits and texts of reviews, free of zod: the form loads this file.

/** Maximum characters of a comment. */
export const LONGEST_COMMENT = 4000;

/** Labels of the ratings, from one star upward. */
export const starWords = ["Poor", "Fair", "Good", "Very good", "Excellent"] as const;
