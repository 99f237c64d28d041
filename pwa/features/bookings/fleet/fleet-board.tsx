// My Fleet: one row for each aircraft and days across; on a phone one lane for each aircraft and the chosen day.
import { ChevronLeft, ChevronRight } from "../../../ui/icons/icons.ts";
import { startTransition, useCallback, useDeferredValue, useMemo, useState } from "react";
import { planDefaults } from "../../../../shared/domain/hours/availability-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import { zoneName } from "../../../../shared/kit/zoned-hours.ts";
import { knownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { knownPeer } from "../../../client/messages/known-peer.ts";
import { openDialog } from "../../../client/shell/dialogs.ts";
import { blocksTime } from "../../../client/availability/plan.ts";
import { useRows } from "../../../client/sync/rows.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { EmptyState } from "../../../ui/display/empty-state.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { useWideScreen } from "../../../ui/hooks/use-wide-screen.ts";
import { FleetGrid } from "./fleet-grid.tsx";
import {
  dayWindow,
  fleetRows,
  weekStart,
  type BlockSpan,
  type FleetData,
  type FleetItem,
  type FleetPlane,
} from "./fleet-layout.ts";
import { FleetLanes } from "./fleet-lanes.tsx";
import { rangeText } from "./fleet-words.ts";
import styles from "./fleet-board.module.css";

/** Aircraft shown at first, and added by each press. */
const ROWS_PER_STEP = 12;

type View = "week" | "month";

type Shown = {
  view: View;
  /** A day that is shown; null is today. */
  chosen: number | null;
  /** How many aircraft. */
  most: number;
};

type FleetBoardProps = {
  me: string;
  now: Date;
  /** Opens the form that blocks a time; without a span, the list of blocked times. */
  onBlock: (plane: FleetPlane, span: BlockSpan | null) => void;
};

function useFleet(me: string): (FleetData & { nameOf: (userId: string) => string }) | undefined {
  const own = useMemo(() => ({ ownerId: me }), [me]);
  const aircraft = useRows("aircraft", own);
  const bookings = useRows("bookings", own);
  const plans = useRows("plans");
  const blocks = useRows("blocks");
  const people = useRows("people");
  return useMemo(() => {
    if (!aircraft || !bookings || !plans || !blocks || !people) return undefined;
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return {
      aircraft: aircraft.flatMap((one) => knownAircraft(one) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1)),
      bookings,
      plans,
      blocks: blocks.filter(blocksTime),
      nameOf: (id) => names.get(id) ?? knownPeer(me, id).name,
    };
  }, [aircraft, bookings, plans, blocks, people, me]);
}

