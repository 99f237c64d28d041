// Edits the user's profile: stores the change on this device, and returns the outcome later. Loaded with the dialog.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { baseOf, changedFields } from "../../device/sync/conflict.ts";
import { outcomeOf, type Outcome } from "../sync/outcome.ts";
import { openedStore, asNotKept, queue } from "../sync/current-store.ts";

export type ProfileForm = Pick<OwnUser, "name" | "bio" | "avatarUrl" | "userType">;

/**
 * Sends the fields that differ from `shown`. With `entryId` it replaces the content of that waiting or refused entry.
 * Rejects with NotKept.
 */
export async function changeProfile(shown: OwnUser, form: ProfileForm, entryId: string | null): Promise<Outcome> {
  const input = changedFields(shown, form);
  const base = baseOf(shown, input);
  const isSame = Object.keys(input).length === 0;
  if (entryId === null)
    return isSame ? { kind: "done" } : await outcomeOf((await queue("profile.update", input, { base })).id);
  try {
    const person = await openedStore();
    if (isSame) {
      await person.engine.discard(entryId);
      return { kind: "done" };
    }
    return await outcomeOf(await person.engine.edit(entryId, { input, base }));
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** The input of a waiting or refused change; null when it is gone. */
export async function waitingProfile(entryId: string): Promise<Partial<ProfileForm> | null> {
  const { engine } = await openedStore();
  return (await engine.outbox()).find(({ id }) => id === entryId)?.input ?? null;
}

/** Discards a refused change that the user has given up. Never rejects. */
export async function discardRefusedProfile(entryId: string): Promise<void> {
  await openedStore()
    .then(({ engine }) => engine.discard(entryId))
    .catch(() => undefined);
}
