// Saves the filters of Home under a name, or edits a saved search.
import { useEffect, useState } from "react";
import { filterOfSearch, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { useHomeFilters } from "../../client/catalogue/home-filters.ts";
import { initialSearch, type SearchForm, type InitialSearch } from "../../client/edits/searches.ts";
import { useAuth } from "../../client/session/session.tsx";
import { openDialog, type DialogRequest } from "../../client/shell/dialogs.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { searchFacts, searchLine, suggestedName } from "./search-words.ts";
import { useSearchForm } from "./use-search-form.ts";
import styles from "./search-dialog.module.css";

export type SearchDialogProps = {
  request: Extract<DialogRequest, { name: "search" }>;
  onClose: () => void;
};

export function SearchDialog({ request, onClose }: SearchDialogProps) {
  const { user } = useAuth();
  const start = useStart(request, onClose);
  if (!user || !start) return null;
  return <Form start={start} isNew={start.shown === null} onSaved={request.onSaved} onClose={onClose} />;
}

/** The initial values of the form; null until the device has loaded them. */
function useStart({ searchId, entryId }: SearchDialogProps["request"], onClose: () => void): InitialSearch | null {
  const isNew = searchId === undefined && entryId === undefined;
  const [start, setStart] = useState(() => (isNew ? newStart(useHomeFilters.getState().filters ?? {}) : null));
  useEffect(() => {
    if (isNew) return;
    let isWanted = true;
    const found = (subject: Awaited<ReturnType<typeof initialSearch>>) => {
      if (!isWanted) return;
      if (typeof subject === "string") return openDialog({ name: "conflict", entryId: subject });
      if (subject) return setStart(subject);
      onClose();
      toast({ title: "This search is no longer here.", kind: "wait" });
    };
    initialSearch({ searchId, entryId }).then(found, () => found(null));
    return () => {
      isWanted = false;
    };
  }, [isNew, searchId, entryId, onClose]);
  return start;
}

function newStart(filter: SearchFilter): InitialSearch {
  const values = { ...fieldsOf(filter), name: suggestedName(filter), notify: true };
  return { shown: null, values, entryId: undefined };
}

/** The fields of a search with only these filters. */
function fieldsOf({ location, types, minPrice, maxPrice, seats, date, words }: SearchFilter) {
  return {
    location: location ?? null,
    types: [...(types ?? [])],
    minPrice: minPrice ?? null,
    maxPrice: maxPrice ?? null,
    seats: seats ?? null,
    date: date ?? null,
    words: words ?? null,
  };
}

type FormProps = {
  start: InitialSearch;
  isNew: boolean;
  onSaved: (() => void) | undefined;
  onClose: () => void;
};

function Form({ start, isNew, onSaved, onClose }: FormProps) {
  const { values, problems, isBusy, form, change, submit, cancel } = useSearchForm(start, onSaved, onClose);
  return (
    <FormDialog
      // If the user closes without Cancel, a refused search stays in the list.
      onClose={onClose}
      onCancel={cancel}
      onSubmit={submit}
      title={isNew ? "Save this search" : "Edit saved search"}
      isBusy={isBusy}
      form={form}
      className={styles.form}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        value={values.name}
        onChange={(name) => change({ name })}
        error={problems["name"]}
        data-autofocus=""
      />
      <Filters values={values} isNew={isNew} onChange={change} />
      <Switch
        checked={values.notify}
        onChange={(notify) => change({ notify })}
        hint="Once for each aircraft that starts to match."
      >
        <span className={styles.label}>Notify me about new matches</span>
      </Switch>
    </FormDialog>
  );
}

type FiltersProps = {
  values: SearchForm;
  isNew: boolean;
  onChange: (changes: Partial<SearchForm>) => void;
};

function Filters({ values, isNew, onChange }: FiltersProps) {
  const home = useHomeFilters((state) => state.filters);
  const facts = searchFacts(filterOfSearch(values));
  return (
    <div>
      <p className={styles.label}>Filters</p>
      {facts.length === 0 ? (
        <p className="muted">All aircraft</p>
      ) : (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isNew && home && (
        <>
          <Button size="sm" className={styles.use} onClick={() => onChange(fieldsOf(home))}>
            Use the filters on Home
          </Button>
          <p className="hint">On Home now: {searchLine(home)}</p>
        </>
      )}
      {!isNew && !home && <p className={`hint ${styles.use}`}>To change them, choose filters on Home first.</p>}
      <p role="status" className="vh">
        {!isNew && `Filters: ${searchLine(filterOfSearch(values))}`}
      </p>
    </div>
  );
}
