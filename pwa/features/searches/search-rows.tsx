// The saved searches on Home: a button that applies each search, its filters, and an edit button.
import { Pencil } from "../../ui/icons/icons.ts";
import { useMemo } from "react";
import { filterOfSearch, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import type { RowWithStatus } from "../../client/sync/rows.ts";
import { Link } from "../../ui/actions/link.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { SearchNote } from "./search-note.tsx";
import { editSearch, latestFirst } from "./search-row.ts";
import { isSameSearch, searchLine } from "./search-words.ts";
import styles from "./search-rows.module.css";

type SearchRowsProps = {
  searches: readonly RowWithStatus<"searches">[];
  filter: SearchFilter;
  addressOf: (filter: SearchFilter) => string;
};

export function SearchRows({ searches, filter, addressOf }: SearchRowsProps) {
  const sorted = useMemo(() => [...searches].sort(latestFirst), [searches]);
  return (
    <ul>
      {sorted.map((search) => {
        const saved = filterOfSearch(search);
        return (
          <li key={search.id} className={styles.row}>
            <Link
              to={addressOf(saved)}
              className={styles.apply}
              aria-current={isSameSearch(saved, filter) ? "true" : undefined}
            >
              <span className={styles.name}>{search.name}</span>
              <span className={styles.facts}>{searchLine(saved)}</span>
            </Link>
            <SearchNote waiting={search.waiting} />
            <IconButton
              icon={Pencil}
              label={`Edit ${search.name}`}
              small
              aria-haspopup="dialog"
              onClick={() => editSearch(search)}
            />
          </li>
        );
      })}
    </ul>
  );
}
