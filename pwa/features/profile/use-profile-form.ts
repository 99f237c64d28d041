// What the profile's form does: what is saved is kept on this device before it is sent.
import { useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { dropPictures } from "../../client/kept-pictures.ts";
import type { Outcome } from "../../client/outcome.ts";
import { changeProfile, dropRefused, type ProfileForm } from "../../client/profile.ts";
import { asNotKept } from "../../client/queue.ts";
import { toast } from "../../client/toasts.ts";
import { formOf, problemsOf, valuesOf, type ProfileProblems, type ProfileValues } from "./profile-values.ts";

interface Options {
  user: OwnUser;
  /** What a waiting or refused change wants. */
  wanted: Partial<ProfileForm>;
  entryId: string | null;
  form: RefObject<HTMLFormElement | null>;
  onClose: () => void;
}

export function useProfileForm({ user, wanted, entryId, form, onClose }: Options) {
  // What the screen showed when the form opened: the save says what it changes from there.
  const [shown] = useState(user);
  const [values, setValues] = useState(() => valuesOf(user, wanted));
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [isBusy, setBusy] = useState(false);
  /** The entry that carries what this form saves, once one was refused. */
  const [entry, setEntry] = useState(entryId);

  function refuse({ code, message, fields }: { code: string; message: string; fields: Record<string, string> }) {
    setProblems(problemsOf(code, message, fields));
    toast({ kind: "bad", title: "Error", description: message || "Failed to update your profile. Please try again." });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function settle(outcome: Outcome) {
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
      settle(await changeProfile(shown, formOf(values), entry));
    } catch (error) {
      refuse(asNotKept(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    problems,
    isBusy,
    submit,
    change(changes: Partial<ProfileValues>) {
      setValues((now) => ({ ...now, ...changes }));
      setProblems({});
    },
    /** Closes without saving. What was refused while the form stood open goes; what it was opened with stays. */
    cancel() {
      if (entry !== null && entry !== entryId) void dropRefused(entry);
      if (values.avatarUrl !== null && values.avatarUrl !== (wanted.avatarUrl ?? shown.avatarUrl))
        void dropPictures([values.avatarUrl]);
      onClose();
    },
  };
}
