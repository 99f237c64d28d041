// Other hours for a booking, with the same calendar, starts and reasons as the booking panel. Loaded when it opens.
import { useMemo, useState } from "react";
import { rateOf } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dayIn } from "../../../../shared/kit/dates.ts";
import { dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { withoutHold, type Hold } from "../../../client/availability/own-hold.ts";
import type { Misfit } from "../../../client/availability/start-choices.ts";
import { useFreeHours } from "../../../client/availability/use-free-hours.ts";
import type { UnsentBooking } from "../../../client/bookings/stored-bookings.ts";
import { useToday } from "../../../client/shell/hydrated.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useFocusAfterWork } from "../../../ui/hooks/use-focus-after-work.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { HoursOutcome, WantedHours } from "../booking-commands.ts";
import { HoursSteps, useHoursPages, type HoursStep } from "../panel/hours-steps.tsx";
import { RateChanged } from "../panel/rate-changed.tsx";
import { useBook } from "../panel/use-book.ts";
import { useHoursChoice, type BookedPlane } from "../panel/use-booking-choice.ts";
import { sayProblem } from "../use-steps.ts";
import styles from "./hours-dialog.module.css";

export type HoursDialogProps = {
  title: string;
  /** Names the button that sends: "Propose". */
  actionLabel: string;
  note: string;
  /** `hourlyRate` is the one that the new hours cost. */
  plane: BookedPlane;
  ownerName: string;
  booking: Hold & { hours: number };
  /** The other member may read some words about the new hours. */
  hasWords: boolean;
  onClose: () => void;
  /** Sends the hours. Resolves with the server's answer, or null when nobody waits for one. */
  onChoose: (wanted: WantedHours, totalCents: number, words: string) => Promise<HoursOutcome | null>;
};

/** Asks for other hours of a booking, and shows beside the field why they cannot be had. */
export function HoursDialog(props: HoursDialogProps) {
  const { title, actionLabel, note, hasWords, onClose } = props;
  const form = useHoursForm(props);
  const { choice, plane, problem, rateProblem, isSending, send } = form;
  const [words, setWords] = useState("");
  const [step, setStep] = useState<HoursStep>("hours");
  const action = useBook(choice, ({ start, hours }) => void send({ startDate: start, hours }, words.trim()));
  const pages = useHoursPages(step, setStep, action);
  const total = priceOf(plane.hourlyRate, choice.hours).total;
  return (
    <Dialog
      open
      onClose={onClose}
      title={step === "date" ? "Choose a date" : title}
      description={note}
      bodyClassName={styles.body}
      foot={
        step === "date" ? (
          <Button onClick={() => pages.turnTo("hours")}>Back</Button>
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" busy={isSending} onClick={() => action.book?.()}>
              {isSending ? "Sending..." : rateProblem ? `Send at ${dollarsAndCents(total)}` : actionLabel}
            </Button>
          </>
        )
      }
    >
      <HoursSteps pages={pages} plane={plane} choice={choice} action={action}>
        {hasWords && (
          <div className={styles.words}>
            <TextArea label="Your words (optional)" value={words} onChange={setWords} rows={2} maxLength={500} />
          </div>
        )}
        {rateProblem && <RateChanged>{rateProblem}</RateChanged>}
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </HoursSteps>
    </Dialog>
  );
}

/** The entries of the dialog, with what the server answered to them. */
function useHoursForm({ plane: shown, ownerName, booking, onClose, onChoose }: HoursDialogProps) {
  const zone = zoneOf(shown);
  const today = useToday(zone);
  const { startDate, hours } = booking;
  const [draft, setDraft] = useState<UnsentBooking>(() => ({
    date: dayIn(new Date(startDate), zone),
    start: startDate,
    hours: Math.max(hours, shown.minHours),
  }));
  const [refusal, setRefusal] = useState<Misfit | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [newRate, setNewRate] = useState<{ rate: number; text: string } | null>(null);
  const [isSending, setSending] = useState(false);
  useFocusAfterWork(isSending);
  const read = useFreeHours(shown, useNow().getTime());
  const free = useMemo(() => ({ ...read, hours: read.hours && withoutHold(read.hours, booking) }), [read, booking]);
  const change = (changes: Partial<UnsentBooking>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setRefusal(null);
    setProblem(null);
  };
  const choice = useHoursChoice(shown, ownerName, { ...draft, today, change }, free, refusal);
  const plane = { ...shown, hourlyRate: newRate?.rate ?? shown.hourlyRate };

  const send = async (wanted: WantedHours, words: string) => {
    if (isSending) return;
    if (wanted.startDate === startDate && wanted.hours === hours)
      return setProblem("These are the present hours. Choose others.");
    setSending(true);
    try {
      const outcome = await onChoose(wanted, priceOf(plane.hourlyRate, wanted.hours).totalCents, words);
      if (outcome?.kind !== "refused" || outcome.code === "email-unverified") return onClose();
      const { code, message, fields, newTotalCents } = outcome;
      if (typeof newTotalCents === "number") {
        const rate = rateOf({ hourlyRate: null, totalCents: newTotalCents, hours: wanted.hours });
        setNewRate({ rate, text: message });
      } else if (fields["hours"]) setRefusal({ field: "duration", text: fields["hours"] });
      else if (fields["startDate"] ?? code === "hours-taken")
        setRefusal({ field: "start", text: fields["startDate"] ?? message });
      else setProblem(message);
    } catch (error) {
      sayProblem(error);
    } finally {
      setSending(false);
    }
  };
  return { choice, plane, problem, rateProblem: newRate?.text ?? null, isSending, send };
}
