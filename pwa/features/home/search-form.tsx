import { Calendar, ChevronDown, Plane, Search } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { aircraftTypes, typeLabel, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { shortDay } from "../../../shared/kit/dates.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { DayField } from "../../ui/form/day-field.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { LocationField } from "./location-field.tsx";
import styles from "./search-form.module.css";

/** How long Search looks pressed, in milliseconds. */
const PRESSED_MS = 300;

export type SearchInput = {
  location: string;
  /** A day `YYYY-MM-DD`. */
  date: string | undefined;
  type: AircraftType | "all";
};

type SearchFormProps = {
  /** The current search; when it changes from outside, the form takes over the change. */
  searched: SearchInput;
  onSearch: (words: SearchInput) => void;
  locations: readonly string[];
  /** `YYYY-MM-DD`; earlier days cannot be selected. */
  today: string;
  /** Shown under the fields. */
  children?: ReactNode;
};

/** Location, date and type, applied on Search or Enter. */
export function SearchForm({ searched, onSearch, locations, today, children }: SearchFormProps) {
  const [words, setWords] = useSearchInput(searched);
  const [isListOpen, setListOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(release.current), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setListOpen(false);
    setPressed(true);
    clearTimeout(release.current);
    release.current = setTimeout(() => setPressed(false), PRESSED_MS);
    onSearch({ ...words, location: words.location.trim() });
  };

  return (
    <div id="search" className={classNames("wrap", styles.search)}>
      <form role="search" aria-label="Aircraft" className={styles.form} onSubmit={onSubmit}>
        <LocationField
          value={words.location}
          onChange={(location) => setWords({ ...words, location })}
          locations={locations}
          isOpen={isListOpen}
          onOpenChange={setListOpen}
        />
        <DateCell date={words.date} today={today} onChange={(date) => setWords({ ...words, date })} />
        <div className={classNames(styles.cell, styles.last)}>
          <label className={styles.face}>
            <Icon of={Plane} />
            <span className={styles.words}>
              <span className="lab">Aircraft type</span>
              <span className={styles.value} aria-hidden="true">
                {words.type === "all" ? "Any type" : capitalize(typeLabel(words.type))}
              </span>
            </span>
            <Icon of={ChevronDown} size="s" />
            <select
              className={styles.select}
              aria-label="Aircraft type"
              value={words.type}
              onChange={(event) => setWords({ ...words, type: event.target.value as SearchInput["type"] })}
            >
              <option value="all">Any type</option>
              {aircraftTypes.map((type) => (
                <option key={type} value={type}>
                  {capitalize(typeLabel(type))}
                </option>
              ))}
            </select>
          </label>
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

type DateCellProps = {
  date: string | undefined;
  today: string;
  onChange: (date: string | undefined) => void;
};

function DateCell({ date, today, onChange }: DateCellProps) {
  return (
    <div className={classNames(styles.cell, styles.date)}>
      <DayField
        selected={date}
        from={today}
        onSelect={onChange}
        onClear={() => onChange(undefined)}
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

/** Form state that takes over changes of `searched` field by field; other unsubmitted input stays. */
function useSearchInput(searched: SearchInput) {
  const { location, date, type } = searched;
  const [words, setWords] = useState(searched);
  const [followed, setFollowed] = useState(searched);
  if (followed.location !== location || followed.date !== date || followed.type !== type) {
    setFollowed(searched);
    setWords((now) => ({
      location: followed.location === location ? now.location : location,
      date: followed.date === date ? now.date : date,
      type: followed.type === type ? now.type : type,
    }));
  }
  return [words, setWords] as const;
}