export function FleetBoard({ me, now, onBlock }: FleetBoardProps) {
  // A large fleet is drawn in parts, so that presses are answered meanwhile.
  const fleet = useDeferredValue(useFleet(me));
  const isWide = useWideScreen();
  const zones = [...new Set(fleet?.aircraft.map(zoneOf))];
  const today = zonedMinute(now.getTime(), zones[0] ?? "UTC").day;
  const [{ view, chosen, most }, setShown] = useState<Shown>({ view: "week", chosen: null, most: ROWS_PER_STEP });
  const show = useCallback((change: (shown: Shown) => Partial<Shown>) => {
    startTransition(() => setShown((shown) => ({ ...shown, ...change(shown) })));
  }, []);
  const day = chosen ?? today;
  const { first, count } = rangeOf(view, day);
  const rows = useMemo(() => fleet && fleetRows(fleet, first, count, now), [fleet, first, count, now]);
  const window = useMemo(() => fleet && rows && dayWindow(fleet, rows), [fleet, rows]);
  const block = useCallback(
    (planeId: string, span: BlockSpan | null) => {
      const plane = fleet?.aircraft.find(({ id }) => id === planeId);
      if (plane) onBlock(plane, span);
    },
    [fleet, onBlock],
  );
  const open = useCallback(
    (item: FleetItem) => {
      if (item.kind === "block") return block(item.block.aircraftId, null);
      const { pilotId } = item.booking;
      openDialog({ name: "message", recipient: { id: pilotId, name: fleet?.nameOf(pilotId) ?? "" } });
    },
    [fleet, block],
  );
  const openWeek = useCallback((number: number) => show(() => ({ view: "week", chosen: number })), [show]);
  if (!fleet || !rows || !window) return null;
  if (fleet.aircraft.length === 0)
    return (
      <EmptyState level="h2" title="No aircraft yet">
        Aircraft that you list appear here with their days.
      </EmptyState>
    );
  // By what is chosen when the change is drawn: presses may follow each other faster.
  const move = (by: 1 | -1) =>
    show((shown) => {
      const from = shown.chosen ?? today;
      return { chosen: shown.view === "week" ? from + by * 7 : monthAfter(from, by) };
    });
  const zoneWords = zones.length === 1 ? `All times ${zoneName(now, zones[0])}` : "Times of each aircraft";
  const parts = {
    ...{ rows: rows.slice(0, most), window, zoneWords, buffer: bufferOf(fleet) },
    ...{ nameOf: fleet.nameOf, onOpen: open, onBlock: block },
  };
  // At once: the next arrow key starts from the chosen day.
  const chooseDay = (number: number) => setShown((shown) => ({ ...shown, chosen: number }));
  const left = rows.length - most;
  return (
    <section aria-label="Board" className={styles.board}>
      <div className={styles.nav}>
        <IconButton icon={ChevronLeft} label={`Earlier ${view}`} className={styles.turn} onClick={() => move(-1)} />
        {/* A phone has it only where today is elsewhere. */}
        <Button
          className={first <= today && today < first + count ? "desk" : undefined}
          onClick={() => show(() => ({ chosen: null }))}
        >
          Today
        </Button>
        <IconButton icon={ChevronRight} label={`Later ${view}`} className={styles.turn} onClick={() => move(1)} />
        <h2 className={styles.range} aria-live="polite">
          {rangeText(dayOf(first), dayOf(first + count - 1))}
        </h2>
        <div className={`desk ${styles.views}`}>
          <SegmentedControl
            label="Days"
            options={[
              { value: "week", label: "Week" },
              { value: "month", label: "Month" },
            ]}
            value={view}
            onChange={(next) => next && show(() => ({ view: next }))}
          />
        </div>
      </div>
      {isWide ? (
        <FleetGrid {...parts} isMonth={view === "month"} onWeek={openWeek} />
      ) : (
        <FleetLanes {...parts} fleet={rows} day={day} onDay={chooseDay} />
      )}
      {left > 0 && (
        <Button className={styles.more} onClick={() => show((shown) => ({ most: shown.most + ROWS_PER_STEP }))}>
          Show {Math.min(left, ROWS_PER_STEP)} more aircraft
        </Button>
      )}
    </section>
  );
}

/** The minutes kept free after flights, if they are the same for the whole fleet. */
function bufferOf({ aircraft, plans }: FleetData): number | null {
  const edited = new Map(plans.map(({ aircraftId, bufferMin }) => [aircraftId, bufferMin]));
  const buffers = new Set(aircraft.map(({ id }) => edited.get(id) ?? planDefaults.bufferMin));
  return buffers.size === 1 ? [...buffers][0]! : null;
}

function rangeOf(view: View, day: number): { first: number; count: number } {
  if (view === "week") return { first: weekStart(day), count: 7 };
  const first = dayNumber(`${dayOf(day).slice(0, 7)}-01`);
  return { first, count: monthAfter(first, 1) - first };
}

/** The first day of the month before or after. */
function monthAfter(day: number, by: 1 | -1): number {
  const [year = 0, month = 1] = dayOf(day).split("-").map(Number);
  return Date.UTC(year, month - 1 + by, 1) / 86_400_000;
}
