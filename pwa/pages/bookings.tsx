import { useEffect, useRef, type RefObject } from "react";
import { useSearchParams } from "react-router-dom";
import { asOfLabel } from "../../shared/kit/dates.ts";
import { useOnline } from "../client/api/online.ts";
import { useAuth } from "../client/session/session.tsx";
import { openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { pillPlace } from "../client/shell/pill-place.ts";
import { useCurrentStore } from "../client/sync/current-store.ts";
import { syncedAt } from "../client/sync/synced-at.ts";
import { FleetBoard } from "../features/bookings/fleet/fleet-board.tsx";
import type { BlockSpan, FleetPlane } from "../features/bookings/fleet/fleet-layout.ts";
import type { Side } from "../features/bookings/flights/flight-groups.ts";
import { FlightSkeletons, MyFlights } from "../features/bookings/flights/my-flights.tsx";
import { Button } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Tabs } from "../ui/display/tabs.tsx";
import { useNow } from "../ui/hooks/use-now.ts";
import styles from "./bookings.module.css";

const titles: Record<Side, string> = { pilot: "My Flights", owner: "My Fleet" };
const askToLogIn = () => openDialog({ name: "auth", tab: "login", why: "Log in to see your bookings." });

function openAvailability(plane: FleetPlane, block: BlockSpan | null): void {
  openDialog({ name: "availability", plane, ...(block && { block }) });
}

/** My Flights for everybody, and My Fleet beside it for owners. */
export function BookingsPage() {
  const { user, loading } = useAuth();
  const hadUser = useRef(false);
  useEffect(() => {
    hadUser.current ||= user !== null;
  }, [user]);
  return (
    <div className={`wrap ${styles.page}`}>
      {user?.userType === "owner" ? (
        <OwnerViews me={user.id} />
      ) : (
        <>
          <Head side="pilot" />
          {user ? <Own me={user.id} side="pilot" /> : loading ? <FlightSkeletons /> : <ForGuests hadUser={hadUser} />}
        </>
      )}
    </div>
  );
}

/** Two segments; the address remembers the chosen one. */
function OwnerViews({ me }: { me: string }) {
  const [search, setSearch] = useSearchParams();
  const side: Side = search.get("view") === "flights" ? "pilot" : "owner";
  return (
    <Tabs
      label="Bookings"
      value={side}
      onChange={(next) => setSearch(next === "pilot" ? { view: "flights" } : {}, { replace: true })}
      title={<Head side={side} />}
      headClassName={styles.views}
      tabs={(["pilot", "owner"] as const).map((one) => ({
        value: one,
        label: titles[one],
        panel: <Own me={me} side={one} />,
      }))}
    />
  );
}

function Head({ side }: { side: Side }) {
  usePageTitle(titles[side]);
  return (
    <div className={styles.head}>
      <h1>{titles[side]}</h1>
      <div ref={pillPlace} className="mob" />
    </div>
  );
}

function Own({ me, side }: { me: string; side: Side }) {
  const now = useNow();
  const isOnline = useOnline();
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  if (isBroken)
    return (
      <EmptyState level="h2" title="Not on this device">
        Bookings cannot be opened here right now. Try again when you have signal.
      </EmptyState>
    );
  const at = isOnline ? null : syncedAt(me);
  return (
    <>
      {at && <p className={`hint num desk ${styles.asOf}`}>As of {asOfLabel(at, now)}</p>}
      <MyFlights
        me={me}
        side={side}
        now={now}
        board={side === "owner" && <FleetBoard me={me} now={now} onBlock={openAvailability} />}
      />
    </>
  );
}

/** Asks arriving guests to log in, but not a user who has just logged out. */
function ForGuests({ hadUser }: { hadUser: RefObject<boolean> }) {
  useEffect(() => {
    if (!hadUser.current) askToLogIn();
  }, [hadUser]);
  return (
    <EmptyState level="h2" title="Log in to see your bookings" action={<Button onClick={askToLogIn}>Log In</Button>}>
      They are kept with your account and on your devices.
    </EmptyState>
  );
}
