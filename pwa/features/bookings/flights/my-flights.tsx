// My Flights: the next flight, then Upcoming, Waiting and Past, all from the rows on this device.
import { Fragment, useMemo, type ReactNode } from "react";
import { isToAnswer } from "../../../client/bookings/to-answer.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { useRows } from "../../../client/sync/rows.ts";
import { ButtonLink } from "../../../ui/actions/button.tsx";
import { EmptyState } from "../../../ui/display/empty-state.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { heldBooking, type BookingWithStatus } from "../booking-state.ts";
import { CalendarCard } from "./calendar-card.tsx";
import { flightGroups, type Side } from "./flight-groups.ts";
import { flightOf } from "./flight.ts";
import { FlightList } from "./flight-list.tsx";
import { FlightRequests } from "./flight-requests.tsx";
import { NextFlight } from "./next-flight.tsx";
import { useDirectory } from "./use-directory.ts";
import styles from "./flight-list.module.css";
import layout from "./my-flights.module.css";

type MyFlightsProps = {
  me: string;
  side: Side;
  now: Date;
  /** Between requests and past flights, in place of the list of what is upcoming. */
  board?: ReactNode;
};

/** The bookings of one side, in groups; undefined while they are loaded. */
function useGroups(me: string, side: Side, now: Date) {
  const rows = useRows("bookings");
  const { user } = useAuth();
  const bookings = useMemo(() => rows?.map((row) => heldBooking(row, user)), [rows, user]);
  const directory = useDirectory(me, bookings);
  const groups = useMemo(() => bookings && flightGroups(bookings, side, me, now), [bookings, side, me, now]);
  return groups && directory ? { ...groups, directory } : undefined;
}

export function MyFlights({ me, side, now, board }: MyFlightsProps) {
  const groups = useGroups(me, side, now);
  if (!groups) return <FlightSkeletons />;
  const { next, upcoming, waiting, past, directory } = groups;
  const isRequest = (one: BookingWithStatus) => side === "owner" && isToAnswer(one, me);
  const requests = waiting.filter(isRequest);
  const lists = [
    ...(board ? [] : [{ title: "Upcoming", bookings: upcoming }]),
    { title: "Waiting", bookings: waiting.filter((one) => !isRequest(one)) },
    { title: "Past", bookings: past },
  ];
  const isEmpty = !next && requests.length === 0 && lists.every(({ bookings }) => bookings.length === 0);
  return (
    <div className={classNames(layout.flights, next && layout.hasNext)}>
      {next && (
        <div className={layout.next}>
          <NextFlight flight={flightOf(next, me, directory)} me={me} now={now} />
        </div>
      )}
      <div className={layout.lists}>
        <FlightRequests bookings={requests} directory={directory} me={me} now={now} />
        {isEmpty && !board && <Empty side={side} />}
        {lists.map((list) => (
          <Fragment key={list.title}>
            {list.title === "Past" && board}
            <FlightList {...list} directory={directory} me={me} side={side} />
          </Fragment>
        ))}
      </div>
      {side === "pilot" && (
        <div className={layout.calendar}>
          <CalendarCard me={me} />
        </div>
      )}
    </div>
  );
}

function Empty({ side }: { side: Side }) {
  if (side === "owner")
    return (
      <EmptyState level="h2" title="No bookings yet">
        Requests for your aircraft appear here, with the hours they ask for.
      </EmptyState>
    );
  return (
    <EmptyState
      level="h2"
      title="No flights yet"
      action={<ButtonLink to="/#aircraft-listings">Browse Aircraft</ButtonLink>}
    >
      Ask for an aircraft and its flight waits here, even without signal.
    </EmptyState>
  );
}

export function FlightSkeletons() {
  return (
    <>
      <p className="vh" role="status">
        Loading...
      </p>
      <div className={styles.skeletons} aria-hidden="true">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} />
        ))}
      </div>
    </>
  );
}
