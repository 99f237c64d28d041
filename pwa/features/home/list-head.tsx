import { ChevronDown, SlidersHorizontal } from "../../ui/icons/icons.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { SelectButton } from "../../ui/form/select-button.tsx";
import type { HomeSort } from "./home-query.ts";
import styles from "./list-head.module.css";

export const sortNames: readonly { value: HomeSort; label: string }[] = [
  { value: "distance", label: "Nearest first" },
  { value: "newest", label: "Newest" },
  { value: "price-asc", label: "Lowest price" },
  { value: "price-desc", label: "Highest price" },
  { value: "rating", label: "Rating" },
];

type ListHeadProps = {
  /** The count line. */
  status: string;
  sort: HomeSort;
  onSort: (sort: HomeSort) => void;
  /** The list is near an airfield, so it can be sorted by distance. */
  isNear: boolean;
  activeFilters: number;
  /** The address of the same search on the map. */
  map: string;
  onFilters: () => void;
  onFiltersLikely: () => void;
};

/** Heading, count, order and, on small screens, the button that opens the filters. */
export function ListHead(props: ListHeadProps) {
  const { status, sort, onSort, isNear, activeFilters, map, onFilters, onFiltersLikely } = props;
  return (
    <div className={styles.head}>
      <h2 id="listings-title">Available Aircraft</h2>
      <div className={styles.line}>
        <p role="status" className={`muted num ${styles.count}`}>
          {status}
        </p>
        <SelectButton
          label="Sort by"
          className={styles.sort}
          value={sort}
          options={isNear ? sortNames : sortNames.slice(1)}
          onChange={onSort}
        >
          {sortNames.find(({ value }) => value === sort)?.label}
          <Icon of={ChevronDown} size="s" />
        </SelectButton>
        <Link to={map} className={styles.sort}>
          Map
        </Link>
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
