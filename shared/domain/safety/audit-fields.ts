// The field that every command of an admin has.
import { text } from "../../kit/fields.ts";

const REASON_MAX = 500;

/** Why the admin did it, in their words; the audit trail keeps it. */
export const reason = text(REASON_MAX).optional();

/** The same, where a command needs it. */
export const neededReason = text(REASON_MAX).refine((words) => words.trim() !== "", "Say why");
