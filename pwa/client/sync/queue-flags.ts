// Facts about waiting commands that the sync pill and lists need on every page; the texts load with the screens that show them.
import type { OfflineCommandName } from "../../../shared/commands.ts";
import type { Entry } from "../../device/sync/entry.ts";

const quietCommands: readonly OfflineCommandName[] = ["messages.markRead"];
const listingDeletions: readonly OfflineCommandName[] = ["aircraft.delete"];

/**
 * Nothing a person did on purpose and nothing to decide about: a conversation that was looked at. It is sent like the rest, and
 * neither counted nor listed while it waits.
 */
export function isQuiet({ name, state }: Pick<Entry, "name" | "state">): boolean {
  return quietCommands.some((one) => one === name) && state !== "attention";
}

/** Whether it deletes a listing: lists hide the listing `id` at once, though the catalogue still has it. */
export function deletesListing({ name }: Pick<Entry, "name">): boolean {
  return listingDeletions.some((one) => one === name);
}
