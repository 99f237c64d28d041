// The board of a phone: a week strip, then one lane for each aircraft on the chosen day.
import { Plus } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { shortDay } from "../../../../shared/kit/dates.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { PlanePicture } from "../plane-picture.tsx";
import { blockIcons, blockOf, type FleetParts } from "./fleet-grid.tsx";
import { barPlace, type DayWindow, type FleetDay, type FleetItem, type FleetRow } from "./fleet-layout.ts";
import { fullDay, hoursOf, itemName, itemWords, minuteText, plainName } from "./fleet-words.ts";
import styles from "./fleet.module.css";

type FleetLanesProps = FleetParts & { day: number; onDay: (day: number) => void };

/** The smallest part of a lane that a finger can hit on a phone of 320 pixels. */
const SMALLEST_GAP = 0.17;

export function FleetLanes({ day, onDay, ...parts }: FleetLanesProps) {
  const { rows, window, zoneWords } = parts;
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
            <span>{shortDay(one.day).slice(0, 3)}</span>
            <b>{Number(one.day.slice(8))}</b>
            <Marks rows={rows} place={place} />
          </button>
        ))}
      </div>
      <div id="fleet-lanes" role="tabpanel" aria-label={fullDay(shown.day)} className={styles.lanes}>
        <p className={styles.laneHead}>
          <b>{shortDay(shown.day)}</b>
          <span>{zoneWords}</span>
        </p>
        <p className={styles.hours} aria-hidden="true">
          {fullHours(window).map((minute) => (
            <span key={minute} style={{ left: barPlace({ from: minute, to: minute }, window).left }}>
              {minuteText(minute).slice(0, 2)}
            </span>
          ))}
        </p>
        <ul>
          {rows.map((row) => (
            <Lane key={row.plane.id} {...parts} row={row} day={row.days[chosen]!} />
          ))}
        </ul>
        <p className="hint">Tap free time to block it. Hatched after a flight: time kept free.</p>
      </div>
    </>
  );
}

/** Every third full hour inside the window. */
function fullHours({ from, to }: DayWindow): number[] {
  return Array.from({ length: 8 }, (_, place) => place * 180).filter((minute) => minute > from && minute < to);
}

/** How much there is on a day: a mark for each flight and request, at most four. */
function Marks({ rows, place }: { rows: readonly FleetRow[]; place: number }) {
  const kinds = rows.flatMap(({ days }) => days[place]?.items.map(({ kind }) => kind) ?? []);
  const wanted = kinds.filter((kind) => kind === "accepted" || kind === "request");
  const flights = wanted.filter((kind) => kind === "accepted").length;
  const requests = wanted.length - flights;
  return (
    <>
      <span className={styles.marks} aria-hidden="true">
        {wanted.slice(0, 4).map((kind, at) => (
          <span key={at} className={kind === "request" ? styles.barAsk : styles.barOwn} />
        ))}
      </span>
      {wanted.length > 0 && (
        <span className="vh">
          , {flights} booked, {requests} requested
        </span>
      )}
    </>
  );
}

type LaneProps = FleetParts & { row: FleetRow; day: FleetDay };

function Lane({ row, day, window, nameOf, onOpen, onBlock }: LaneProps) {
  const { plane } = row;
  return (
    <li className={styles.lane}>
      <div className={styles.laneName}>
        <PlanePicture src={plane.picture} width={52} className={styles.picture} />
        <span>
          <b>{plainName(plane)}</b>
          <span>{plane.location}</span>
          <span className={styles.count}>{countOf(day)}</span>
        </span>
        {!day.isPast && (
          <IconButton
            icon={Plus}
            label={`Block time of ${plainName(plane)} on ${fullDay(day.day)}`}
            onClick={() => onBlock(plane.id, blockOf(day))}
          />
        )}
      </div>
      <div className={classNames(styles.track, day.isClosed && styles.closed)}>
        {freeGaps(day, window).map((gap) => (
          <button
            key={gap.from}
            type="button"
            className={styles.gap}
            style={barPlace(gap, window)}
            aria-label={`Block ${plainName(plane)} from ${minuteText(gap.from)} to ${minuteText(gap.to)}`}
            onClick={() => onBlock(plane.id, { day: day.day, ...gap })}
          />
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

/** The free times of a day that are wide enough to be tapped. */
function freeGaps({ isPast, now, items }: FleetDay, window: DayWindow): { from: number; to: number }[] {
  if (isPast) return [];
  const least = (window.to - window.from) * SMALLEST_GAP;
  const start = Math.max(window.from, now === null ? 0 : Math.ceil((now + 1) / 30) * 30);
  const gaps: { from: number; to: number }[] = [];
  let from = start;
  for (const item of [...items, { from: window.to, to: window.to, buffer: 0 }]) {
    if (item.from - from >= least) gaps.push({ from, to: item.from });
    from = Math.max(from, item.to + item.buffer);
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
  const kept = { from: item.to, to: item.to + item.buffer };
  return (
    <>
      {item.buffer > 0 && <span aria-hidden="true" className={styles.kept} style={barPlace(kept, window)} />}
      <button
        type="button"
        className={classNames(styles.item, styles[item.kind])}
        style={barPlace(item, window)}
        onClick={() => onOpen(item)}
      >
        <span className="vh">{words}</span>
        {item.kind === "block" && <Icon of={blockIcons[item.block.reason]} size="s" />}
        <span aria-hidden="true">
          <b>{hoursOf(item)}</b>
          <span>{name}</span>
        </span>
      </button>
    </>
  );
}

function countOf({ items, isClosed }: FleetDay): string {
  const count = (kind: FleetItem["kind"], one: string, many: string) => {
    const number = items.filter((item) => item.kind === kind).length;
    return number > 0 ? [`${number} ${number === 1 ? one : many}`] : [];
  };
  const words = [...count("accepted", "booking", "bookings"), ...count("request", "request", "requests")];
  if (words.length > 0) return words.join(", ");
  if (items.some(({ kind }) => kind === "block")) return "Blocked";
  return isClosed ? "Closed" : items.length > 0 ? "Flown" : "Free";
}
