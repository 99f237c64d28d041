import { ChevronDown, ChevronUp, CircleAlert, Copy, Plus, Trash2 } from "../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import { weekdays, type MinuteSpan, type Weekday, type WeeklyHours } from "../../../shared/domain/free-hours.ts";
import { clockText, spansText } from "../../../shared/domain/hours/texts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { SelectButton } from "../../ui/form/select-button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { HoursBar, HourTicks } from "./hours-bar.tsx";
import { dayNames, halfHours, nextSpan, type PlanProblems } from "./plan-values.ts";
import parts from "./editor-parts.module.css";
import styles from "./weekly-hours.module.css";

type WeeklyHoursProps = {
  weekly: WeeklyHours;
  problems: PlanProblems;
  onChange: (weekly: WeeklyHours) => void;
};

/** The open hours of each weekday. A phone shows the controls of one day at a time, a larger screen those of all days. */
export function WeeklyHoursField({ weekly, problems, onChange }: WeeklyHoursProps) {
  const [openDay, setOpenDay] = useState<Weekday | null>(null);
  const [lastDay, setLastDay] = useState<Weekday>("mon");
  const set = (day: Weekday, spans: MinuteSpan[]) => {
    setLastDay(day);
    onChange({ ...weekly, [day]: spans });
  };
  const copy = (day: Weekday) => onChange(Object.fromEntries(weekdays.map((one) => [one, weekly[day]])) as WeeklyHours);
  return (
    <section aria-labelledby="weekly-hours">
      <div className={parts.sectionHead}>
        <h3 id="weekly-hours">Weekly hours</h3>
        <Button variant="quiet" size="sm" className={styles.wideOnly} onClick={() => copy(lastDay)}>
          <Icon of={Copy} size="s" />
          Copy {dayNames[lastDay]} to all days
        </Button>
      </div>
      <div className={styles.wideTicks}>
        <HourTicks />
      </div>
      <ul className={parts.box}>
        {weekdays.map((day) => (
          <DayRow
            key={day}
            day={day}
            spans={weekly[day]}
            problem={problems[day]}
            isOpen={openDay === day || problems[day] !== undefined}
            onToggle={() => setOpenDay(openDay === day ? null : day)}
            onChange={(spans) => set(day, spans)}
            onCopy={() => copy(day)}
          />
        ))}
      </ul>
    </section>
  );
}

type DayRowProps = {
  day: Weekday;
  spans: readonly MinuteSpan[];
  problem: string | undefined;
  /** Whether a phone shows its controls. */
  isOpen: boolean;
  onToggle: () => void;
  onChange: (spans: MinuteSpan[]) => void;
  onCopy: () => void;
};

function DayRow({ day, spans, problem, isOpen, onToggle, onChange, onCopy }: DayRowProps) {
  const name = dayNames[day];
  const add = useRef<HTMLButtonElement>(null);
  /** The hours before the day was closed. */
  const before = useRef<MinuteSpan[]>([]);
  const setOpen = (opens: boolean) => {
    if (!opens) before.current = [...spans];
    const first = nextSpan([]);
    onChange(!opens ? [] : before.current.length > 0 ? before.current : first ? [first] : []);
  };
  const next = nextSpan(spans);
  return (
    <li className={styles.day} data-open={isOpen || undefined}>
      <span className={styles.name} aria-hidden="true">
        <span>{name.slice(0, 3)}</span>
        <span>{name}</span>
      </span>
      <Switch className={styles.switch} checked={spans.length > 0} onChange={setOpen}>
        <span className="vh">{name} open</span>
      </Switch>
      <div className={styles.barPlace}>
        <HoursBar spans={spans} />
        <HourTicks />
      </div>
      <span className={styles.summary} data-closed={spans.length === 0 || undefined}>
        <span className="vh">{name}: </span>
        {spans.length > 0 ? spansText(spans) : "Closed"}
      </span>
      <IconButton
        small
        icon={isOpen ? ChevronUp : ChevronDown}
        label={isOpen ? `Close ${name}` : `Change ${name}`}
        aria-expanded={isOpen}
        className={styles.toggle}
        onClick={onToggle}
      />
      <div className={styles.times}>
        {spans.map((span, index) => (
          <SpanFields
            key={index}
            name={name}
            span={span}
            isInvalid={problem !== undefined}
            onChange={(changed) => onChange(spans.map((one, at) => (at === index ? changed : one)))}
            onRemove={
              spans.length > 1
                ? () => {
                    onChange(spans.filter((_, at) => at !== index));
                    add.current?.focus();
                  }
                : undefined
            }
          />
        ))}
        {problem && (
          <p className={parts.problem} role="alert">
            <Icon of={CircleAlert} size="s" />
            {problem}
          </p>
        )}
      </div>
      <div className={styles.dayActions}>
        <Button
          ref={add}
          size="sm"
          className={styles.add}
          disabled={next === null}
          aria-label={`Add hours on ${name}`}
          onClick={() => next && onChange([...spans, next])}
        >
          <Icon of={Plus} size="s" />
          <span>Add hours</span>
        </Button>
        <Button size="sm" variant="quiet" className={styles.phoneOnly} onClick={onCopy}>
          <Icon of={Copy} size="s" />
          Copy to all days
        </Button>
      </div>
    </li>
  );
}

type SpanFieldsProps = {
  name: string;
  span: MinuteSpan;
  isInvalid: boolean;
  onChange: (span: MinuteSpan) => void;
  onRemove: (() => void) | undefined;
};

function SpanFields({ name, span: [from, to], isInvalid, onChange, onRemove }: SpanFieldsProps) {
  return (
    <span className={styles.span}>
      <TimeSelect
        end="from"
        label={`${name} from`}
        value={from}
        isInvalid={isInvalid}
        onChange={(at) => onChange([at, to])}
      />
      <span aria-hidden="true">–</span>
      <TimeSelect
        end="to"
        label={`${name} until`}
        value={to}
        isInvalid={isInvalid}
        onChange={(at) => onChange([from, at])}
      />
      {onRemove && (
        <IconButton small icon={Trash2} label={`Remove ${clockText(from)} to ${clockText(to)}`} onClick={onRemove} />
      )}
    </span>
  );
}

const options = { from: halfHours("from"), to: halfHours("to") };

type TimeSelectProps = {
  end: "from" | "to";
  label: string;
  value: number;
  isInvalid: boolean;
  onChange: (minute: number) => void;
};

function TimeSelect({ end, label, value, isInvalid, onChange }: TimeSelectProps) {
  return (
    <SelectButton
      label={label}
      className={styles.time}
      aria-invalid={isInvalid || undefined}
      value={value}
      options={options[end]}
      onChange={onChange}
    >
      {clockText(value)}
      <Icon of={ChevronDown} size="s" />
    </SelectButton>
  );
}
