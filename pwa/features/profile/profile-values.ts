// What the profile's form holds while somebody types, and what it means.
import type { ProfileForm } from "../../client/edits/profile.ts";

export interface ProfileValues {
  name: string;
  bio: string;
  avatarUrl: string | null;
  isOwner: boolean;
}

export type ProfileField = "name" | "bio" | "avatarUrl" | "userType";
export type ProfileProblems = Partial<Record<ProfileField, string>>;

/** What the form starts with: the profile as it is, with what a waiting change wants laid over it. */
export function valuesOf(user: ProfileForm, wanted: Partial<ProfileForm> = {}): ProfileValues {
  const { name, bio, avatarUrl, userType } = { ...user, ...wanted };
  return { name, bio: bio ?? "", avatarUrl, isOwner: userType === "owner" };
}

export function isSameProfile(one: ProfileValues, other: ProfileValues): boolean {
  return (Object.keys(one) as (keyof ProfileValues)[]).every((field) => one[field] === other[field]);
}

/** An empty bio is none. */
export function formOf({ name, bio, avatarUrl, isOwner }: ProfileValues): ProfileForm {
  return {
    name: name.trim(),
    bio: bio.trim() === "" ? null : bio,
    avatarUrl,
    userType: isOwner ? "owner" : "pilot",
  };
}

/** Under which field a refusal stands: the field it names, or the switch where listings are in the way. */
export function problemsOf(code: string, message: string, fields: Record<string, string>): ProfileProblems {
  return code === "has-aircraft" ? { userType: message } : fields;
}
