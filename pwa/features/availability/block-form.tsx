import { CircleAlert } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { blockReasons, LONGEST_NOTE, type BlockReason } from "../../../shared/domain/hours/availability-rules.ts";
import { hoursRange } from "../../../shared/domain/hours/texts.ts";
import { refusals } from "../../../shared/kit/errors.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { blockTime, useAircraftBookings, useBlocks, usePilotName } from "../../client/availability/plan.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { reasonWords } from "./block-words.ts";
import { blockSpan, clashOf, halfHours, type BlockTimes } from "./plan-values.ts";
import styles from "./availability.module.css";

/** Minutes of one local day. */
export type NewBlock = { day: string; from: number; to: number };

type BlockFormProps = {
  plane: { id: string; name: string };
  zone: string;
  bufferMin: number;
  /** The time at first; by default tomorrow, 09:00 to 17:00. */
  start?: NewBlock | undefined;
  onDone: () => void;
  onLeave: () => void;
};

const times = {
  from: halfHours("from").map(({ value, label }) => ({ value: String(value), label })),
  to: halfHours("to").map(({ value, label }) => ({ value: String(value), label })),
};
const reasons = blockReasons.map((value) => ({ value, label: reasonWords[value] }));

const NINE = 540;
const FIVE = 1_020;

/** Blocks a time. Accepted bookings are in the way; open requests are declined after a question. */
export function BlockForm({ plane, zone, bufferMin, start, onDone, onLeave }: BlockFormProps) {
  const form = useBlockForm({ plane, zone, bufferMin, start, onDone });
  const { values, set, problem, question, isBusy, clash } = form;
  const problemId = useId();
  const navigate = useNavigate();
  const isInvalid = problem ? { "aria-invalid": true as const, "aria-describedby": problemId } : {};
  return (
    <form className={styles.blockForm} aria-label="Block time" noValidate onSubmit={form.submit}>
      <div className={styles.blockTimes} data-invalid={problem ? "" : undefined}>
        <TextField
          {...isInvalid}
          label="From"
          type="date"
          value={values.fromDay}
          data-autofocus=""
          autoFocus
          onChange={(fromDay) => set({ fromDay, ...(values.toDay < fromDay && { toDay: fromDay }) })}
        />
        <Select
          {...isInvalid}
          label="At"
          aria-label="From, at"
          value={String(values.fromMinute)}
          options={times.from}
          onChange={(at) => set({ fromMinute: Number(at) })}
        />
        <TextField {...isInvalid} label="Until" type="date" value={values.toDay} onChange={(toDay) => set({ toDay })} />
        <Select
          {...isInvalid}
          label="At"
          aria-label="Until, at"
          value={String(values.toMinute)}
          options={times.to}
          onChange={(at) => set({ toMinute: Number(at) })}
        />
      </div>
      <div role="alert">
        {problem && (
          <p id={problemId} className={styles.problem}>
            <Icon of={CircleAlert} size="s" />
            {problem}
          </p>
        )}
      </div>
      <div className={styles.blockMore}>
        <Select<BlockReason>
          label="Reason"
          value={values.reason}
          options={reasons}
          onChange={(reason) => set({ reason })}
        />
        <TextField
          label="Note, only you see it"
          autoComplete="off"
          maxLength={LONGEST_NOTE}
          value={values.note}
          onChange={(note) => set({ note })}
        />
      </div>
      <p role="status" className={styles.question}>
        {question}
      </p>
      <div className={styles.blockActions}>
        <Button type="submit" size="sm" busy={isBusy}>
          {isBusy ? "Blocking..." : question ? "Block and decline" : "Add block"}
        </Button>
        {clash && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              onLeave();
              void navigate(`/messages?with=${clash.pilotId}`);
            }}
          >
            Open booking
          </Button>
        )}
        <Button size="sm" variant="quiet" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type BlockValues = BlockTimes & { reason: BlockReason; note: string };

function useBlockForm({ plane, zone, bufferMin, start, onDone }: Omit<BlockFormProps, "onLeave">) {
  const [values, setValues] = useState((): BlockValues => {
    const tomorrow = dayOf(zonedMinute(Date.now(), zone).day + 1);
    const { day, from, to } = start ?? { day: tomorrow, from: NINE, to: FIVE };
    const times = { fromDay: day, fromMinute: from, toDay: day, toMinute: to };
    return { ...times, reason: "maintenance", note: "" };
  });
  const [hasTried, setTried] = useState(false);
  const [refused, setRefused] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const bookings = useAircraftBookings(plane.id);
  const blocks = useBlocks(plane.id);
  const span = blockSpan(values, zone);
  const found = span && clashOf(bookings, span, bufferMin);
  const clash = hasTried ? found?.booking : undefined;
  const pilotName = usePilotName(found?.booking?.pilotId);

  function problemNow(): string {
    if (!span) return "Choose both days.";
    if (span.to <= span.from) return "The end must be after the start.";
    if (span.to <= Date.now()) return "That time has passed. Choose a later one.";
    const booking = found?.booking;
    if (booking) {
      const hours = hoursRange(Date.parse(booking.startDate), Date.parse(booking.endsAt), zone);
      const has = `${pilotName} has ${hours}`;
      return span.from < Date.parse(booking.endsAt)
        ? `${has}. Move or cancel that booking first.`
        : `${has}, and the time after it stays free. Choose a later start.`;
    }
    const isBlocked = blocks?.some(({ from, to }) => Date.parse(from) < span.to && span.from < Date.parse(to));
    return isBlocked ? refusals["already-blocked"][1] : "";
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setRefused("");
    if (!span || problemNow()) return;
    if (found && found.requests > 0 && !isAsked) return setAsked(true);
    setBusy(true);
    const [from, to] = [span.from, span.to].map((at) => new Date(at).toISOString()) as [string, string];
    try {
      const outcome = await blockTime(plane, { from, to, reason: values.reason, note: values.note });
      if (outcome.kind === "refused") return setRefused(outcome.message);
      onDone();
      if (outcome.kind === "waiting")
        toast({
          kind: "wait",
          title: "Saved on this device",
          description: "The time is blocked when you have signal.",
        });
    } catch (problem) {
      setRefused(asNotKept(problem).message);
    } finally {
      setBusy(false);
    }
  }

  const requests = found?.requests ?? 0;
  return {
    values,
    set(changes: Partial<BlockValues>) {
      setValues({ ...values, ...changes });
      setRefused("");
      // A note or a reason declines no other requests.
      if (!("note" in changes || "reason" in changes)) setAsked(false);
    },
    problem: hasTried ? problemNow() || refused : "",
    question: isAsked ? `Declines ${requests} ${requests === 1 ? "request" : "requests"}. Block and decline?` : "",
    clash,
    isBusy,
    submit: (event: FormEvent) => void submit(event),
  };
}
