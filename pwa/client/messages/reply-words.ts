// An owner's reply time in words.
import type { ReplyTime } from "../../../shared/domain/accounts.ts";
import { counted } from "../../../shared/kit/counted.ts";

const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

const within = (count: number, unit: string) => `within ${counted(count, unit)}`;

/** `usually within 1 hour, answers 95 %`; null for too few answers, and in a copy that an older version stored. */
export function replyWords({ replyMinutes, replyRate }: Partial<ReplyTime>): string | null {
  if (typeof replyMinutes !== "number" || typeof replyRate !== "number") return null;
  return `usually ${timeWords(replyMinutes)}, answers ${Math.round(replyRate * 100)} %`;
}

/** `usually answers within 1 hour`; null for too few answers. */
export function answersWords({ replyMinutes }: Partial<ReplyTime>): string | null {
  return typeof replyMinutes === "number" ? `usually answers ${timeWords(replyMinutes)}` : null;
}

function timeWords(replyMinutes: number): string {
  const hours = Math.max(1, Math.ceil(replyMinutes / HOUR_MINUTES));
  return hours < DAY_HOURS ? within(hours, "hour") : within(Math.ceil(hours / DAY_HOURS), "day");
}
