// What the profile's form starts with, and what is typed into it and not sent: kept on this device, also over a reload.
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { keepDraft, keptDraft, ofEntry } from "../../client/edits/drafts.ts";
import type { ProfileForm } from "../../client/edits/profile.ts";
import { isSameProfile, valuesOf, type ProfileValues } from "./profile-values.ts";

type ProfileDraft = {
  values: ProfileValues;
  /** The profile as the screen showed it when the typing began: what the change is measured against. */
  shown: ProfileForm;
};

export type ProfileStart = ProfileDraft & {
  /** What the form would start with if nothing had been typed before. */
  untouched: ProfileValues;
  /** What was typed earlier is back. */
  isDraft: boolean;
};

/** One for the profile as it is, one for each change that waits or was refused. */
const aboutOf = (entryId: string | null) => (entryId === null ? "own" : ofEntry(entryId));

const isDraft = ({ values, shown }: Partial<ProfileDraft>) =>
  typeof values?.name === "string" && typeof values.bio === "string" && typeof shown?.name === "string";

/** `wanted` is what the entry wants. */
export function startOf(user: OwnUser, wanted: Partial<ProfileForm>, entryId: string | null): ProfileStart {
  const kept = keptDraft<ProfileDraft>("profile", user.id, aboutOf(entryId), isDraft);
  return kept ? { ...kept, untouched: valuesOf(kept.shown, wanted), isDraft: true } : untouchedStart(user, wanted);
}

/** The profile as it is now, with what the entry wants. */
export function untouchedStart(user: OwnUser, wanted: Partial<ProfileForm>): ProfileStart {
  const { name, bio, avatarUrl, userType } = user;
  const untouched = valuesOf(user, wanted);
  return { shown: { name, bio, avatarUrl, userType }, values: untouched, untouched, isDraft: false };
}

/** Keeps what the form holds; values as it would start with are nothing to keep. */
export function keepProfile(userId: string, entryId: string | null, start: ProfileStart, values: ProfileValues): void {
  const draft: ProfileDraft = { values, shown: start.shown };
  keepDraft("profile", userId, aboutOf(entryId), isSameProfile(values, start.untouched) ? null : draft);
}

export function forgetProfile(userId: string, entryId: string | null): void {
  keepDraft("profile", userId, aboutOf(entryId), null);
}
