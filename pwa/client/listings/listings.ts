// Creates, edits and deletes listings: stores the change on this device, and returns the outcome later. Loaded with the
// dialogs.
import type { Aircraft, ListingInput } from "../../../shared/domain/aircraft.ts";
import { listingDefaults } from "../../../shared/domain/aircraft-rules.ts";
import { baseOf, changedFields } from "../../device/sync/conflict.ts";
import { type Entry, pictureMark, pictureOfMark } from "../../device/sync/entry.ts";
import { ApiError, call } from "../api/call.ts";
import { noteDeleted } from "./deleted-listings.ts";
import { refetchDetail } from "../catalogue/details.ts";
import { outcomeOf, type Outcome } from "../sync/outcome.ts";
import { openedStore, asNotKept, NotKept, queue } from "../sync/current-store.ts";
import { commandText } from "../sync/queue-texts.ts";

type Form = Omit<ListingInput, "id" | "imageUrl">;

/** Creates a listing. A pilot becomes an owner first. Rejects with NotKept. */
export async function listAircraft(form: Form, isPilot: boolean): Promise<Outcome> {
  const permit = await ownerSwitch(isPilot);
  const imageUrl = form.images[0] ?? listingDefaults.imageUrl;
  const { id } = await queue("aircraft.create", { ...form, imageUrl }, permit ? { waitsFor: [permit] } : {});
  return await outcomeOf(id);
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

/** Sends the fields that differ from `shown`. Rejects with NotKept, or with ApiError for another user's listing. */
export async function changeAircraft(shown: Aircraft, form: Form, isOwn: boolean): Promise<Outcome> {
  const changes: Partial<Form> = changedFields(shown, form);
  if (Object.keys(changes).length === 0) return { kind: "done" };
  const input = { ...changes, id: shown.id };
  if (!isOwn) return await overRest(call("aircraft.update", await withPaths(input)), shown.id);
  const { id } = await queue("aircraft.update", input, { base: baseOf(shown, changes), about: shown.name });
  return await outcomeOf(id);
}

/**
 * Replaces the content of a waiting or refused entry: a whole listing, or the changes to `shown`. Rejects with NotKept.
 */
export async function changeEntry(entryId: string, shown: Aircraft | null, form: Form): Promise<Outcome> {
  const person = await openedStore();
  const changes = shown ? changedFields(shown, form) : form;
  try {
    if (Object.keys(changes).length === 0) {
      await person.engine.discard(entryId);
      return { kind: "done" };
    }
    const change = shown
      ? { input: { ...changes, id: shown.id }, base: baseOf(shown, changes) }
      : { input: { ...changes, imageUrl: form.images[0] ?? listingDefaults.imageUrl, id: entryId } };
    return await outcomeOf(await person.engine.edit(entryId, change));
  } catch (problem) {
    throw asNotKept(problem);
  }
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
