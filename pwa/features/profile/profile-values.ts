// The values of the profile form and their conversion to a command.
import type { ProfileForm } from "../../client/edits/profile.ts";

export type ProfileValues = {
  name: string;
  bio: string;
  avatarUrl: string | null;
  isOwner: boolean;
};

export type ProfileField = "name" | "bio" | "avatarUrl" | "userType";
export type ProfileProblems = Partial<Record<ProfileField, string>>;

/** Initial form values: the profile with the values of a waiting edit. */
export function valuesOf(user: ProfileForm, wanted: Partial<ProfileForm> = {}): ProfileValues {
  const { name, bio, avatarUrl, userType } = { ...user, ...wanted };
  return { name, bio: bio ?? "", avatarUrl, isOwner: userType === "owner" };
}

export function isSameProfile(one: ProfileValues, other: ProfileValues): boolean {
  return (Object.keys(one) as (keyof ProfileValues)[]).every((field) => one[field] === other[field]);
}

/** An empty bio becomes null. */
export function formOf({ name, bio, avatarUrl, isOwner }: ProfileValues): ProfileForm {
  return {
    name: name.trim(),
    bio: bio.trim() === "" ? null : bio,
    avatarUrl,
    userType: isOwner ? "owner" : "pilot",
  };
}

/** Assigns a refusal to the field it names, or to the account type when listings prevent a change. */
export function problemsOf(code: string, message: string, fields: Record<string, string>): ProfileProblems {
  return code === "has-aircraft" ? { userType: message } : fields;
}
