// State and actions of a saved search's form: stores the search on this device first, and stays open when the server
// refuses it.
import { useRef, useState } from "react";
import { changeSearch, saveSearch, type SearchForm, type InitialSearch } from "../../client/edits/searches.ts";
import { discardRefusedProfile } from "../../client/edits/profile.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { toast } from "../../client/shell/toasts.ts";

type Problem = { message: string; fields: Record<string, string> };

export function useSearchForm(start: InitialSearch, onSaved: (() => void) | undefined, onClose: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start.values);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  /** The outbox entry with this form's input, once one was refused. */
  const [entryId, setEntryId] = useState(start.entryId);

  function refuse({ message, fields }: Problem) {
    setProblems(fields);
    toast({ kind: "bad", title: "Error", description: message || "This search could not be saved. Please try again." });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function settle(outcome: Outcome) {
    if (outcome.kind === "refused") {
      setEntryId(outcome.entryId ?? undefined);
      return refuse(outcome);
    }
    onClose();
    onSaved?.();
    toast(
      outcome.kind === "done"
        ? { title: "Search saved", description: values.name }
        : { kind: "wait", title: "Saved on this device", description: "Your search is sent when you have signal." },
    );
  }

  async function submit() {
    const named = { ...values, name: values.name.trim() };
    if (!named.name) return refuse({ message: "Name this search", fields: { name: "Name this search" } });
    setBusy(true);
    setProblems({});
    try {
      const isNew = start.shown === null && entryId === undefined;
      settle(await (isNew ? saveSearch(named) : changeSearch(start.shown, named, entryId)));
    } catch (error) {
      refuse(asNotKept(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    values,
    problems,
    isBusy,
    submit,
    change(changes: Partial<SearchForm>) {
      setValues((now) => ({ ...now, ...changes }));
      setProblems({});
    },
    /**
     * Discards the input. Also discards an entry refused while the form was open, but not the one the form was opened
     * with.
     */
    cancel() {
      if (entryId !== undefined && entryId !== start.entryId) void discardRefusedProfile(entryId);
      onClose();
    },
  };
}
