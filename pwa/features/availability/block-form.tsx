import { CircleAlert } from "../../ui/icons/icons.ts";
import { useId, useState, type FormEvent, type RefObject } from "react";
import { useNavigate } from "react-router-dom";
import { blockReasons, LONGEST_NOTE, type BlockReason } from "../../../shared/domain/hours/availability-rules.ts";
import { hoursRange } from "../../../shared/domain/hours/texts.ts";
import { counted } from "../../../shared/kit/counted.ts";
import { refusals } from "../../../shared/kit/errors.ts";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { blocksTime, blockTime, useAircraftBookings, useBlocks, usePilotName } from "../../client/availability/plan.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFocusAfterWork } from "../../ui/hooks/use-focus-after-work.ts";
import { reasonWords } from "./block-words.ts";
import { BlockDay } from "./block-day.tsx";
import { blockSpan, clashOf, type BlockValues, type NewBlock } from "./block-values.ts";
import { storeBlockDraft, storedBlockDraft } from "./plan-draft.ts";
import { halfHours } from "./plan-values.ts";
import parts from "./editor-parts.module.css";
import styles from "./block-form.module.css";

type BlockFormProps = {
  plane: { id: string; name: string };
  userId: string;
  zone: string;
  bufferMin: number;
  /** The time at first; by default tomorrow, 09:00 to 17:00. */
  start?: NewBlock | undefined;
  form: RefObject<HTMLFormElement | null>;
  /** The owner pressed Save of the dialog. */
  isForgotten: boolean;
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
export function BlockForm({ form: element, isForgotten, onLeave, ...options }: BlockFormProps) {
  const form = useBlockForm(options);
  const { values, today, set, problem, question, isBusy, clash } = form;
  const words = problem || (isForgotten ? "This block is not added yet. Add it or cancel it." : "");
  const problemId = useId();
  const navigate = useNavigate();
  const isInvalid = problem ? { "aria-invalid": true as const, "aria-describedby": problemId } : {};
  return (
    <form ref={element} className={styles.blockForm} aria-label="Block time" noValidate onSubmit={form.submit}>
      <div className={styles.blockTimes} data-invalid={problem ? "" : undefined}>
        <BlockDay
          label="From"
          day={values.fromDay}
          from={today}
          problemId={problem ? problemId : undefined}
          isFocused
          onSelect={(fromDay) => set({ fromDay, ...(values.toDay < fromDay && { toDay: fromDay }) })}
        />
        <Select
          {...isInvalid}
          label="At"
          aria-label="From, at"
          value={String(values.fromMinute)}
          options={times.from}
          onChange={(at) => set({ fromMinute: Number(at) })}
        />
        <BlockDay
          label="Until"
          day={values.toDay}
          from={values.fromDay < today ? today : values.fromDay}
          problemId={problem ? problemId : undefined}
          onSelect={(toDay) => set({ toDay })}
        />
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
        {words && (
          <p id={problemId} className={parts.problem}>
            <Icon of={CircleAlert} size="s" />
            {words}
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
        <Button size="sm" variant="quiet" disabled={isBusy} onClick={form.cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type BlockFormOptions = Pick<BlockFormProps, "plane" | "userId" | "zone" | "bufferMin" | "start" | "onDone">;

function useBlockForm({ plane, userId, zone, bufferMin, start, onDone }: BlockFormOptions) {
  const today = dayOf(zonedMinute(Date.now(), zone).day);
  const [values, setValues] = useState((): BlockValues => {
    const draft = start ? null : storedBlockDraft(userId, plane.id);
    if (draft) return draft;
    const tomorrow = dayOf(dayNumber(today) + 1);
    const { day, from, to } = start ?? { day: tomorrow, from: NINE, to: FIVE };
    const times = { fromDay: day, fromMinute: from, toDay: day, toMinute: to };
    return { ...times, reason: "maintenance", note: "" };
  });
  const [hasTried, setTried] = useState(false);
  const [refused, setRefused] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useFocusAfterWork(isBusy);
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
    const isBlocked = blocks
      ?.filter(blocksTime)
      .some(({ from, to }) => Date.parse(from) < span.to && span.from < Date.parse(to));
    return isBlocked ? refusals["already-blocked"][1] : "";
  }

  function done() {
    storeBlockDraft(userId, plane.id, null);
    onDone();
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
      done();
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
    today,
    cancel: done,
    set(changes: Partial<BlockValues>) {
      const next = { ...values, ...changes };
      setValues(next);
      storeBlockDraft(userId, plane.id, next);
      setRefused("");
      // A note or a reason declines no other requests.
      if (!("note" in changes || "reason" in changes)) setAsked(false);
    },
    problem: hasTried ? problemNow() || refused : "",
    question: isAsked ? `Declines ${counted(requests, "request")}. Block and decline?` : "",
    clash,
    isBusy,
    submit: (event: FormEvent) => void submit(event),
  };
}
