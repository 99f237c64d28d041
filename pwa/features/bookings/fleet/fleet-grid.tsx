// The board of a desktop: a grid with one stop. Arrows move by cell, Enter steps into a cell, Escape back, B blocks the day.
import { CalendarClock, Lock, Plane, Plus, Wrench, type LucideIcon } from "lucide-react";
import { useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import type { BlockReason } from "../../../../shared/domain/hours/availability-rules.ts";
import { shortDay } from "../../../../shared/kit/dates.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { PlanePicture } from "../plane-picture.tsx";
import {
  barPlace,
  type BlockSpan,
  type DayWindow,
  type FleetDay,
  type FleetItem,
  type FleetRow,
} from "./fleet-layout.ts";
import { cellWords, fullDay, hoursOf, itemName, itemWords, plainName } from "./fleet-words.ts";
import styles from "./fleet.module.css";

export type FleetParts = {
  rows: readonly FleetRow[];
  window: DayWindow;
  zoneWords: string;
  nameOf: (userId: string) => string;
  onOpen: (item: FleetItem) => void;
  onBlock: (planeId: string, span: BlockSpan) => void;
};

type FleetGridProps = FleetParts & {
  /** Bars alone; a day opens its week. */
  isMonth: boolean;
  onWeek: (day: number) => void;
};

export const blockIcons: Record<BlockReason, LucideIcon> = { maintenance: Wrench, "own-flight": Plane, other: Lock };

/** The span that a block of a day starts with: the hours of its plan, or the whole day. */
export function blockOf({ day, open }: FleetDay): BlockSpan {
  const [from, to] = open ?? [0, 1440];
  return { day, from, to };
}

export function FleetGrid(props: FleetGridProps) {
  const { rows, zoneWords, isMonth } = props;
  const grid = useRef<HTMLDivElement>(null);
  const days = rows[0]?.days ?? [];
  const [stop, setStop] = useState({
    row: 0,
    column: Math.max(
      0,
      days.findIndex(({ isToday }) => isToday),
    ),
  });
  const row = Math.min(stop.row, rows.length - 1);
  const column = Math.min(stop.column, days.length - 1);
  const focusCell = (toRow: number, toColumn: number) => {
    const next = { row: clamp(toRow, rows.length), column: clamp(toColumn, days.length) };
    setStop(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus();
  };
  const moves: Record<string, () => void> = {
    ArrowLeft: () => focusCell(row, column - 1),
    ArrowRight: () => focusCell(row, column + 1),
    ArrowUp: () => focusCell(row - 1, column),
    ArrowDown: () => focusCell(row + 1, column),
    Home: () => focusCell(row, 0),
    End: () => focusCell(row, days.length - 1),
  };
  const onMove = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isInCell = !(event.target as HTMLElement).matches("[data-cell]");
    const act = moves[event.key] ?? (isInCell && event.key === "Escape" ? () => focusCell(row, column) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const place = { "--days": days.length } as CSSProperties;
  return (
    <div className={styles.frame}>
      <div
        ref={grid}
        role="grid"
        aria-label={`Bookings by aircraft and day. ${zoneWords}`}
        className={classNames(styles.grid, isMonth && styles.month)}
        style={place}
      >
        <div role="row" className={styles.row}>
          <div role="columnheader" className={styles.corner}>
            {zoneWords}
          </div>
          {days.map((day) => (
            <div key={day.day} role="columnheader" className={classNames(styles.dayHead, day.isToday && styles.today)}>
              <span className="vh">{fullDay(day.day)}</span>
              <span aria-hidden="true">
                {shortDay(day.day).slice(0, 3)} <b>{Number(day.day.slice(8))}</b>
                {day.isToday && !isMonth && " today"}
              </span>
            </div>
          ))}
        </div>
        {rows.map((one, rowPlace) => (
          <div key={one.plane.id} role="row" className={styles.row}>
            <div role="rowheader" className={styles.name}>
              <PlanePicture src={one.plane.picture} width={60} className={styles.picture} />
              <span>
                <b>{plainName(one.plane)}</b>
                <span>{one.plane.location}</span>
              </span>
            </div>
            {one.days.map((day, columnPlace) => (
              <Cell
                key={day.day}
                {...props}
                row={one}
                day={day}
                at={`${rowPlace}-${columnPlace}`}
                onMove={onMove}
                isStop={rowPlace === row && columnPlace === column}
                onFocus={() => setStop({ row: rowPlace, column: columnPlace })}
              />
            ))}
          </div>
        ))}
      </div>
      <Legend />
    </div>
  );
}

function clamp(place: number, count: number): number {
  return Math.min(Math.max(place, 0), count - 1);
}

type CellProps = FleetGridProps & {
  row: FleetRow;
  day: FleetDay;
  at: string;
  /** Tab leads here. */
  isStop: boolean;
  onFocus: () => void;
  onMove: (event: KeyboardEvent) => void;
};

function Cell(props: CellProps) {
  const { row, day, at, isStop, onFocus, onMove, isMonth, window, nameOf, onOpen, onBlock, onWeek } = props;
  const block = () => onBlock(row.plane.id, blockOf(day));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isCell = event.target === event.currentTarget;
    if (event.key.toLowerCase() === "b" && !event.ctrlKey && !event.metaKey && !day.isPast) block();
    else if (isCell && event.key === "Enter") {
      if (isMonth) onWeek(day.number);
      else event.currentTarget.querySelector("button")?.focus();
    } else return onMove(event);
    event.preventDefault();
  };
  return (
    <div
      role="gridcell"
      data-cell={at}
      tabIndex={isStop ? 0 : -1}
      className={classNames(styles.cell, day.isToday && styles.today, day.isClosed && styles.closed)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={isMonth ? () => onWeek(day.number) : undefined}
    >
      {/* The name of the cell: this, then the words of its chips. */}
      <span className="vh">{cellWords(row.plane, day, isMonth ? nameOf : null)}</span>
      <DayBar day={day} window={window} />
      {day.now !== null && <NowLine minute={day.now} window={window} />}
      {!isMonth && (
        <>
          {day.isClosed && day.items.length === 0 && (
            <span aria-hidden="true" className={styles.closedWord}>
              Closed
            </span>
          )}
          {day.items.map((item) => (
            <Chip key={item.id} item={item} nameOf={nameOf} onOpen={onOpen} />
          ))}
          {!day.isPast && (
            <button type="button" tabIndex={-1} className={styles.add} onClick={block}>
              <Icon of={Plus} size="s" /> Block
            </button>
          )}
        </>
      )}
    </div>
  );
}

const barClass = { accepted: styles.barOwn, request: styles.barAsk, past: styles.barPast, block: styles.barBlock };

/** Decoration: the cell's name has the words. */
export function DayBar({ day, window }: { day: FleetDay; window: DayWindow }) {
  return (
    <span aria-hidden="true" className={styles.bar}>
      {day.items.map((item) => (
        <span key={item.id}>
          {item.buffer > 0 && (
            <span className={styles.barKept} style={barPlace({ from: item.to, to: item.to + item.buffer }, window)} />
          )}
          <span className={barClass[item.kind]} style={barPlace(item, window)} />
        </span>
      ))}
    </span>
  );
}

function NowLine({ minute, window }: { minute: number; window: DayWindow }) {
  if (minute < window.from || minute > window.to) return null;
  const part = (minute - window.from) / (window.to - window.from);
  return <span aria-hidden="true" className={styles.now} style={{ "--part": part } as CSSProperties} />;
}

type ChipProps = { item: FleetItem; nameOf: (userId: string) => string; onOpen: (item: FleetItem) => void };

function Chip({ item, nameOf, onOpen }: ChipProps) {
  const icon = item.kind === "block" ? blockIcons[item.block.reason] : item.kind === "request" ? CalendarClock : null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles.chip, styles[item.kind])}
      onClick={() => onOpen(item)}
    >
      <span className="vh">{itemWords(item, nameOf)}; </span>
      <span aria-hidden="true">
        <b>{hoursOf(item)}</b>
        <span>{itemName(item, nameOf)}</span>
      </span>
      {icon && <Icon of={icon} size="s" />}
    </button>
  );
}

function Legend() {
  const kinds = [
    [styles.barOwn, "Accepted"],
    [styles.barAsk, "Request"],
    [styles.barBlock, "Blocked"],
    [styles.barKept, "Kept free after a flight"],
    [styles.barPast, "Past"],
  ] as const;
  return (
    <p className={styles.legend} aria-hidden="true">
      {kinds.map(([look, word]) => (
        <span key={word}>
          <span className={look} /> {word}
        </span>
      ))}
      <span className={styles.how}>Choose a free day to block it.</span>
    </p>
  );
}
