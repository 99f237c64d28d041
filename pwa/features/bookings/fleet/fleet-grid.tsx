// The board of a desktop: a grid with one stop. Arrows move by cell, Enter steps into a cell, Escape back, B blocks the day.
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { shortDay } from "../../../../shared/kit/dates.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { PlanePicture } from "../plane-picture.tsx";
import { chipsOf } from "./fleet-chips.ts";
import { FleetCell } from "./fleet-cell.tsx";
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
  const onFocus = (next: Stop) => {
    if (!isEntering.current && (next.row !== wanted.row || next.column !== wanted.column)) setWanted(next);
  };
  return { grid, stop, onMove, onFocus, onEnter: () => enter(buttonsOf(stop)[0]) };
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(place, count - 1));
}

export function FleetGrid(props: FleetGridProps) {
  const { rows, zoneWords, isMonth, window, buffer } = props;
  const { grid, stop, ...keys } = useStop(rows);
  const days = rows[0]?.days ?? [];
  const month = isMonth ? days[0]?.day : undefined;
  useEffect(() => {
    const board = grid.current;
    const today = board?.querySelector<HTMLElement>("[data-today]");
    // A month is wider than the page.
    if (board && today && month) board.scrollLeft = today.offsetLeft - board.clientWidth / 2;
  }, [grid, month]);
  return (
    <div className={styles.frame}>
      <div
        ref={grid}
        role="grid"
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
            {...props}
            {...keys}
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

type RowProps = FleetGridProps & {
  row: FleetRow;
  place: number;
  /** The column of the stop, in its row. */
  column: number | null;
  showsTime: boolean;
  onFocus: (stop: Stop) => void;
  onMove: (event: KeyboardEvent) => void;
  onEnter: () => void;
};

function Row({ row, place, column, isMonth, onFocus, onBlock, ...parts }: RowProps) {
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
          onFocus={() => onFocus({ row: place, column: at })}
          onBlock={(span) => onBlock(plane.id, span)}
        />
      ))}
    </div>
  );
}
