// What a listing's form holds and does: every change is kept as a draft, what is sent is kept before it is sent.
import { useEffect, useRef, useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useLeadToVerify } from "../../client/shell/return-place.ts";
import { changeAircraft, changeEntry, listAircraft, problemOf } from "../../client/listings/listings.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { toast } from "../../client/shell/toasts.ts";
import { keepDraft } from "./listing-draft.ts";
import type { Subject } from "./listing-subject.ts";
import { saidOf } from "./listing-words.ts";
import {
  isSameListing,
  readListing,
  type ListingField,
  type ListingForm,
  type ListingProblems,
  type ListingValues,
} from "./listing-values.ts";

export type ListingFormState = ReturnType<typeof useListingForm>;

/** Whether the form still stands: who closed it while it was sent is not led away from what they do by then. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

type Options = {
  subject: Subject;
  user: OwnUser;
  form: RefObject<HTMLFormElement | null>;
  onClose: () => void;
};

export function useListingForm({ subject, user, form, onClose }: Options) {
  const [values, setValues] = useState(subject.start);
  const [problems, setProblems] = useState<ListingProblems>({});
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isOwner, setOwner] = useState(false);
  const [isMissingTick, setMissingTick] = useState(false);
  const [entryId, setEntryId] = useState(subject.entryId);
  const leadToVerifyEmail = useLeadToVerify();
  const isOpen = useIsOpen();

  const { kind, shown, untouched } = subject;
  // An admin lists without being an owner, and pictures of others' listings stay theirs.
  const needsTick = kind === "new" && user.userType === "pilot" && !user.isAdmin;
  const isOwn = shown === null || shown.ownerId === user.id;
  const draft = entryId ? `entry-${entryId}` : subject.draft;
  const isTouched = !isSameListing(values, untouched);

  function set(next: ListingValues) {
    setValues(next);
    keepDraft(user.id, draft, isSameListing(next, untouched) ? null : { values: next, shown });
    if (hasTried) setProblems(readListing(next).problems ?? {});
  }

  function point(found: ListingProblems) {
    setProblems(found);
    // The fields know what is wrong with them once they are drawn again.
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>("[aria-invalid]");
      first?.focus();
      first?.scrollIntoView({ block: "center" });
    });
  }

  async function send(listing: ListingForm): Promise<Outcome> {
    if (entryId) return await changeEntry(entryId, shown, listing);
    if (shown) return await changeAircraft(shown, listing, isOwn);
    return await listAircraft(listing, needsTick);
  }

  function settle(outcome: Outcome) {
    // From here on the entry keeps what was typed.
    keepDraft(user.id, draft, null);
    if (outcome.kind !== "refused" || outcome.code === "conflict") {
      const mayAsk = isOpen.current;
      onClose();
      toast(saidOf(kind, outcome));
      if (mayAsk && outcome.kind === "refused" && outcome.entryId)
        openDialog({ name: "conflict", entryId: outcome.entryId });
      return;
    }
    setEntryId(outcome.entryId);
    refuse(outcome);
  }

  function refuse({ code, message, fields }: { code: string; message: string; fields: Record<string, string> }) {
    toast(saidOf(kind, { kind: "refused", code, message }));
    if (code === "email-unverified" && isOpen.current) return leadToVerify();
    const found: ListingProblems = {};
    for (const [path, words] of Object.entries(fields)) {
      const field = path === "imageUrl" ? "images" : path.split(".")[0];
      found[field as ListingField] ??= words;
    }
    point(found);
  }

  function leadToVerify() {
    onClose();
    // The form opens again with its draft; what waits in the outbox has none.
    leadToVerifyEmail(entryId ? undefined : "listing");
  }

  async function submit(isPictureRefused: boolean) {
    setTried(true);
    const read = readListing(values);
    const found: ListingProblems = { ...read.problems };
    if (isPictureRefused) found.images = "Delete or retry the picture that could not be sent.";
    setMissingTick(needsTick && !isOwner);
    if (!read.form || Object.keys(found).length > 0 || (needsTick && !isOwner)) return point(found);
    if (kind === "new" && !user.isEmailVerified) {
      keepDraft(user.id, draft, { values, shown });
      toast({ kind: "bad", title: "Error", description: "Please verify your email first." });
      return leadToVerify();
    }
    setBusy(true);
    try {
      settle(await send(read.form));
    } catch (error) {
      refuse(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    problems,
    isBusy,
    isTouched,
    needsTick,
    isOwner,
    isMissingTick,
    submit,
    setOwner(isTicked: boolean) {
      setOwner(isTicked);
      setMissingTick(false);
    },
    change: <Field extends ListingField>(field: Field, value: ListingValues[Field]) =>
      set({ ...values, [field]: value }),
    /** Throws away what was typed. */
    startOver: () => set(untouched),
  };
}
