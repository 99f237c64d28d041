// The map of a search: the list of the same aircraft is beside it, on a phone in a drawer over it.
import { ArrowLeft, ChevronDown, SlidersHorizontal, X } from "../ui/icons/icons.ts";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { isLocationPart } from "../../shared/domain/aircraft-rules.ts";
import { HERE, nearOf, nearText } from "../../shared/domain/airfields/near.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { MapBox } from "../features/aircraft/map/map-box.tsx";
import { MapCard } from "../features/aircraft/map/map-card.tsx";
import { MapDrawer } from "../features/aircraft/map/map-drawer.tsx";
import { MapList } from "../features/aircraft/map/map-list.tsx";
import type { MapAddress } from "../features/aircraft/map/map-address.ts";
import { countWords, shortCountWords } from "../features/aircraft/map/map-words.ts";
import { useMapList } from "../features/aircraft/map/use-map-list.ts";
import { Heart } from "../features/favorites/heart.tsx";
import { activeFilters, placeOf, withoutFilters, writeHomeQuery, type HomeQuery } from "../features/home/home-query.ts";
import { sortNames } from "../features/home/list-head.tsx";
import { LocationField } from "../features/home/location-field.tsx";
import { DistanceSelect, noteOf } from "../features/home/near-bar.tsx";
import { useHomeList } from "../features/home/use-home-list.ts";
import { Button } from "../ui/actions/button.tsx";
import { IconButton, IconLink } from "../ui/actions/icon-button.tsx";
import { Icon } from "../ui/display/icon.tsx";
import { SelectButton } from "../ui/form/select-button.tsx";
import { lazyComponent } from "../ui/hooks/lazy-component.tsx";
import { useWideScreen } from "../ui/hooks/use-wide-screen.ts";
import { useMapQuery } from "./use-map-query.ts";
import styles from "./map.module.css";

const loadDrawer = () => import("../features/home/filter-drawer.tsx");
const FilterDrawer = lazyComponent(async () => (await loadDrawer()).FilterDrawer, {
  dismiss: ({ onClose }) => onClose(),
});

const renderFavorite = (plane: AircraftCard) => <Heart plane={plane} small />;
/** A new search shows all its aircraft, wherever the map was. */
const anywhere: MapAddress = { view: null, area: null, field: null };

