// Creates, edits and deletes saved searches: stores the change on this device first. Loaded with the dialog.
import type { SavedSearch, SearchInput } from "../../../shared/domain/searches.ts";
import { baseOf, changedFields } from "../../device/sync/conflict.ts";
import type { Entry } from "../../device/sync/entry.ts";
import { openedStore, asNotKept, queue } from "../sync/current-store.ts";
import { outcomeOf, type Outcome } from "../sync/outcome.ts";
import { commandText } from "../sync/queue-texts.ts";

/** The fields of a saved search that a user can set; null and an empty list of types mean «any». */
export type SearchForm = Omit<SearchInput, "id">;

/**
 * `shown`: the search before the edit, null for one that the server never received. `entryId`: the outbox entry to
 * replace.
 */
export type InitialSearch = { shown: SavedSearch | null; values: SearchForm; entryId: string | undefined };

type SearchRef = { searchId?: string | undefined; entryId?: string | undefined };

/** Creates a saved search. Rejects with NotKept. */
export async function saveSearch(form: SearchForm): Promise<Outcome> {
  return await outcomeOf((await queue("searches.save", form, { about: form.name })).id);
}

/**
 * Sends the fields that differ from `shown`. With `entryId` it replaces the content of that waiting or refused entry.
 * Rejects with NotKept.
 */
export async function changeSearch(shown: SavedSearch | null, form: SearchForm, entryId?: string): Promise<Outcome> {
  const changes = shown ? changedFields(shown, form) : form;
  const isSame = Object.keys(changes).length === 0;
  try {
    if (!entryId) {
      if (isSame || !shown) return { kind: "done" };
      const options = { base: baseOf(shown, changes), about: form.name };
      return await outcomeOf((await queue("searches.edit", { ...changes, id: shown.id }, options)).id);
    }
    const person = await openedStore();
    if (isSame) {
      await person.engine.discard(entryId);
      return { kind: "done" };
    }
    const change = shown
      ? { input: { ...changes, id: shown.id }, base: baseOf(shown, changes) }
      : { input: { ...changes, id: entryId } };
    return await outcomeOf(await person.engine.edit(entryId, change));
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Deletes a search. One that the server refused or never received is only discarded here. Rejects with NotKept. */
export async function deleteSearch({ id, name }: Pick<SavedSearch, "id" | "name">): Promise<void> {
  const { engine } = await openedStore();
  const refused = (await engine.outbox()).find((entry) => entry.id === id && entry.state === "attention");
  if (refused) await engine.discard(id).catch((problem: unknown) => Promise.reject(asNotKept(problem)));
  else await queue("searches.remove", { id }, { about: name });
}

/**
 * The initial values of the form: the stored search, with the fields of a refused edit. `entryId` selects an outbox
 * entry instead. A string is the id of a conflicting entry, where the user must choose first. Null: the search is gone.
 */
export async function initialSearch(about: SearchRef): Promise<InitialSearch | string | null> {
  const { engine } = await openedStore();
  const isAbout = ({ id, input, state }: Entry) =>
    about.entryId ? id === about.entryId : state === "attention" && [id, input["id"]].includes(about.searchId);
  const entry = (await engine.outbox()).find((one) => commandText(one.name)?.form === "search" && isAbout(one));
  if (entry?.refusal?.code === "conflict") return entry.id;
  if (entry && commandText(entry.name)?.isNew) {
    return { shown: null, values: formOf(entry.input as SearchForm), entryId: entry.id };
  }
  const row = await engine.row("searches", entry ? String(entry.input["id"]) : (about.searchId ?? ""));
  if (!row) return null;
  // The base of the edit: the values on the screen when the user made it.
  const shown = { ...(row as unknown as SavedSearch), ...entry?.base?.values };
  return { shown, values: formOf({ ...shown, ...entry?.input }), entryId: entry?.id };
}

function formOf({ name, location, types, minPrice, maxPrice, seats, date, words, notify }: SearchForm): SearchForm {
  return { name, location, types, minPrice, maxPrice, seats, date, words, notify };
}
