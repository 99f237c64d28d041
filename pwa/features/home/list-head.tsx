import { ChevronDown, SlidersHorizontal } from "lucide-react";
import type { AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./list-head.module.css";

const sortNames: readonly { value: AircraftSort; label: string }[] = [
  { value: "newest", label: "Newest" },
  { value: "price-asc", label: "Lowest price" },
  { value: "price-desc", label: "Highest price" },
  { value: "rating", label: "Rating" },
];

type ListHeadProps = {
  /** The count line. */
  status: string;
  sort: AircraftSort;
  onSort: (sort: AircraftSort) => void;
  activeFilters: number;
  onFilters: () => void;
  onFiltersLikely: () => void;
};

/** Heading, count, order and, on small screens, the button that opens the filters. */
export function ListHead({ status, sort, onSort, activeFilters, onFilters, onFiltersLikely }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id="listings-title">Available Aircraft</h2>
      <div className={styles.line}>
        <p role="status" className={`muted num ${styles.count}`}>
          {status}
        </p>
        <label className={styles.sort}>
          <span className="vh">Sort by</span>
          <span aria-hidden="true" className={styles.sortName}>
            {sortNames.find(({ value }) => value === sort)?.label}
          </span>
          <Icon of={ChevronDown} size="s" />
          <select value={sort} onChange={(event) => onSort(event.target.value as AircraftSort)}>
            {sortNames.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Button
        size="sm"
        className={`mob ${styles.filters}`}
        aria-haspopup="dialog"
        onClick={onFilters}
        onPointerEnter={onFiltersLikely}
        onFocus={onFiltersLikely}
      >
        <Icon of={SlidersHorizontal} size="s" />
        Filters
        {activeFilters > 0 && (
          <>
            <span className={styles.active} aria-hidden="true">
              {activeFilters}
            </span>
            <span className="vh">, {activeFilters} active</span>
          </>
        )}
      </Button>
    </div>
  );
}
