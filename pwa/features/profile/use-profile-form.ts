// What the profile's form does: what is typed is kept as a draft, what is saved is kept before it is sent.
import { useEffect, useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { changeProfile, dropRefused, type ProfileForm } from "../../client/edits/profile.ts";
import { asNotKept } from "../../client/sync/queue.ts";
import { toast } from "../../client/shell/toasts.ts";
import { forgetProfile, keepProfile, startOf, untouchedStart } from "./profile-draft.ts";
import { formOf, isSameProfile, problemsOf, type ProfileProblems, type ProfileValues } from "./profile-values.ts";

interface Options {
  user: OwnUser;
  /** What a waiting or refused change wants. */
  wanted: Partial<ProfileForm>;
  entryId: string | null;
  form: RefObject<HTMLFormElement | null>;
  onClose: () => void;
}

export function useProfileForm({ user, wanted, entryId, form, onClose }: Options) {
  // With what the screen showed when the typing began: the save says what it changes from there.
  const [start, setStart] = useState(() => startOf(user, wanted, entryId));
  const [values, setValues] = useState(start.values);
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [isBusy, setBusy] = useState(false);
  /** The entry that carries what this form saves, once one was refused. */
  const [entry, setEntry] = useState(entryId);
  useEffect(() => keepProfile(user.id, entry, start, values), [user.id, entry, start, values]);

  function refuse({ code, message, fields }: { code: string; message: string; fields: Record<string, string> }) {
    setProblems(problemsOf(code, message, fields));
    toast({ kind: "bad", title: "Error", description: message || "Failed to update your profile. Please try again." });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function settle(outcome: Outcome) {
    // From here on the entry keeps what was typed.
    forgetProfile(user.id, entry);
    if (outcome.kind === "refused") {
      setEntry(outcome.entryId);
      return refuse(outcome);
    }
    onClose();
    toast(
      outcome.kind === "done"
        ? { title: "Success!", description: "Your profile has been updated." }
        : { kind: "wait", title: "Saved on this device", description: "Your profile is sent when you have signal." },
    );
  }

  async function submit() {
    setBusy(true);
    setProblems({});
    try {
      settle(await changeProfile({ ...user, ...start.shown }, formOf(values), entry));
    } catch (error) {
      refuse(asNotKept(error));
    } finally {
      setBusy(false);
    }
  }

  function dropOwnPicture() {
    if (values.avatarUrl !== null && values.avatarUrl !== (wanted.avatarUrl ?? start.shown.avatarUrl))
      void dropPictures([values.avatarUrl]);
  }

  return {
    values,
    problems,
    isBusy,
    /** What was typed earlier stands in the form again. */
    isBack: start.isDraft && !isSameProfile(values, start.untouched),
    submit,
    change(changes: Partial<ProfileValues>) {
      setValues((now) => ({ ...now, ...changes }));
      setProblems({});
    },
    /** Throws away what was typed, and starts from the profile as it is now. */
    startOver() {
      dropOwnPicture();
      const anew = untouchedStart(user, wanted);
      setStart(anew);
      setValues(anew.values);
      setProblems({});
    },
    /** Gives up what was typed. What was refused while the form stood open goes; what it was opened with stays. */
    cancel() {
      forgetProfile(user.id, entry);
      if (entry !== null && entry !== entryId) void dropRefused(entry);
      dropOwnPicture();
      onClose();
    },
  };
}
