import { Clock } from "../ui/icons/icons.ts";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router-dom";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { pillPlace } from "../client/shell/pill-place.ts";
import { useCurrentStore } from "../client/sync/current-store.ts";
import { useAuth } from "../client/session/session.tsx";
import { AsOf } from "../features/aircraft/as-of.tsx";
import { CardGrid, SkeletonGrid } from "../features/aircraft/card-grid.tsx";
import { Heart } from "../features/favorites/heart.tsx";
import { useFavoriteCards, type FavoriteCards } from "../features/favorites/use-favorite-cards.ts";
import { PackRow } from "../features/packs/pack-row.tsx";
import { Link } from "../ui/actions/link.tsx";
import { Badge } from "../ui/display/badge.tsx";
import { Button, ButtonLink } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { useFocusAfterRemoval } from "../ui/hooks/use-focus-after-removal.ts";
import styles from "./favorites.module.css";

const hearts = "article button[aria-pressed]";
const drawing = "/illustrations/empty-favorites.svg";
const renderFavorite = (plane: AircraftCard) => <Heart plane={plane} small />;
const renderPack = (plane: AircraftCard) => <PackRow plane={plane} />;
const askToLogIn = () => openDialog({ name: "auth", tab: "login", why: "Log in to see your favorites." });

export function FavoritesPage() {
  usePageTitle("My Favorites");
  const { user, loading } = useAuth();
  const hadUser = useRef(false);
  useEffect(() => {
    hadUser.current ||= user !== null;
  }, [user]);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>My Favorites</h1>
        <div className={styles.ends}>
          <div ref={pillPlace} className="mob" />
          {user && (
            <Link to="/on-this-device" className={styles.here}>
              On this device
            </Link>
          )}
        </div>
      </div>
      {user ? <Own /> : loading ? <Loading /> : <ForGuests hadUser={hadUser} />}
    </div>
  );
}

function Own() {
  const favorites = useFavoriteCards();
  const box = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(box, { buttons: hearts, count: favorites?.planes.length });
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  if (!favorites && isBroken) {
    return (
      <EmptyState drawing={drawing} level="h2" title="Not on this device">
        Favorites cannot be opened here right now. Try again when you have signal.
      </EmptyState>
    );
  }
  if (!favorites) return <Loading />;
  return (
    <div ref={box} {...focusAfterRemoval}>
      <p className={styles.count} role="status">
        {favorites.planes.length} aircraft
      </p>
      {favorites.planes.length > 0 && <AsOf time={favorites.asOf} className={styles.asOf} />}
      {favorites.planes.length > 0 ? (
        <Grid {...favorites} />
      ) : (
        <EmptyState
          drawing={drawing}
          level="h2"
          title="No favorites yet"
          action={<ButtonLink to="/#aircraft-listings">Browse Aircraft</ButtonLink>}
        >
          Tap the heart on any aircraft and it waits here, even without signal.
        </EmptyState>
      )}
    </div>
  );
}

function Grid({ planes, waiting }: FavoriteCards) {
  const { key } = useLocation();
  const renderNote = useCallback(
    (plane: AircraftCard) =>
      waiting.has(plane.id) && (
        <Badge tone="wait" icon={Clock}>
          Waiting to sync
        </Badge>
      ),
    [waiting],
  );
  return (
    <section aria-labelledby="favorites-title">
      <h2 id="favorites-title" className="vh">
        Aircraft
      </h2>
      <CardGrid
        planes={planes}
        total={planes.length}
        renderFavorite={renderFavorite}
        renderNote={renderNote}
        renderFoot={renderPack}
        placeKey={key}
        listKey="favorites"
      />
    </section>
  );
}

/** Asks arriving guests to log in, but not a user who has just logged out. */
function ForGuests({ hadUser }: { hadUser: RefObject<boolean> }) {
  useEffect(() => {
    if (!hadUser.current) askToLogIn();
  }, [hadUser]);
  return (
    <EmptyState
      drawing={drawing}
      level="h2"
      title="Log in to see your favorites"
      action={<Button onClick={askToLogIn}>Log In</Button>}
    >
      They are kept with your account and on your devices.
    </EmptyState>
  );
}

function Loading() {
  return (
    <>
      <p className={styles.count} role="status">
        Loading...
      </p>
      <SkeletonGrid />
    </>
  );
}
