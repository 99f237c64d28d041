// The board of a desktop: a grid with one stop. Arrows move by cell, Enter steps into a cell, Escape back, B blocks the day.
import {
  memo,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { shortDay } from "../../../../shared/kit/dates.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { PlanePicture } from "../plane-picture.tsx";
import { chipsOf } from "./fleet-chips.ts";
import { blockOf, FleetCell } from "./fleet-cell.tsx";
import type { BlockSpan, DayWindow, FleetItem, FleetRow } from "./fleet-layout.ts";
import { FleetLegend } from "./fleet-legend.tsx";
import { fullDay, plainName, presentWords, type NameOf } from "./fleet-words.ts";
import styles from "./fleet-grid.module.css";

export type FleetParts = {
  rows: readonly FleetRow[];
  window: DayWindow;
  zoneWords: string;
  /** Minutes kept free after flights; null when aircraft differ. */
  buffer: number | null;
  nameOf: NameOf;
  onOpen: (item: FleetItem) => void;
  onBlock: (planeId: string, span: BlockSpan) => void;
};

type FleetGridProps = FleetParts & {
  /** Bars alone; a day opens its week. */
  isMonth: boolean;
  onWeek: (day: number) => void;
};

type Stop = { row: number; column: number };

/** The cell that Tab leads to, and the keys that move it. */
function useStop(rows: readonly FleetRow[]) {
  const grid = useRef<HTMLDivElement>(null);
  /** Set while the focus goes to a chip that begins in another cell. */
  const isEntering = useRef(false);
  const days = rows[0]?.days ?? [];
  const [wanted, setWanted] = useState<Stop>(() => ({ row: 0, column: days.findIndex(({ isToday }) => isToday) }));
  const stop = { row: clamp(wanted.row, rows.length), column: clamp(wanted.column, days.length) };
  const focusCell = (row: number, column: number) => {
    const next = { row: clamp(row, rows.length), column: clamp(column, days.length) };
    setWanted(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus();
  };
  const byCell: Record<string, () => void> = {
    ArrowLeft: () => focusCell(stop.row, stop.column - 1),
    ArrowRight: () => focusCell(stop.row, stop.column + 1),
    ArrowUp: () => focusCell(stop.row - 1, stop.column),
    ArrowDown: () => focusCell(stop.row + 1, stop.column),
    Home: () => focusCell(stop.row, 0),
    End: () => focusCell(stop.row, days.length - 1),
  };
  /** Focuses a button of the present cell, which stays the stop. */
  const enter = (button: HTMLElement | undefined) => {
    isEntering.current = true;
    button?.focus();
    isEntering.current = false;
  };
  const buttonsOf = ({ row, column }: Stop) =>
    [...(grid.current?.querySelectorAll<HTMLElement>(`[data-row="${row}"] button`) ?? [])].filter((button) =>
      button.dataset["days"]?.split(" ").includes(String(column)),
    );
  const inCell = (key: string): (() => void) | undefined => {
    const buttons = buttonsOf(stop);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (key === "Escape") return () => focusCell(stop.row, stop.column);
    if (key === "ArrowDown" || key === "ArrowRight") return () => enter(buttons[at + 1]);
    return key === "ArrowUp" || key === "ArrowLeft" ? () => enter(buttons[at - 1]) : undefined;
  };
  const onMove = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isCell = (event.target as HTMLElement).matches("[data-cell]");
    const act = isCell ? byCell[event.key] : inCell(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const next = stopAt(target);
    if (isEntering.current || !next) return;
    if (next.row !== wanted.row || next.column !== wanted.column) setWanted(next);
  };
  return { grid, stop, onMove, onFocus, onEnter: () => enter(buttonsOf(stop)[0]) };
}

/** The place of the cell around an element. */
function stopAt(element: Element): Stop | null {
  const [row, column] = (element.closest<HTMLElement>("[data-cell]")?.dataset["cell"] ?? "").split("-").map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(place, count - 1));
}

export function FleetGrid(props: FleetGridProps) {
  const { rows, zoneWords, isMonth, window, buffer, nameOf, onOpen, onBlock, onWeek } = props;
  const { grid, stop, onFocus, onMove, onEnter } = useStop(rows);
  const days = rows[0]?.days ?? [];
  const month = isMonth ? days[0]?.day : undefined;
  useEffect(() => {
    if (!month) return;
    // A month is wider than the page. Its layout is another task than the rows.
    const frame = requestAnimationFrame(() => {
      const board = grid.current;
      const today = board?.querySelector<HTMLElement>("[data-today]");
      if (board && today) board.scrollLeft = today.offsetLeft - board.clientWidth / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [grid, month]);
  const onClick = ({ target }: MouseEvent) => {
    const cell = isMonth ? stopAt(target as Element) : null;
    const day = cell && rows[cell.row]?.days[cell.column];
    if (day) onWeek(day.number);
  };
  // The board handles the keys of all cells, so that a row is drawn again only when it changes.
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, day] = [rows[stop.row], rows[stop.row]?.days[stop.column]];
    const isPlain = !event.ctrlKey && !event.metaKey && (event.target as HTMLElement).matches("[data-cell]");
    if (event.target === event.currentTarget) return;
    if (!row || !day || !isPlain) return onMove(event);
    if (event.key.toLowerCase() === "b" && !day.isPast) onBlock(row.plane.id, blockOf(day));
    else if (event.key !== "Enter") return onMove(event);
    else if (isMonth) onWeek(day.number);
    else onEnter();
    event.preventDefault();
  };
  return (
    <div className={styles.frame}>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onClick}
        aria-label={`Bookings by aircraft and day. ${zoneWords}`}
        className={classNames(styles.grid, isMonth && styles.month)}
        style={{ "--days": days.length } as CSSProperties}
      >
        <div role="row" className={styles.row}>
          <div role="columnheader" className={styles.corner}>
            {zoneWords}
          </div>
          {days.map((day) => (
            <div
              key={day.day}
              role="columnheader"
              data-today={day.isToday || undefined}
              className={classNames(styles.dayHead, day.isToday && styles.today)}
            >
              <span className="vh">
                {fullDay(day.day)}
                {day.isToday && ", today"}
              </span>
              <span aria-hidden="true">
                {shortDay(day.day).slice(0, 3)} <b>{Number(day.day.slice(8))}</b>
                {day.isToday && !isMonth && " today"}
              </span>
            </div>
          ))}
        </div>
        {rows.map((one, place) => (
          <Row
            key={one.plane.id}
            {...{ isMonth, window, nameOf, onOpen, onBlock }}
            row={one}
            place={place}
            column={place === stop.row ? stop.column : null}
            // One line over the board needs its time once.
            showsTime={place === 0 || rows[place - 1]?.today.now !== one.today.now}
          />
        ))}
      </div>
      <FleetLegend window={window} buffer={buffer} isMonth={isMonth} />
    </div>
  );
}

type RowProps = Pick<FleetGridProps, "isMonth" | "window" | "nameOf" | "onOpen" | "onBlock"> & {
  row: FleetRow;
  place: number;
  /** The column of the stop, in its row. */
  column: number | null;
  showsTime: boolean;
};

const Row = memo(function Row({ row, place, column, isMonth, ...parts }: RowProps) {
  const { plane, days } = row;
  const chips = isMonth ? null : chipsOf(days);
  return (
    <div role="row" className={styles.row} data-row={place}>
      <div role="rowheader" className={styles.name}>
        <PlanePicture src={plane.picture} width={60} className={styles.picture} />
        <span>
          <b>{plainName(plane)}</b>
          <span>{plane.location}</span>
          <span className={styles.present}>{presentWords(row)}</span>
        </span>
      </div>
      {days.map((day, at) => (
        <FleetCell
          key={day.day}
          {...parts}
          plane={plane}
          day={day}
          chips={chips}
          column={at}
          at={`${place}-${at}`}
          isStop={at === column}
        />
      ))}
    </div>
  );
});
