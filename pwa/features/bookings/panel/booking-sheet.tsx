// The booking panel's fields in a sheet, for screens where the panel is far below. Built on Radix, so it is loaded when opened.
import type { ReactNode } from "react";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dollars } from "../../../../shared/kit/money.ts";
import { zoneName } from "../../../../shared/kit/zoned-hours.ts";
import { cityOf } from "../../../client/availability/hours-words.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { BookFoot } from "./book-foot.tsx";
import { HoursSteps, useHoursPages, type HoursStep } from "./hours-steps.tsx";
import { sayDateMissing, useBook } from "./use-book.ts";
import type { BookedPlane, BookingChoice, PanelChoice } from "./use-booking-choice.ts";
import styles from "./booking-sheet.module.css";

export type SheetStep = HoursStep;

export type BookingSheetProps = {
  step: SheetStep;
  /** Null closes the sheet. */
  onStep: (step: SheetStep | null) => void;
  plane: BookedPlane;
  choice: PanelChoice;
  onBook: Parameters<typeof useBook>[1];
  ownerId: string;
  /** Called after a request went out again at a new price. */
  onSent: () => void;
  /** Renders the price with its unit. */
  price: ReactNode;
};

export function BookingSheet({ step, onStep, plane, choice, onBook, ownerId, onSent, price }: BookingSheetProps) {
  const close = () => onStep(null);
  const action = useBook(
    choice,
    onBook &&
      ((details) => {
        close();
        onBook(details);
      }),
  );
  const pages = useHoursPages(step, onStep, action);
  const zone = zoneName(new Date(choice.start ?? choice.now), zoneOf(plane));
  const isDate = step === "date";
  const [plainName] = demoNameParts(plane.name);
  const goOn = () => {
    if (choice.date) return pages.turnTo("hours");
    sayDateMissing();
    pages.focusDay();
  };
  return (
    <Sheet
      open
      onClose={close}
      side="bottom"
      isTall
      title={isDate ? "Choose a date" : "Choose your hours"}
      note={
        isDate
          ? `${plainName} · ${cityOf(plane.location)} time, ${zone}`
          : `${plainName} · ${dollars(plane.hourlyRate)} / hour · ${plane.minHours} hour minimum`
      }
      onOpened={(event) => {
        if (!isDate || !choice.free.hours) return;
        event.preventDefault();
        pages.focusDay();
      }}
      foot={
        isDate ? (
          <DateFoot price={price} plane={plane} choice={choice} onPress={goOn} />
        ) : (
          action.book && (
            <div className={styles.inset}>
              <BookFoot
                choice={choice}
                ownerId={ownerId}
                plane={plane}
                book={action.book}
                onSent={() => {
                  close();
                  onSent();
                }}
              />
            </div>
          )
        )
      }
    >
      <HoursSteps pages={pages} plane={plane} choice={choice} action={action} />
    </Sheet>
  );
}

type DateFootProps = { price: ReactNode; plane: BookedPlane; choice: BookingChoice; onPress: () => void };

function DateFoot({ price, plane, choice: { date }, onPress }: DateFootProps) {
  return (
    <div className={styles.dateFoot}>
      <div className={styles.act}>
        <span>
          {price}
          <span className={styles.minimum}>{plane.minHours} hour minimum</span>
        </span>
        <Button onClick={onPress}>{date ? "Choose a start" : "Book Now"}</Button>
      </div>
      <p>{date ? "Your date stays until you choose another" : "Please select a date to continue"}</p>
    </div>
  );
}
