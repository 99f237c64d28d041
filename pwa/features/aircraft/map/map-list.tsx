// The list beside the map: one row for each aircraft. Renders only rows near the view where there are many.
import { memo, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { shownPicture } from "../../../../shared/domain/aircraft-rules.ts";
import { airportOf } from "../../../../shared/domain/airfields/home-airport.ts";
import type { From } from "../../../client/airfields/near-list.ts";
import type { CardList } from "../../../client/catalogue/catalogue-view.ts";
import { Link } from "../../../ui/actions/link.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { AircraftName } from "../aircraft-name.tsx";
import { Picture } from "../picture.tsx";
import { PricePerHour } from "../price-per-hour.tsx";
import { awayWords, fieldWords } from "./map-words.ts";
import { point, pointSoon, useIsPointed } from "./pointed.ts";
import { rowsInView } from "./rows-in-view.ts";
import styles from "./map-list.module.css";

type MapListProps = {
  cards: CardList;
  from: From | null;
  /** Place of the row that belongs to the chosen airfield. */
  chosenRow: number | null;
};

/** Memoized: a movement of the map renders the page, not its rows. */
export const MapList = memo(function MapList({ cards, from, chosenRow }: MapListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ top: 0, height: 0, row: 0 });
  const { first, last } = rowsInView(cards.length, shown);
  const above = first * shown.row;
  const below = (cards.length - last) * shown.row;

  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const update = () => {
      const row = list.querySelector("li")?.offsetHeight ?? 0;
      const next = { top: list.scrollTop, height: list.clientHeight, row };
      setShown((last) => (isSame(last, next) ? last : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(list);
    list.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", update);
    };
  }, [cards]);

  const showRow = useEffectEvent((place: number) => {
    const list = box.current;
    if (!list) return;
    // Its own place, once it is rendered: rows with larger text are not equally high.
    const row = list.querySelector<HTMLElement>(`li[aria-posinset="${place + 1}"]`);
    const { offsetTop: top, offsetHeight: height } = row ?? { offsetTop: place * shown.row, offsetHeight: shown.row };
    const isSeen = top >= list.scrollTop && top + height <= list.scrollTop + list.clientHeight;
    // A phone shows the row instead of a card: it goes as far up as the list has rows.
    if (!isSeen || isPhone()) list.scrollTo({ top, behavior: "instant" });
  });
  const isMeasured = shown.row > 0;
  useLayoutEffect(() => {
    if (chosenRow !== null && isMeasured) showRow(chosenRow);
  }, [chosenRow, isMeasured]);

  return (
    <div ref={box} className={styles.box}>
      <ul style={{ paddingTop: above, paddingBottom: below }} onPointerLeave={() => pointSoon(null)}>
        {cards.slice(first, last).map((plane, nth) => {
          const isChosen = first + nth === chosenRow;
          return (
            <li key={plane.id} aria-setsize={cards.length} aria-posinset={first + nth + 1}>
              <Row plane={plane} from={from} isChosen={isChosen} />
            </li>
          );
        })}
      </ul>
    </div>
  );
});

type RowProps = {
  plane: AircraftCard;
  from: From | null;
  isChosen: boolean;
};

function Row({ plane, from, isChosen }: RowProps) {
  const field = airportOf(plane)?.id ?? null;
  const isPointed = useIsPointed((pointed) => pointed === field);
  return (
    <Link
      to={`/aircraft/${plane.id}`}
      state={{ canGoBack: true }}
      className={classNames(styles.row, isChosen && styles.chosen, isPointed && styles.pointed)}
      aria-current={isChosen ? "true" : undefined}
      onPointerEnter={() => pointSoon(field)}
      onFocus={() => point(field)}
      onBlur={() => point(null)}
    >
      <span className={styles.picture}>
        <Picture src={shownPicture(plane)} alt="" sizes="112px" />
      </span>
      <span className={styles.name}>
        <AircraftName name={plane.name} />
      </span>
      <span className={styles.price}>
        <PricePerHour rate={plane.hourlyRate} />
      </span>
      <span className={styles.field}>{fieldWords(plane)}</span>
      <span className={styles.away}>{awayWords(plane, from) ?? `${plane.seats} seats, ${plane.cruiseSpeed} kts`}</span>
    </Link>
  );
}

function isSame(a: Record<string, number>, b: Record<string, number>): boolean {
  return Object.keys(a).every((key) => a[key] === b[key]);
}

function isPhone(): boolean {
  return !matchMedia("(min-width: 64em)").matches;
}
