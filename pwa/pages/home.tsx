import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { nearText } from "../../shared/domain/airfields/near.ts";
import { noteRecentSearch } from "../client/catalogue/recent-searches.ts";
import { useAuth } from "../client/session/session.tsx";
import { useHydrated, useToday } from "../client/shell/hydrated.ts";
import { useInstallOffer } from "../client/shell/install.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import type { OwnableCard } from "../client/listings/own-cards.ts";
import { AsOf } from "../features/aircraft/as-of.tsx";
import { CardGrid, SkeletonGrid } from "../features/aircraft/card-grid.tsx";
import { FilterPanel } from "../features/home/filter-panel.tsx";
import { Hero } from "../features/home/hero.tsx";
import {
  activeFilters,
  addressOfSearch,
  emptyQuery,
  filterOf,
  placeOf,
  withoutFilters,
  writeHomeQuery,
} from "../features/home/home-query.ts";
import { ListingNote } from "../features/aircraft/listing-note.tsx";
import { ListHead } from "../features/home/list-head.tsx";
import { SearchForm } from "../features/home/search-form.tsx";
import { useHomeList } from "../features/home/use-home-list.ts";
import { useHomeQuery } from "../features/home/use-home-query.ts";
import { Heart, WaitingNote } from "../features/favorites/heart.tsx";
import { SavedSearches } from "../features/searches/saved-searches.tsx";
import { Button } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { lazyComponent } from "../ui/hooks/lazy-component.tsx";
import styles from "./home.module.css";

const loadDrawer = () => import("../features/home/filter-drawer.tsx");
const FilterDrawer = lazyComponent(async () => (await loadDrawer()).FilterDrawer, {
  dismiss: ({ onClose }) => onClose(),
});
const SearchShortcuts = lazyComponent(
  async () => (await import("../features/searches/search-shortcuts.tsx")).SearchShortcuts,
);
const loadNear = () => import("../features/home/near-bar.tsx");
const NearBar = lazyComponent(async () => (await loadNear()).NearBar);
const Distance = lazyComponent(async () => (await loadNear()).Distance);
const InstallCard = lazyComponent(async () => (await import("../features/notices/install-card.tsx")).InstallCard);

const renderFavorite = (plane: AircraftCard) => <Heart plane={plane} small />;
const renderNote = (plane: OwnableCard) =>
  plane.waiting ? <ListingNote waiting={plane.waiting} /> : <WaitingNote aircraftId={plane.id} />;

export function HomePage() {
  usePageTitle("Find Your Perfect Aircraft");
  const { key, hash } = useLocation();
  const { user } = useAuth();
  const today = useToday();
  const isHydrated = useHydrated();
  const isInstallOffered = useInstallOffer();
  const [query, change] = useHomeQuery();
  const { catalogue, planes, length, count, isLoading, status, nearList } = useHomeList(query);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const listKey = writeHomeQuery(query).toString();
  const listings = useScrollToListStart(listKey);
  const filter = useMemo(() => filterOf(query), [query]);
  const { near } = query;
  const from = nearList?.state === "ready" ? nearList.from : null;
  const renderNotes = useMemo(
    () =>
      from
        ? (plane: OwnableCard) => (
            <>
              {renderNote(plane)}
              <Distance plane={plane} from={from} />
            </>
          )
        : renderNote,
    [from],
  );

  const panel = {
    filters: query,
    onChange: change,
    typeCounts: catalogue.typeCounts,
    priceRange: catalogue.priceRange,
  };
  const clearFilters = () => change(withoutFilters(query));
  const clearAll = () => change({ ...withoutFilters(emptyQuery), ...placeOf(""), date: undefined });
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);

  return (
    <>
      <Hero />
      <SearchForm
        searched={{
          location: near ? nearText(near) : (query.location ?? ""),
          date: query.date,
          type: onlyType(query.types),
        }}
        onSearch={({ location, date, type }) => {
          const types = type === onlyType(query.types) ? query.types : type === "all" ? [] : [type];
          noteRecentSearch(user?.id ?? null, { location: location || undefined, date, types });
          const place = placeOf(location);
          // An order that fits both places stays.
          const sort = place.near || query.sort === "distance" ? place.sort : query.sort;
          change({ ...place, sort, date, types }, { asStep: true });
          listings.current?.scrollIntoView();
        }}
        filter={filter}
        locations={catalogue.locations}
        today={today}
      >
        {hash === "#search" && <SearchShortcuts filter={filter} addressOf={addressOfSearch} />}
      </SearchForm>
      <div id="aircraft-listings" ref={listings} className={`wrap ${styles.listing}`}>
        <aside className={`desk ${styles.filters}`} aria-label="Filters">
          <h2>Filters</h2>
          <FilterPanel {...panel} />
          <Button variant="quiet" size="sm" className={styles.clear} onClick={clearFilters}>
            Clear filters
          </Button>
        </aside>
        <section aria-labelledby="listings-title" className={isHydrated ? undefined : styles.fromServer}>
          <ListHead
            status={status}
            sort={query.sort}
            isNear={near !== undefined}
            onSort={(sort) => change({ sort })}
            activeFilters={activeFilters(query)}
            map={listKey ? `/map?${listKey}` : "/map"}
            onFilters={() => setDrawerOpen(true)}
            onFiltersLikely={() => void loadDrawer().catch(() => undefined)}
          />
          {near && nearList && (
            <NearBar
              near={near}
              list={nearList}
              onChange={(next) => change(next ? { near: next, sort: query.sort } : placeOf(""), { asStep: true })}
            />
          )}
          {/* On a phone the shortcuts above have them, and hide them here. */}
          <div data-saved-searches="">
            <SavedSearches filter={filter} addressOf={addressOfSearch} isNear={near !== undefined} />
          </div>
          <AsOf time={catalogue.asOf} what={query.date ? "Prices and free days" : "Prices"} className={styles.asOf} />
          {isLoading ? (
            <SkeletonGrid />
          ) : planes.length > 0 ? (
            <CardGrid
              planes={planes}
              total={length}
              renderFavorite={renderFavorite}
              renderNote={renderNotes}
              underFirstRow={isInstallOffered && <InstallCard />}
              placeKey={key}
              listKey={listKey}
            />
          ) : (
            <EmptyState title="No aircraft match" action={<Button onClick={clearAll}>Clear search and filters</Button>}>
              Try another place, date or price.
            </EmptyState>
          )}
        </section>
      </div>
      {isDrawerOpen && <FilterDrawer {...panel} open onClose={closeDrawer} onClear={clearFilters} count={count} />}
    </>
  );
}

/** The search form offers one type or any type; several types come from the filters. */
function onlyType<Type>(types: readonly Type[]): Type | "all" {
  return types.length === 1 && types[0] !== undefined ? types[0] : "all";
}

/** Scrolls to the start of the list when its content changes, for readers deep in the old list. */
function useScrollToListStart(listKey: string) {
  const start = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!isHydrated) return;
    const isOther = last.current !== null && last.current !== listKey;
    last.current = listKey;
    if (isOther && start.current && start.current.getBoundingClientRect().top < 0) {
      start.current.scrollIntoView({ behavior: "instant" });
    }
  }, [listKey, isHydrated]);
  return start;
}
