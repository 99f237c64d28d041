// State and actions of a listing form: stores every change as a draft, and stores the command before it is sent.
import { useEffect, useRef, useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useGoToVerify } from "../../client/shell/return-place.ts";
import { changeAircraft, changeEntry, listAircraft, problemOf } from "../../client/listings/listings.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { toast } from "../../client/shell/toasts.ts";
import { storeListingDraft } from "./listing-draft.ts";
import type { ListingSubject } from "./listing-subject.ts";
import { toastFor } from "./listing-words.ts";
import {
  fieldAt,
  changed,
  isSameListing,
  readListing,
  type ListingField,
  type ListingForm,
  type ListingProblems,
  type ListingValues,
} from "./listing-values.ts";

export type ListingFormState = ReturnType<typeof useListingForm>;

/** Whether the form is still open: a user who closed it while sending is not redirected. */
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
  subject: ListingSubject;
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
  const openVerifyPage = useGoToVerify();
  const isOpen = useIsOpen();

  const { kind, shown, untouched } = subject;
  // Admins list without owning, and the pictures of others' listings stay the others'.
  const needsTick = kind === "new" && user.userType === "pilot" && !user.isAdmin;
  const isOwn = shown === null || shown.ownerId === user.id;
  const draft = entryId ? `entry-${entryId}` : subject.draft;
  const isTouched = !isSameListing(values, untouched);

  function set(next: ListingValues) {
    setValues(next);
    storeListingDraft(user.id, draft, isSameListing(next, untouched) ? null : { values: next, shown });
    if (hasTried) setProblems(readListing(next).problems ?? {});
  }

  function point(found: ListingProblems) {
    setProblems(found);
    // The fields show their errors only after the next render.
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
    // From here on the outbox entry has the input.
    storeListingDraft(user.id, draft, null);
    if (outcome.kind !== "refused" || outcome.code === "conflict") {
      const mayAsk = isOpen.current;
      onClose();
      toast(toastFor(kind, outcome));
      if (mayAsk && outcome.kind === "refused" && outcome.entryId)
        openDialog({ name: "conflict", entryId: outcome.entryId });
      return;
    }
    setEntryId(outcome.entryId);
    refuse(outcome);
  }

  function refuse({ code, message, fields }: { code: string; message: string; fields: Record<string, string> }) {
    toast(toastFor(kind, { kind: "refused", code, message }));
    if (code === "email-unverified" && isOpen.current) return goToVerify();
    const found: ListingProblems = {};
    for (const [path, words] of Object.entries(fields)) {
      found[fieldAt(path.split("."))] ??= words;
    }
    point(found);
  }

  function goToVerify() {
    onClose();
    // After verification the form reopens with its draft; an entry of the outbox has no draft.
    openVerifyPage(entryId ? undefined : { name: "listing" });
  }

  async function submit(isPictureRefused: boolean) {
    setTried(true);
    const read = readListing(values);
    const found: ListingProblems = { ...read.problems };
    if (isPictureRefused) found.images = "Delete or retry the picture that could not be sent.";
    setMissingTick(needsTick && !isOwner);
    if (!read.form || Object.keys(found).length > 0 || (needsTick && !isOwner)) return point(found);
    if (kind === "new" && !user.isEmailVerified) {
      storeListingDraft(user.id, draft, { values, shown });
      toast({ kind: "bad", title: "Error", description: "Please verify your email first." });
      return goToVerify();
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
    isOwn,
    needsTick,
    isOwner,
    isMissingTick,
    submit,
    setOwner(isTicked: boolean) {
      setOwner(isTicked);
      setMissingTick(false);
    },
    change: <Field extends ListingField>(field: Field, value: ListingValues[Field]) =>
      set(changed(values, field, value)),
    /** Discards the input. */
    startOver: () => set(untouched),
  };
}
