/** The general text of a refusal for invalid input. Apart from the other texts, which load with the first write. */
export const INVALID_INPUT = "Please check the marked fields.";
