import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { useOnline } from "../../../client/api/online.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { NextLine } from "./next-line.tsx";
import { ResendFoot } from "./rate-changed.tsx";
import type { BookingChoice, PanelChoice } from "./use-booking-choice.ts";
import { useNextStep } from "./use-next-step.ts";
import styles from "./book-foot.module.css";

type BookFootProps = {
  choice: PanelChoice;
  ownerId: string;
  plane: Placed;
  book: () => void;
  /** Called after a request went out again at a new price. */
  onSent: () => void;
};

/** Book Now, what it needs or costs, and what follows. */
export function BookFoot({ choice, ownerId, plane, book, onSent }: BookFootProps) {
  const isOnline = useOnline();
  const next = useNextStep(choice, ownerId, zoneOf(plane));
  if (choice.refused) return <ResendFoot refused={choice.refused} onSent={onSent} />;
  return (
    <>
      <div className={styles.act}>
        <Button
          variant={choice.date && !choice.misfit ? "primary" : "secondary"}
          full
          className={styles.book}
          onClick={book}
        >
          Book Now
        </Button>
        <p>{lineOf(choice, isOnline)}</p>
      </div>
      {next && <NextLine step={next} owner={choice.owner} now={choice.now} />}
    </>
  );
}

/** The line under Book Now: what is missing, else what it costs now. */
function lineOf({ date, details, misfit }: BookingChoice, isOnline: boolean): string {
  if (!date) return "Please select a date to continue";
  if (misfit?.field === "duration") return "Choose fewer hours or another date";
  if (!details) return "Please select a start to continue";
  return isOnline ? "You won't be charged yet" : `Saved on this ${deviceWord()} until you have signal`;
}
