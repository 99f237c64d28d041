// One day of one aircraft on the board: its day bar and the chips that begin on it.
import type { Drawing } from "../../../ui/icons/drawn.ts";
import { CalendarClock, Lock, Plane, Plus, Wrench } from "../../../ui/icons/icons.ts";
import type { CSSProperties } from "react";
import type { BlockReason } from "../../../../shared/domain/hours/availability-rules.ts";
import { DAY_MINUTES } from "../../../../shared/kit/zoned-days.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { freeSlot, type FleetChip } from "./fleet-chips.ts";
import { DayBar } from "./fleet-bar.tsx";
import type { BlockSpan, DayWindow, FleetDay, FleetItem, FleetPlane } from "./fleet-layout.ts";
import { cellWords, chipWords, hoursOf, itemName, minuteText, type NameOf } from "./fleet-words.ts";
import styles from "./fleet-grid.module.css";
import looks from "./fleet-items.module.css";

export const blockIcons: Record<BlockReason, Drawing> = { maintenance: Wrench, "own-flight": Plane, other: Lock };

const HALF_HOUR = 30;

/** The span that a block of a day starts with: the hours of its plan, or the whole day; today what is left of that. */
export function blockOf({ day, open, now }: FleetDay): BlockSpan {
  const [from, to] = open ?? [0, DAY_MINUTES];
  const next = now === null ? from : Math.ceil(now / HALF_HOUR) * HALF_HOUR;
  const start = Math.min(Math.max(from, next), DAY_MINUTES - HALF_HOUR);
  return { day, from: start, to: start < to ? to : DAY_MINUTES };
}

type FleetCellProps = {
  plane: FleetPlane;
  day: FleetDay;
  /** The chips of the row; null in a month, which has bars alone. */
  chips: readonly FleetChip[] | null;
  column: number;
  /** Row and column. */
  at: string;
  window: DayWindow;
  /** Tab leads here. */
  isStop: boolean;
  /** The time is written on the line of now. */
  showsTime: boolean;
  nameOf: NameOf;
  onOpen: (item: FleetItem) => void;
  onBlock: (planeId: string, span: BlockSpan) => void;
};

export function FleetCell(props: FleetCellProps) {
  const { plane, day, chips, column, at, window, isStop, showsTime, nameOf } = props;
  const starting = chips?.filter((chip) => chip.column === column) ?? [];
  const saidByChips = new Set(starting.map(({ item }) => item.id));
  return (
    <div
      role="gridcell"
      data-cell={at}
      tabIndex={isStop ? 0 : -1}
      className={classNames(styles.cell, day.isToday && styles.today, day.isClosed && looks.closed)}
    >
      {/* The name of the cell: this, then the words of its chips. */}
      <span className="vh">
        {cellWords(
          plane,
          day,
          day.items.filter(({ id }) => !saidByChips.has(id)),
          nameOf,
        )}
      </span>
      {hasBar(day, chips) && <DayBar day={day} window={window} />}
      <NowLine day={day} window={window} showsTime={showsTime && chips !== null} />
      {chips && (
        <>
          {day.isClosed && day.items.length === 0 && (
            <span aria-hidden="true" className={styles.closedWord}>
              Closed
            </span>
          )}
          {starting.map((chip) => (
            <Chip key={chip.item.id} chip={chip} nameOf={nameOf} onOpen={props.onOpen} />
          ))}
          {!day.isPast && (
            <button
              type="button"
              tabIndex={-1}
              data-days={column}
              className={styles.add}
              style={{ "--slot": freeSlot(chips, column) } as CSSProperties}
              onClick={() => props.onBlock(plane.id, blockOf(day))}
            >
              <Icon of={Plus} size="s" /> Block
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** A closed day and a day inside of a long block have none: the words there say the same. */
function hasBar({ items, isClosed }: FleetDay, chips: readonly FleetChip[] | null): boolean {
  if (items.length === 0) return !isClosed;
  if (!chips) return true;
  return items.some(({ kind, id }) => kind !== "block" || chips.some(({ item, span }) => item.id === id && span === 1));
}

function NowLine({ day, window, showsTime }: { day: FleetDay; window: DayWindow; showsTime: boolean }) {
  const { now } = day;
  if (now === null || now < window.from || now > window.to) return null;
  const part = (now - window.from) / (window.to - window.from);
  return (
    <span aria-hidden="true" className={styles.now} style={{ "--part": part } as CSSProperties}>
      {showsTime && <span className={styles.nowTime}>{minuteText(now)}</span>}
    </span>
  );
}

type ChipProps = { chip: FleetChip; nameOf: NameOf; onOpen: (item: FleetItem) => void };

function Chip({ chip: { item, column, span, slot }, nameOf, onOpen }: ChipProps) {
  const icon = item.kind === "block" ? blockIcons[item.block.reason] : item.kind === "request" ? CalendarClock : null;
  const [title, text] = wordsOf(item, span, nameOf);
  const days = Array.from({ length: span }, (_, at) => column + at);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-days={days.join(" ")}
      className={classNames(styles.chip, looks[item.kind], item.kind === "block" && styles.hasIconFirst)}
      style={{ "--slot": slot, "--span": span } as CSSProperties}
      onClick={() => onOpen(item)}
    >
      <span className="vh">{chipWords(item, nameOf)}; </span>
      <span aria-hidden="true">
        <b>{title}</b>
        <span>{text}</span>
      </span>
      {icon && <Icon of={icon} size="s" />}
    </button>
  );
}

/** The two lines of a chip. A long block begins with its reason. */
function wordsOf(item: FleetItem, span: number, nameOf: NameOf): readonly [string, string] {
  const name = itemName(item, nameOf);
  if (span === 1 || item.kind !== "block") return [hoursOf(item), name];
  const { note } = item.block;
  return [name, note ? `${hoursOf(item)} · ${note}, only you see this` : hoursOf(item)];
}