export function MapPage() {
  usePageTitle("Aircraft on the map");
  const isWide = useWideScreen();
  const { query, map, show, keepView } = useMapQuery();
  const { near } = query;
  const { catalogue, planes, count, isLoading, nearList } = useHomeList(query);
  const list = useMapList(isLoading ? null : planes, map.area);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const from = nearList?.state === "ready" ? nearList.from : null;

  const field = list?.fields.find(({ airport }) => airport.id === map.field);
  const [step, setStep] = useState({ field: "", nth: 0 });
  const nth = field && step.field === field.airport.id && step.nth < field.rows.length ? step.nth : 0;
  const chosenRow = field?.rows[nth] ?? null;
  const chosen = chosenRow === null ? undefined : list?.cards.slice(chosenRow, chosenRow + 1)[0];

  const aircraft = list?.cards.length ?? 0;
  const fields = list?.fields.length ?? 0;
  const wind = near && nearList?.state === "ready" ? "Flight time at cruise, no wind." : "";
  const trouble = near && nearList && nearList.state !== "ready" ? noteOf(near, nearList) : null;
  const status = trouble ?? (list ? `${countWords(aircraft, fields)}. ${wind}`.trim() : "Loading...");
  const onSearch = (place: string) => show({ ...placeOf(place), types: query.types }, anywhere, true);

  const box = (
    <MapBox
      fields={list?.fields ?? null}
      from={from}
      view={map.view}
      area={map.area}
      chosen={map.field}
      onChoose={(next) => show({}, { field: next })}
      onMove={keepView}
      onSearchArea={(area, view) => show({}, { area, view, field: null }, true)}
      card={
        isWide &&
        field &&
        chosen && (
          <MapCard
            plane={chosen}
            from={from}
            renderFavorite={renderFavorite}
            nth={nth}
            count={field.rows.length}
            onStep={(next) => setStep({ field: field.airport.id, nth: next })}
          />
        )
      }
    />
  );
  const rows = list && aircraft > 0 && <MapList cards={list.cards} from={from} chosenRow={chosenRow} />;
  const empty = list && aircraft === 0 && !trouble && <p className={styles.empty}>No aircraft here.</p>;
  const everywhere = map.area && (
    <Button variant="quiet" size="sm" onClick={() => show({}, { area: null, field: null }, true)}>
      Search everywhere
    </Button>
  );
  const search = (
    <SearchBox
      place={near ? nearText(near) : (query.location ?? "")}
      locations={catalogue.locations}
      onSearch={onSearch}
      before={!isWide && <IconLink icon={ArrowLeft} label="Back to the list" to={`/?${writeHomeQuery(query)}`} />}
      after={
        isWide ? (
          (near || query.location) && <IconButton icon={X} label="Clear" onClick={() => onSearch("")} />
        ) : (
          <IconButton
            icon={SlidersHorizontal}
            label={filtersLabel(query)}
            aria-haspopup="dialog"
            onClick={() => setDrawerOpen(true)}
          />
        )
      }
    />
  );
  const sort = <SortSelect query={query} isShort={!isWide} onSort={(next) => show({ sort: next }, {})} />;

  return (
    <div className={styles.page} data-map="">
      {isWide ? (
        <>
          <section className={styles.list} aria-label="List">
            <div className={styles.head}>
              <h1>{headingOf(query, map)}</h1>
              {search}
              <div className={styles.tools}>
                {near && <DistanceSelect near={near} onChange={(next) => show({ near: next }, anywhere, true)} />}
                {sort}
                <Button size="sm" aria-haspopup="dialog" onClick={() => setDrawerOpen(true)}>
                  <Icon of={SlidersHorizontal} size="s" />
                  {filtersLabel(query)}
                </Button>
              </div>
              <p role="status" className={styles.status}>
                {status}
              </p>
              {everywhere}
            </div>
            {rows}
            {empty}
          </section>
          {box}
        </>
      ) : (
        <>
          {search}
          {box}
          <MapDrawer
            chosen={map.field}
            head={
              <div className={styles.drawerHead}>
                <div>
                  <h1>{list && !trouble ? shortCountWords(aircraft, fields) : "Aircraft on the map"}</h1>
                  <p role="status" className={styles.status}>
                    {trouble ?? (list ? wind : "Loading...")}
                  </p>
                </div>
                {sort}
                {everywhere}
              </div>
            }
          >
            {rows}
            {empty}
          </MapDrawer>
        </>
      )}
      {isDrawerOpen && (
        <FilterDrawer
          open
          onClose={() => setDrawerOpen(false)}
          onClear={() => show(withoutFilters(query), {})}
          count={count}
          filters={query}
          onChange={(changes) => show(changes, {})}
          typeCounts={catalogue.typeCounts}
          priceRange={catalogue.priceRange}
        />
      )}
    </div>
  );
}

function headingOf({ near }: HomeQuery, { area }: MapAddress): string {
  if (area) return "Aircraft in this area";
  if (near) return `Aircraft near ${near.id === HERE ? "my position" : near.id}`;
  return "Aircraft on the map";
}

function filtersLabel(query: HomeQuery): string {
  const count = activeFilters(query);
  return count > 0 ? `Filters, ${count} active` : "Filters";
}

type SortSelectProps = { query: HomeQuery; isShort: boolean; onSort: (sort: HomeQuery["sort"]) => void };

function SortSelect({ query, isShort, onSort }: SortSelectProps) {
  const name = sortNames.find(({ value }) => value === query.sort)?.label;
  return (
    <SelectButton
      label="Sort by"
      className={styles.sort}
      value={query.sort}
      options={query.near ? sortNames : sortNames.slice(1)}
      onChange={onSort}
    >
      {isShort ? name?.replace(" first", "") : name}
      <Icon of={ChevronDown} size="s" />
    </SelectButton>
  );
}

type SearchBoxProps = {
  place: string;
  locations: readonly string[];
  onSearch: (place: string) => void;
  before: ReactNode;
  after: ReactNode;
};

/** The field Location of Home; Enter searches. */
function SearchBox({ place, locations, onSearch, before, after }: SearchBoxProps) {
  const [typed, setTyped] = useState(place);
  const [followed, setFollowed] = useState(place);
  const [isOpen, setOpen] = useState(false);
  const first = useRef<string | null>(null);
  if (followed !== place) {
    setFollowed(place);
    setTyped(place);
  }
  const search = (text: string) => {
    setOpen(false);
    setTyped(text);
    onSearch(text);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    const isPlace = locations.some((location) => isLocationPart(text, location));
    search(isPlace || nearOf(text) ? text : (first.current ?? text));
  };
  return (
    <form role="search" aria-label="Aircraft" className={styles.search} onSubmit={onSubmit}>
      {before}
      <LocationField
        value={typed}
        onChange={setTyped}
        onTake={search}
        first={first}
        locations={locations}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
      {after}
    </form>
  );
}
