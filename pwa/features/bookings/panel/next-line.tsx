import type { Drawing } from "../../../ui/icons/drawn.ts";
import { CalendarClock, MailCheck, Zap } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { answerDeadline } from "../../../../shared/domain/bookings-rules.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { readerTime } from "../../../../shared/kit/zoned-hours.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import styles from "./next-line.module.css";

export type NextStep =
  | { kind: "answer"; start: number; zone: string }
  /** Offline: the time to answer begins when the request is sent. */
  | { kind: "offline" }
  | { kind: "instant"; why: "returning" | "verified" }
  | { kind: "unverified" };

/** Who answers by when, under Book Now. */
export function NextLine({ step, owner, now }: { step: NextStep; owner: string; now: number }) {
  if (step.kind === "offline")
    return (
      <Line icon={CalendarClock} more="Nothing is charged here">
        {owner} answers after it is sent
      </Line>
    );
  if (step.kind === "unverified")
    return (
      <Line icon={MailCheck} more={`Then it goes by itself. The hours are not held until ${owner} accepts.`}>
        Your request waits until your email is verified.
      </Line>
    );
  if (step.kind === "instant")
    return (
      <Line icon={Zap} more="The hours are yours when it is sent · nothing is charged here">
        <b>Accepted at once.</b>{" "}
        {step.why === "returning" ? `You have flown with ${owner}` : "You are a verified pilot"}
      </Line>
    );
  const by = new Date(answerDeadline(step.start, now)).toISOString();
  const own = readerTime(by, step.zone);
  return (
    <Line icon={CalendarClock} more={own ? `${own} · nothing is charged here` : "Nothing is charged here"}>
      {owner} answers by <b>{zonedTime(by, step.zone)}</b>
    </Line>
  );
}

function Line({ icon, more, children }: { icon: Drawing; more: string; children: ReactNode }) {
  return (
    <div className={styles.next}>
      <Icon of={icon} />
      <p>{children}</p>
      <span>{more}</span>
    </div>
  );
}
