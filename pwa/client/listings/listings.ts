// Creates, edits and deletes listings: stores the change on this device, and returns the outcome later. Loaded with the
// dialogs.
import type { CommandInput } from "../../../shared/commands.ts";
import type { Aircraft, ListingInput } from "../../../shared/domain/aircraft.ts";
import { listingDefaults } from "../../../shared/domain/aircraft-rules.ts";
import { baseOf, changedFields } from "../../device/sync/conflict.ts";
import { type EditBase, type Entry, pictureMark, pictureOfMark } from "../../device/sync/entry.ts";
import { ApiError, call } from "../api/call.ts";
import { noteDeleted } from "./deleted-listings.ts";
import { refetchDetail } from "../catalogue/details.ts";
import { outcomeOf, outcomeOfAll, type Outcome } from "../sync/outcome.ts";
import { openedStore, asNotKept, NotKept, queue } from "../sync/current-store.ts";
import { commandText } from "../sync/queue-texts.ts";

type Form = Omit<ListingInput, "id" | "imageUrl">;

const NOTES = "accessNotes.save";

/** Creates a listing, then stores its access notes. A pilot becomes an owner first. Rejects with NotKept. */
export async function listAircraft({ accessNotes, ...form }: Form, isPilot: boolean): Promise<Outcome> {
  const permit = await ownerSwitch(isPilot);
  const imageUrl = form.images[0] ?? listingDefaults.imageUrl;
  const { id } = await queue("aircraft.create", { ...form, imageUrl }, permit ? { waitsFor: [permit] } : {});
  if (accessNotes === null) return await outcomeOf(id);
  return await outcomeOfAll([id, await keepPart(notesOf({ id, name: form.name, accessNotes: null }, accessNotes))]);
}

/** The id of the entry that makes this user an owner; undefined when none waits and none is needed. */
async function ownerSwitch(isNeeded: boolean): Promise<string | undefined> {
  const entries = await (await openedStore()).engine.outbox();
  const waiting = entries.find(({ name, input, state }) => {
    return commandText(name)?.form === "profile" && input["userType"] === "owner" && state !== "attention";
  });
  if (waiting) return waiting.id;
  return isNeeded ? (await queue("profile.update", { userType: "owner" })).id : undefined;
}

/** One of the commands that make an edit. */
type Part = {
  name: "aircraft.update" | typeof NOTES;
  input: { id: string } & Partial<Form>;
  base: EditBase;
  about: string;
};

/** The commands that turn `shown` into `form`; access notes have their own. */
function partsOf(shown: Aircraft, form: Form): Part[] {
  const { accessNotes, ...changes }: Partial<Form> = changedFields(shown, form);
  const parts: Part[] = [];
  if (Object.keys(changes).length > 0)
    parts.push({
      name: "aircraft.update",
      input: { ...changes, id: shown.id },
      base: baseOf(shown, changes),
      about: shown.name,
    });
  if (accessNotes !== undefined) parts.push(notesOf(shown, accessNotes));
  return parts;
}

function notesOf(shown: Pick<Aircraft, "id" | "name" | "accessNotes">, accessNotes: string | null): Part {
  const { id, name: about } = shown;
  return { name: NOTES, input: { id, accessNotes }, base: baseOf(shown, { accessNotes }), about };
}

/** Stores a part on this device: in place of `entry`, or of one that the server refused, else as a new entry. Returns the entry's id. */
async function keepPart({ name, input, ...options }: Part, entry?: Entry): Promise<string> {
  const { engine } = await openedStore();
  const isRefused = (other: Entry) =>
    other.state === "attention" && other.name === name && other.input["id"] === input.id;
  const former = entry?.name === name ? entry : (await engine.outbox()).find(isRefused);
  if (former) return await engine.edit(former.id, { input, base: options.base });
  return (await queue(name, input as CommandInput<typeof name>, options)).id;
}

/** Sends the fields that differ from `shown`. Rejects with NotKept, or with ApiError for another user's listing. */
export async function changeAircraft(shown: Aircraft, form: Form, isOwn: boolean): Promise<Outcome> {
  const parts = partsOf(shown, form);
  if (isOwn) return await keepParts(parts);
  const update = parts.find(({ name }) => name === "aircraft.update");
  if (!update) return { kind: "done" };
  return await overRest(call("aircraft.update", await withPaths(update.input)), shown.id);
}

/** Rejects with NotKept. */
async function keepParts(parts: readonly Part[], entry?: Entry): Promise<Outcome> {
  const ids: string[] = [];
  for (const part of parts) ids.push(await keepPart(part, entry));
  return await outcomeOfAll(ids);
}

