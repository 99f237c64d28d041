// Initial values and draft of the profile form. The device stores the draft, so it survives a reload.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { storeDraft, storedDraft, entryDraftSubject } from "../../client/edits/drafts.ts";
import type { ProfileForm } from "../../client/edits/profile.ts";
import { isSameProfile, valuesOf, type ProfileValues } from "./profile-values.ts";

type ProfileDraft = {
  values: ProfileValues;
  /** The profile as shown when the user began to type: the base of the edit. */
  shown: ProfileForm;
};

export type ProfileStart = ProfileDraft & {
  /** Initial values without a draft. */
  untouched: ProfileValues;
  /** The form starts from an earlier draft. */
  isDraft: boolean;
};

/** Key of the draft: one for the current profile, one for each waiting or refused edit. */
const aboutOf = (entryId: string | null) => (entryId === null ? "own" : entryDraftSubject(entryId));

const isDraft = ({ values, shown }: Partial<ProfileDraft>) =>
  typeof values?.name === "string" && typeof values.bio === "string" && typeof shown?.name === "string";

/** `wanted` are the entry's values. */
export function initialProfile(user: OwnUser, wanted: Partial<ProfileForm>, entryId: string | null): ProfileStart {
  const stored = storedDraft<ProfileDraft>("profile", user.id, aboutOf(entryId), isDraft);
  return stored
    ? { ...stored, untouched: valuesOf(stored.shown, wanted), isDraft: true }
    : untouchedStart(user, wanted);
}

/** The current profile with the entry's values. */
export function untouchedStart(user: OwnUser, wanted: Partial<ProfileForm>): ProfileStart {
  const { name, bio, avatarUrl, userType } = user;
  const untouched = valuesOf(user, wanted);
  return { shown: { name, bio, avatarUrl, userType }, values: untouched, untouched, isDraft: false };
}

/** Stores the form's values as a draft, or removes it when they equal the initial ones. */
export function storeProfileDraft(
  userId: string,
  entryId: string | null,
  start: ProfileStart,
  values: ProfileValues,
): void {
  const draft: ProfileDraft = { values, shown: start.shown };
  storeDraft("profile", userId, aboutOf(entryId), isSameProfile(values, start.untouched) ? null : draft);
}

export function removeProfileDraft(userId: string, entryId: string | null): void {
  storeDraft("profile", userId, aboutOf(entryId), null);
}
