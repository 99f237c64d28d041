// What the tab Search of a phone shows under the fields: the latest searches and the saved ones, each one tap away.
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { useToday } from "../../client/shell/hydrated.ts";
import { recentSearches } from "../../client/catalogue/recent-searches.ts";
import { useAuth } from "../../client/session/session.tsx";
import { useRows } from "../../client/sync/rows.ts";
import { SearchRows } from "./search-rows.tsx";
import { searchLine } from "./search-words.ts";
import { Link } from "../../ui/actions/link.tsx";
import rowStyles from "./search-rows.module.css";
import styles from "./search-shortcuts.module.css";

type SearchShortcutsProps = {
  filter: SearchFilter;
  /** The address of Home with a search. */
  addressOf: (filter: SearchFilter) => string;
};

export function SearchShortcuts({ filter, addressOf }: SearchShortcutsProps) {
  const { user } = useAuth();
  const recent = recentSearches(user?.id ?? null, useToday());
  const saved = useRows("searches") ?? [];
  if (recent.length === 0 && saved.length === 0) {
    return (
      <p className={`${styles.shortcuts} muted`}>
        {user
          ? "Searches that you make or save are one tap away here."
          : "Searches that you make are one tap away here."}
      </p>
    );
  }
  return (
    <div className={styles.shortcuts}>
      {recent.length > 0 && (
        <nav aria-labelledby="recent-searches">
          <h2 id="recent-searches" className={styles.title}>
            Recent searches
          </h2>
          <ul>
            {recent.map((search) => (
              <li key={searchLine(search)} className={rowStyles.row}>
                <Link to={`${addressOf(search)}#aircraft-listings`} className={rowStyles.apply}>
                  <span className={rowStyles.name}>{searchLine(search)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {saved.length > 0 && (
        <nav aria-labelledby="saved-shortcuts">
          <h2 id="saved-shortcuts" className={styles.title}>
            Saved searches
          </h2>
          <SearchRows
            searches={saved}
            filter={filter}
            addressOf={(search) => `${addressOf(search)}#aircraft-listings`}
          />
        </nav>
      )}
    </div>
  );
}
