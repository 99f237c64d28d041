// Saves the search of Home above the list, and opens the list of saved searches.
import { Bookmark, ChevronDown } from "../../ui/icons/icons.ts";
import { useEffect, useId, useState } from "react";
import { MOST_SEARCHES, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { useHomeFilters } from "../../client/catalogue/home-filters.ts";
import { useAuth } from "../../client/session/session.tsx";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { useRows } from "../../client/sync/rows.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import styles from "./saved-searches.module.css";

const loadRows = () => import("./search-rows.tsx");
const SearchRows = lazyComponent(async () => (await loadRows()).SearchRows, {
  dismiss: () => undefined,
  isInline: true,
});

type SavedSearchesProps = {
  /** The filters of the list on Home. */
  filter: SearchFilter;
  /** The address of Home with a search. */
  addressOf: (filter: SearchFilter) => string;
  /** The list is near an airfield, which a saved search cannot contain. */
  isNear?: boolean;
};

export function SavedSearches({ filter, addressOf, isNear }: SavedSearchesProps) {
  const { user } = useAuth();
  const searches = useRows("searches");
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  const [isOpen, setOpen] = useState(false);
  const [listId, noteId] = [useId(), useId()];
  useEffect(() => useHomeFilters.setState({ filters: filter }), [filter]);
  const count = searches?.length ?? 0;
  // A refused search was never saved.
  const isFull = count >= MOST_SEARCHES && searches?.filter(({ waiting }) => waiting !== "attention").length === count;
  const note = isFull
    ? `You have ${MOST_SEARCHES} saved searches, the most you can keep. Delete one to save another.`
    : isBroken
      ? "Saved searches cannot be opened here right now."
      : isNear
        ? "A search near an airfield cannot be saved. Search by place to save it."
        : null;
  const save = () => {
    if (!user) return openDialog({ name: "auth", tab: "login", why: "Log in to save this search." });
    openDialog({ name: "search", onSaved: () => setOpen(true) });
  };
  return (
    <div className={styles.searches}>
      <div className={styles.bar}>
        {count > 0 ? (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setOpen(!isOpen)}
            onPointerEnter={() => void loadRows().catch(() => undefined)}
          >
            Saved searches
            <span className={styles.count}>{count}</span>
            <Icon of={ChevronDown} size="s" />
          </button>
        ) : (
          !isBroken && <p className={styles.about}>Get notices about new matches.</p>
        )}
        <Button
          size="sm"
          className={styles.save}
          disabled={note !== null}
          aria-haspopup="dialog"
          aria-describedby={note === null ? undefined : noteId}
          onClick={save}
        >
          <Icon of={Bookmark} size="s" />
          Save this search
        </Button>
      </div>
      {note !== null && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
      {count > 0 && isOpen && searches && (
        <nav id={listId} aria-label="Saved searches">
          <SearchRows searches={searches} filter={filter} addressOf={addressOf} />
        </nav>
      )}
    </div>
  );
}
