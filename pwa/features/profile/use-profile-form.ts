// State and actions of the profile form: stores input as a draft, and stores the command before it is sent.
import { useEffect, useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { changeProfile, discardRefusedProfile, type ProfileForm } from "../../client/edits/profile.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import { toast } from "../../client/shell/toasts.ts";
import { removeProfileDraft, storeProfileDraft, initialProfile, untouchedStart } from "./profile-draft.ts";
import { formOf, isSameProfile, problemsOf, type ProfileProblems, type ProfileValues } from "./profile-values.ts";

type Options = {
  user: OwnUser;
  /** The values of a waiting or refused edit. */
  wanted: Partial<ProfileForm>;
  entryId: string | null;
  form: RefObject<HTMLFormElement | null>;
  onClose: () => void;
};

export function useProfileForm({ user, wanted, entryId, form, onClose }: Options) {
  // Includes the values shown when the user began to type, which are the base of the edit.
  const [start, setStart] = useState(() => initialProfile(user, wanted, entryId));
  const [values, setValues] = useState(start.values);
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [isBusy, setBusy] = useState(false);
  /** The outbox entry with this form's input, once one was refused. */
  const [entry, setEntry] = useState(entryId);
  useEffect(() => storeProfileDraft(user.id, entry, start, values), [user.id, entry, start, values]);

  function refuse({ code, message, fields }: { code: string; message: string; fields: Record<string, string> }) {
    setProblems(problemsOf(code, message, fields));
    toast({ kind: "bad", title: "Error", description: message || "Failed to update your profile. Please try again." });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function settle(outcome: Outcome) {
    // From here on the outbox entry has the input.
    removeProfileDraft(user.id, entry);
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
    /** True when the form shows an earlier draft. */
    isBack: start.isDraft && !isSameProfile(values, start.untouched),
    submit,
    change(changes: Partial<ProfileValues>) {
      setValues((now) => ({ ...now, ...changes }));
      setProblems({});
    },
    /** Discards the input and starts from the current profile. */
    startOver() {
      dropOwnPicture();
      const anew = untouchedStart(user, wanted);
      setStart(anew);
      setValues(anew.values);
      setProblems({});
    },
    /** Discards the input. Also discards an entry refused while the form was open, but not the one the form was opened with. */
    cancel() {
      removeProfileDraft(user.id, entry);
      if (entry !== null && entry !== entryId) void discardRefusedProfile(entry);
      dropOwnPicture();
      onClose();
    },
  };
}
