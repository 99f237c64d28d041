import { Calendar, ChevronDown, Plane, Search } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import {
  aircraftTypes,
  isLocationPart,
  typeLabel,
  type AircraftFilter,
} from "../../../shared/domain/aircraft-rules.ts";
import { nearOf } from "../../../shared/domain/airfields/near.ts";
import { shortDay } from "../../../shared/kit/dates.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { DayField } from "../../ui/form/day-field.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { SelectButton, type SelectOption } from "../../ui/form/select-button.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import type { FreeCalendarProps } from "./free-calendar.tsx";
import type { SearchInput } from "./home-query.ts";
import { LocationField } from "./location-field.tsx";
import styles from "./search-form.module.css";

const loadCalendar = () => import("./free-calendar.tsx");
const FreeCalendar = lazyComponent<FreeCalendarProps>(async () => (await loadCalendar()).FreeCalendar, {
  // Escape closes the popover.
  dismiss: () => undefined,
  isInline: true,
});

/** How long Search looks pressed, in milliseconds. */
const PRESSED_MS = 300;

const typeOptions: readonly SelectOption<SearchInput["type"]>[] = [
  { value: "all", label: "Any type" },
  ...aircraftTypes.map((value) => ({ value, label: capitalize(typeLabel(value)) })),
];

type SearchFormProps = {
  /** The current search; when it changes from outside, the form takes over the change. */
  searched: SearchInput;
  onSearch: (words: SearchInput) => void;
  /** The filter of the list, whose free days the calendar counts. */
  filter: AircraftFilter;
  locations: readonly string[];
  /** `YYYY-MM-DD`; earlier days cannot be selected. */
  today: string;
  /** Shown under the fields. */
  children?: ReactNode;
};

/** Location, date and type, applied on Search or Enter. */
export function SearchForm({ searched, onSearch, filter, locations, today, children }: SearchFormProps) {
  const [words, setWords] = useSearchInput(searched);
  const [isListOpen, setListOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(release.current), []);

  // Search takes the typed text where it is a part of a place or an identifier, else the first option.
  const first = useRef<string | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const typed = words.location.trim();
    const isPlace = locations.some((location) => isLocationPart(typed, location));
    search(isPlace || nearOf(typed) ? typed : (first.current ?? typed));
  };
  const search = (location: string) => {
    setListOpen(false);
    setPressed(true);
    clearTimeout(release.current);
    release.current = setTimeout(() => setPressed(false), PRESSED_MS);
    setWords({ ...words, location });
    onSearch({ ...words, location });
  };

  return (
    <div id="search" className={classNames("wrap", styles.search)}>
      <form role="search" aria-label="Aircraft" className={styles.form} onSubmit={onSubmit}>
        <LocationField
          value={words.location}
          onChange={(location) => setWords({ ...words, location })}
          onTake={search}
          first={first}
          locations={locations}
          isOpen={isListOpen}
          onOpenChange={setListOpen}
        />
        <DateCell {...{ words, searched, filter, today }} onSelect={(date) => setWords({ ...words, date })} />
        <div className={classNames(styles.cell, styles.last)}>
          <SelectButton
            label="Aircraft type"
            className={styles.face}
            value={words.type}
            options={typeOptions}
            onChange={(type) => setWords({ ...words, type })}
          >
            <Icon of={Plane} />
            <span className={styles.words}>
              <span className="lab" aria-hidden="true">
                Aircraft type
              </span>
              <span className={styles.value}>{typeOptions.find(({ value }) => value === words.type)?.label}</span>
            </span>
            <Icon of={ChevronDown} size="s" />
          </SelectButton>
        </div>
        <div className={styles.go}>
          <Button variant="primary" type="submit" className={classNames(styles.button, isPressed && styles.pressed)}>
            <Icon of={Search} />
            Search
          </Button>
        </div>
      </form>
      {children}
    </div>
  );
}

function DateCell({ onSelect, ...calendar }: FreeCalendarProps) {
  const { date } = calendar.words;
  return (
    <div className={classNames(styles.cell, styles.date)}>
      <DayField
        // Offline it is fetched again when it opens.
        onLikely={() => void loadCalendar().catch(() => undefined)}
        renderCalendar={(close) => (
          <FreeCalendar
            {...calendar}
            onSelect={(day) => {
              onSelect(day);
              close();
            }}
          />
        )}
        className={styles.face}
        calendarClassName={styles.calendar}
      >
        <Icon of={Calendar} />
        <span className={styles.words}>
          <span className="lab">Date</span>
          <span className={classNames(styles.value, !date && "muted", "num")}>
            {date ? shortDay(date) : "Any date"}
          </span>
        </span>
      </DayField>
    </div>
  );
}

export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Form state that takes over changes of `searched` field by field; other unsubmitted input stays. So does a location typed before
 * hydration, when the search of the address is not known yet.
 */
function useSearchInput(searched: SearchInput) {
  const { location, date, type } = searched;
  const isHydrated = useHydrated();
  const [words, setWords] = useState(searched);
  const [followed, setFollowed] = useState({ ...searched, isHydrated });
  const isSame = followed.location === location && followed.date === date && followed.type === type;
  if (!isSame || followed.isHydrated !== isHydrated) {
    const isTypedBefore = !followed.isHydrated && words.location !== "";
    setFollowed({ ...searched, isHydrated });
    setWords((now) => ({
      location: followed.location === location || isTypedBefore ? now.location : location,
      date: followed.date === date ? now.date : date,
      type: followed.type === type ? now.type : type,
    }));
  }
  return [words, setWords] as const;
}