/**
 * Replaces the content of a waiting or refused entry: a whole listing, or the changes to `shown`. Rejects with NotKept.
 */
export async function changeEntry(entryId: string, shown: Aircraft | null, form: Form): Promise<Outcome> {
  try {
    const { engine } = await openedStore();
    const entry = await waitingEntry(entryId);
    if (!entry) throw new NotKept("This is no longer waiting.", "not-waiting");
    if (!shown) return await changeNew(entry, form);
    const parts = partsOf(shown, form);
    if (parts.every(({ name }) => name !== entry.name)) await engine.discard(entryId);
    return await keepParts(parts, entry);
  } catch (problem) {
    throw asNotKept(problem);
  }
}

async function changeNew(entry: Entry, { accessNotes, ...form }: Form): Promise<Outcome> {
  const { engine } = await openedStore();
  const notes = await waitingNotes(entry.id);
  const input = { ...form, imageUrl: form.images[0] ?? listingDefaults.imageUrl, id: entry.id };
  const id = await engine.edit(entry.id, { input });
  if (accessNotes === notes) return await outcomeOf(id);
  return await outcomeOfAll([id, await keepPart(notesOf({ id, name: form.name, accessNotes: null }, accessNotes))]);
}

/** The access notes that wait for the server, null for none. */
export async function waitingNotes(aircraftId: string): Promise<string | null> {
  const entries = await (await openedStore()).engine.outbox();
  const last = entries.findLast(({ name, input }) => name === NOTES && input["id"] === aircraftId);
  return (last?.input["accessNotes"] as string | null | undefined) ?? null;
}

/** Deletes a listing. Rejects with NotKept, or with ApiError for another user's listing. */
export async function deleteAircraft(plane: { id: string; name: string }, isOwn: boolean): Promise<Outcome> {
  if (!isOwn) {
    const outcome = await overRest(call("aircraft.delete", { id: plane.id }), plane.id);
    noteDeleted(plane.id);
    return outcome;
  }
  const { engine } = await openedStore();
  // The server never had a refused listing, so it is only discarded here.
  const refused = (await engine.outbox()).find(({ id, state }) => id === plane.id && state === "attention");
  if (refused) {
    await engine.discard(refused.id).catch((problem: unknown) => Promise.reject(asNotKept(problem)));
    return { kind: "done" };
  }
  const { id } = await queue("aircraft.delete", { id: plane.id }, { about: plane.name });
  const outcome = await outcomeOf(id);
  if (outcome.kind === "done") noteDeleted(plane.id);
  // A refused deletion is discarded: the listing stays as it was.
  if (outcome.kind === "refused" && outcome.entryId) await engine.discard(outcome.entryId).catch(() => undefined);
  return outcome;
}

/**
 * Waits for an admin's direct call, since this device does not store other users' listings. Then fetches the listing
 * again.
 */
async function overRest(work: Promise<unknown>, aircraftId: string): Promise<Outcome> {
  await work;
  await refetchDetail(aircraftId);
  return { kind: "done" };
}

/**
 * Replaces picture marks with paths. Pictures for another user's listing must be on the server before a command can
 * name them.
 */
async function withPaths<Input extends { images?: string[] }>(input: Input): Promise<Input> {
  if (!input.images?.some((image) => pictureOfMark(image) !== null)) return input;
  const pictures = await (await openedStore()).engine.pictures.all();
  const paths = new Map(pictures.map(({ id, path }) => [pictureMark(id), path]));
  const images = input.images.map((image) => (pictureOfMark(image) === null ? image : paths.get(image)));
  if (images.every((image) => image !== undefined)) return { ...input, images };
  throw new NotKept("Wait until the pictures are sent, then save again.", "pictures-waiting");
}

/** The outbox entry that a form edits; null when it is gone. */
export async function waitingEntry(entryId: string): Promise<Entry | null> {
  const { engine } = await openedStore();
  return (await engine.outbox()).find(({ id }) => id === entryId) ?? null;
}

/** The user's own listing, with waiting changes; null when it is gone. */
export async function ownAircraft(aircraftId: string): Promise<Aircraft | null> {
  const row = await (await openedStore()).engine.row("aircraft", aircraftId);
  return row ? (row as unknown as Aircraft) : null;
}

/** The text of an error, its code, and the problems by field. */
export function problemOf(error: unknown): { message: string; code: string; fields: Record<string, string> } {
  if (error instanceof ApiError) {
    const { message, code, fields, status } = error;
    return { message: status > 0 ? message : "", code, fields };
  }
  const { message, code, fields } = asNotKept(error);
  return { message, code, fields };
}
