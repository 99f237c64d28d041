// The board of a phone: a week strip, then one lane for each aircraft on the chosen day.
import { Plus } from "../../../ui/icons/icons.ts";
import { useRef, type KeyboardEvent } from "react";
import { counted } from "../../../../shared/kit/counted.ts";
import { shortDay } from "../../../../shared/kit/dates.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { PlanePicture } from "../plane-picture.tsx";
import { blockIcons, blockOf } from "./fleet-cell.tsx";
import type { FleetParts } from "./fleet-grid.tsx";
import { barPlace, type DayWindow, type FleetDay, type FleetItem, type FleetRow } from "./fleet-layout.ts";
import { keptWords } from "./fleet-legend.tsx";
import { briefHours, briefName, fullDay, itemName, itemWords, minuteText, plainName } from "./fleet-words.ts";
import styles from "./fleet-lanes.module.css";
import looks from "./fleet-items.module.css";

type FleetLanesProps = FleetParts & {
  /** All aircraft: the strip counts also those whose lanes are not shown yet. */
  fleet: readonly FleetRow[];
  day: number;
  onDay: (day: number) => void;
};

/** The smallest part of a lane that a finger can hit on a phone of 320 pixels. */
const SMALLEST_GAP = 0.17;

export function FleetLanes({ fleet, day, onDay, ...parts }: FleetLanesProps) {
  const { rows, window, zoneWords, buffer } = parts;
  const days = rows[0]?.days ?? [];
  const chosen = days.findIndex(({ number }) => number === day);
  const strip = useRef<HTMLDivElement>(null);
  const choose = (place: number) => {
    const next = days[(place + days.length) % days.length];
    if (!next) return;
    onDay(next.number);
    strip.current?.querySelectorAll<HTMLElement>("[role=tab]")[(place + days.length) % days.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const shown = days[chosen];
  if (!shown) return null;
  const hours = fullHours(window);
  return (
    <>
      <div ref={strip} role="tablist" aria-label="Day" className={styles.week}>
        {days.map((one, place) => (
          <button
            key={one.day}
            type="button"
            role="tab"
            aria-selected={place === chosen}
            aria-controls="fleet-lanes"
            tabIndex={place === chosen ? 0 : -1}
            className={classNames(one.isToday && styles.isToday)}
            onClick={() => choose(place)}
            onKeyDown={onKeyDown}
          >
            <DayTab day={one} items={fleet.flatMap(({ days }) => days[place]?.items ?? [])} />
          </button>
        ))}
      </div>
      <div id="fleet-lanes" role="tabpanel" aria-label={fullDay(shown.day)} className={styles.lanes}>
        <p className={styles.head}>
          <b>{shortDay(shown.day)}</b>
          <span>{zoneWords}</span>
        </p>
        <p className={styles.hours} aria-hidden="true">
          {hours.map((minute) => (
            <span key={minute} style={{ left: barPlace({ from: minute, to: minute }, window).left }}>
              {minuteText(minute).slice(0, 2)}
            </span>
          ))}
        </p>
        <ul>
          {rows.map((row) => (
            <Lane key={row.plane.id} {...parts} row={row} day={row.days[chosen]!} hours={hours} />
          ))}
        </ul>
      </div>
      <p className="hint">
        Tap free time to block it.{buffer !== 0 && ` Hatched after a flight: ${laterWords(buffer)}.`}
      </p>
    </>
  );
}

const laterWords = (buffer: number | null) => (buffer === null ? "time kept free" : keptWords(buffer));

/** Every third full hour inside the window. */
function fullHours({ from, to }: DayWindow): number[] {
  return Array.from({ length: 8 }, (_, place) => place * 180).filter((minute) => minute > from && minute < to);
}

const MOST_MARKS = 3;

/** A day with a mark for each flight and request; its name has the numbers. */
function DayTab({ day: { day, isToday }, items }: { day: FleetDay; items: readonly FleetItem[] }) {
  const flights = items.filter(({ kind }) => kind === "accepted" || kind === "past");
  const requests = items.filter(({ kind }) => kind === "request");
  return (
    <>
      <span className="vh">
        {fullDay(day)}
        {isToday && ", today"}, {countWords(items)}
      </span>
      <span aria-hidden="true">{shortDay(day).slice(0, 3)}</span>
      <b aria-hidden="true">{Number(day.slice(8))}</b>
      <span className={styles.marks} aria-hidden="true">
        {[...flights, ...requests].slice(0, MOST_MARKS).map(({ id, kind }) => (
          <span key={id} data-kind={kind} className={kind === "request" ? looks.barAsk : looks.barOwn} />
        ))}
      </span>
    </>
  );
}

/** `2 bookings, 1 request, 1 block`; `nothing` */
function countWords(items: readonly FleetItem[]): string {
  const count = (kinds: readonly FleetItem["kind"][], one: string) => {
    const number = items.filter(({ kind }) => kinds.includes(kind)).length;
    return number > 0 ? [counted(number, one)] : [];
  };
  const words = [
    ...count(["accepted", "past"], "booking"),
    ...count(["request"], "request"),
    ...count(["block"], "block"),
  ];
  return words.join(", ") || "nothing";
}

type LaneProps = FleetParts & { row: FleetRow; day: FleetDay; hours: readonly number[] };

function Lane({ row, day, hours, window, nameOf, onOpen, onBlock }: LaneProps) {
  const { plane } = row;
  const free = freeTimes(day, window);
  const gaps = free.filter(({ from, to }) => to - from >= (window.to - window.from) * SMALLEST_GAP);
  return (
    <li className={styles.lane}>
      <div className={styles.name}>
        <PlanePicture src={plane.picture} width={52} className={styles.picture} />
        <span>
          <b>{plainName(plane)}</b>
          <span>{plane.location}</span>
          <span className={styles.count}>{stateOf(day)}</span>
        </span>
        {gaps.length === 0 && free.length > 0 && (
          <IconButton
            icon={Plus}
            label={`Block time of ${plainName(plane)} on ${fullDay(day.day)}`}
            onClick={() => onBlock(plane.id, blockOf(day))}
          />
        )}
      </div>
      <div className={classNames(styles.track, day.isClosed && looks.closed)}>
        {hours.map((minute) => (
          <span
            key={minute}
            aria-hidden="true"
            className={styles.hour}
            style={{ left: barPlace({ from: minute, to: minute }, window).left }}
          />
        ))}
        {gaps.map((gap) => (
          <button
            key={gap.from}
            type="button"
            className={styles.gap}
            style={barPlace(gap, window)}
            aria-label={`Block ${plainName(plane)} from ${minuteText(gap.from)} to ${minuteText(gap.to)}`}
            onClick={() => onBlock(plane.id, { day: day.day, ...gap })}
          >
            <Icon of={Plus} />
          </button>
        ))}
        {day.items.map((item) => (
          <LaneItem
            key={item.id}
            item={item}
            window={window}
            name={itemName(item, nameOf)}
            words={itemWords(item, nameOf)}
            onOpen={onOpen}
          />
        ))}
      </div>
    </li>
  );
}

/** The times of a day that nothing takes, from the next half hour on. */
function freeTimes({ isPast, now, items }: FleetDay, window: DayWindow): { from: number; to: number }[] {
  if (isPast) return [];
  const start = Math.max(window.from, now === null ? 0 : Math.ceil((now + 1) / 30) * 30);
  const gaps: { from: number; to: number }[] = [];
  let from = start;
  const taking = items.filter(({ kind }) => kind !== "cancelled");
  for (const item of [...taking, { from: window.to, barEnd: window.to, buffer: 0 }]) {
    if (item.from > from) gaps.push({ from, to: item.from });
    from = Math.max(from, item.barEnd + item.buffer);
  }
  return gaps;
}

type LaneItemProps = {
  item: FleetItem;
  window: DayWindow;
  name: string;
  words: string;
  onOpen: (item: FleetItem) => void;
};

function LaneItem({ item, window, name, words, onOpen }: LaneItemProps) {
  const after = { from: item.barEnd, to: item.barEnd + item.buffer };
  const fills = item.from <= window.from && item.to >= window.to;
  return (
    <>
      {item.buffer > 0 && (
        <span aria-hidden="true" className={classNames(styles.kept, looks.kept)} style={barPlace(after, window)} />
      )}
      <button
        type="button"
        className={classNames(styles.item, looks[item.kind])}
        style={barPlace({ from: item.from, to: item.barEnd }, window)}
        onClick={() => onOpen(item)}
      >
        <span className="vh">{words}</span>
        {item.kind === "block" && <Icon of={blockIcons[item.block.reason]} size="s" />}
        <span aria-hidden="true">
          {/* A block of the whole day needs no hours. */}
          {!(item.kind === "block" && fills) && <b>{briefHours(item)}</b>}
          {item.kind === "block" ? (
            <span>{name}</span>
          ) : (
            <span>{item.kind === "cancelled" ? name : briefName(name)}</span>
          )}
        </span>
      </button>
    </>
  );
}

/** The day of a lane in a few words. */
function stateOf(day: FleetDay): string {
  const asked = day.items.filter(({ kind }) => kind === "accepted" || kind === "request");
  if (asked.length > 0) return countWords(asked);
  if (day.items.some(({ kind }) => kind === "block")) return "Blocked";
  if (day.isClosed) return "Closed";
  return day.items.some(({ kind }) => kind === "past") ? "Flown" : "Free";
}
