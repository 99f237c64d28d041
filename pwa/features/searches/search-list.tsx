// Lists the saved searches in the settings: their filters, their notifications, and actions to edit and delete them.
import { useMemo, useRef, useState } from "react";
import { filterOfSearch, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { deleteSearch } from "../../client/edits/searches.ts";
import { toast } from "../../client/shell/toasts.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { useRows, type RowWithStatus } from "../../client/sync/rows.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Button, ButtonLink } from "../../ui/actions/button.tsx";
import { Section } from "../../ui/display/section.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { SearchNote } from "./search-note.tsx";
import { editSearch, latestFirst } from "./search-row.ts";
import { searchLine } from "./search-words.ts";
import styles from "./search-list.module.css";

/** `addressOf`: the address of Home with a search. */
export function SearchList({ addressOf }: { addressOf: (filter: SearchFilter) => string }) {
  const searches = useRows("searches", undefined, latestFirst);
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  const [toDelete, setToDelete] = useState<RowWithStatus<"searches"> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(box, {
    buttons: "li button",
    count: searches?.length,
    headingOf: "section",
  });
  const remove = () => {
    setToDelete(null);
    if (toDelete) void deleteSearch(toDelete).catch(() => toast(notDeleted));
  };
  return (
    <Section title="Saved searches">
      <div ref={box} {...focusAfterRemoval}>
        {!searches ? (
          <p className="hint" role="status">
            {isBroken ? "Saved searches cannot be opened here right now." : "Loading..."}
          </p>
        ) : searches.length === 0 ? (
          <div className={styles.empty}>
            <p className="hint">None. Choose filters on Home, then press Save this search.</p>
            <ButtonLink to="/#aircraft-listings" size="sm">
              Browse Aircraft
            </ButtonLink>
          </div>
        ) : (
          <ul className={styles.panel}>
            {searches.map((search) => (
              <SearchItem key={search.id} search={search} addressOf={addressOf} onDelete={() => setToDelete(search)} />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={`Delete ${toDelete?.name ?? "search"}?`}
        actionLabel="Delete Search"
        onAction={remove}
      >
        It leaves all your devices, and you get no more notices about it.
      </ConfirmDialog>
    </Section>
  );
}

const notDeleted = {
  title: "Error",
  description: "This search could not be deleted. Please try again.",
  kind: "bad",
} as const;

type SearchItemProps = {
  search: RowWithStatus<"searches">;
  addressOf: (filter: SearchFilter) => string;
  onDelete: () => void;
};

function SearchItem({ search, addressOf, onDelete }: SearchItemProps) {
  const filter = useMemo(() => filterOfSearch(search), [search]);
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Link to={addressOf(filter)} className={styles.name}>
          {search.name}
        </Link>
        <p className="hint">{searchLine(filter)}</p>
        <p className="hint">{search.notify ? "Notifies you about new matches" : "No notices"}</p>
        <SearchNote waiting={search.waiting} />
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => editSearch(search)}>
          Edit<span className="vh"> {search.name}</span>
        </Button>
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={onDelete}>
          Delete<span className="vh"> {search.name}</span>
        </Button>
      </div>
    </li>
  );
}
