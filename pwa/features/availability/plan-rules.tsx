import { counted } from "../../../shared/kit/counted.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { shortDay } from "../../../shared/kit/dates.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { instantWords, type InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import { TextField } from "../../ui/form/text-field.tsx";
import type { PlanProblems, PlanValues } from "./plan-values.ts";
import parts from "./editor-parts.module.css";
import styles from "./plan-rules.module.css";

type PlanRulesProps = {
  values: PlanValues;
  problems: PlanProblems;
  zone: string;
  onChange: (changes: Partial<PlanValues>) => void;
};

/** Notice, buffer and horizon. */
export function PlanRules({ values, problems, zone, onChange }: PlanRulesProps) {
  const today = zonedMinute(useNow().getTime(), zone).day;
  const days = Number(values.horizonDays);
  const last = Number.isInteger(days) && days > 0 && days < 1_000 ? dayOf(today + days) : null;
  const until = last === null ? undefined : `Until ${shortDay(last)}, ${last.slice(0, 4)}.`;
  return (
    <section>
      <h3>Rules</h3>
      <div className={styles.rules}>
        <TextField
          label="Notice"
          unit="hours"
          inputMode="numeric"
          hint="Earliest start after now."
          value={values.noticeHours}
          error={problems.noticeHours}
          onChange={(noticeHours) => onChange({ noticeHours })}
        />
        <TextField
          label="Buffer"
          unit="minutes"
          inputMode="numeric"
          hint="Kept free after each booking."
          value={values.bufferMin}
          error={problems.bufferMin}
          onChange={(bufferMin) => onChange({ bufferMin })}
        />
        <TextField
          label="Ask ahead"
          unit="days"
          inputMode="numeric"
          hint={until}
          value={values.horizonDays}
          error={problems.horizonDays}
          onChange={(horizonDays) => onChange({ horizonDays })}
        />
      </div>
    </section>
  );
}

type AcceptAtOnceProps = {
  value: InstantMode;
  /** Pilots who completed a flight with the owner. */
  returningPilots: number;
  onChange: (value: InstantMode) => void;
};

/** Whose requests are accepted without an answer. */
export function AcceptAtOnce({ value, returningPilots, onChange }: AcceptAtOnceProps) {
  const soFar = `${counted(returningPilots, "pilot")} so far.`;
  const modes: { mode: InstantMode; hint: string }[] = [
    { mode: "off", hint: "You answer every request." },
    {
      mode: "returning",
      hint: `${soFar} Others wait for your answer.`,
    },
    {
      mode: "verified",
      hint: "Requests that fit your hours are yours and theirs at once.",
    },
  ];
  return (
    <fieldset className={styles.instant}>
      <legend>
        <h3>Accept at once</h3>
      </legend>
      <div className={parts.box}>
        {modes.map(({ mode, hint }) => (
          <label key={mode} className={styles.option}>
            <input type="radio" name="instant" checked={value === mode} onChange={() => onChange(mode)} />
            <b>{instantWords[mode]}</b>
            <span>{hint}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
