import { Save } from "../../ui/icons/icons.ts";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { openDialog, type DialogRequest } from "../../client/shell/dialogs.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { useLocalPictures, localPicture } from "../../client/pictures/local-pictures.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { DraftNote } from "../../ui/display/draft-note.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { ListingFields, type AirportProps } from "./listing-fields.tsx";
import { editSubject, entrySubject, newSubject, type ListingSubject } from "./listing-subject.ts";
import { useListingForm, type ListingFormState } from "./use-listing-form.ts";
import styles from "./listing-dialog.module.css";

export type PicturesProps = {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  error?: string | undefined;
  /** The place for a line about the pictures beside the actions. */
  noteIn?: HTMLElement | null | undefined;
};

export type ListingDialogProps = {
  request: Extract<DialogRequest, { name: "listing" }>;
  onClose: () => void;
  /** Renders the form's picture field. */
  pictures: (props: PicturesProps) => ReactNode;
  /** Renders the form's field of the home airport. */
  airport: (props: AirportProps) => ReactNode;
};

/** Lists an aircraft, edits a listing, or continues a waiting or refused edit. */
export function ListingDialog({ request, onClose, ...slots }: ListingDialogProps) {
  const { user } = useAuth();
  const subject = useSubject(request, user, onClose);
  if (!user || !subject) return null;
  return <ListingForm subject={subject} user={user} onClose={onClose} {...slots} />;
}

function useSubject({ plane, entryId }: ListingDialogProps["request"], user: OwnUser | null, onClose: () => void) {
  const userId = user?.id;
  const [subject, setSubject] = useState<ListingSubject | null>(() => {
    if (!userId || entryId) return null;
    return plane ? editSubject(userId, plane) : newSubject(userId);
  });
  useEffect(() => {
    if (!userId) onClose();
    if (!userId || !entryId) return;
    let isWanted = true;
    const missing = () => {
      if (!isWanted) return;
      onClose();
      toast({ title: "This is no longer waiting.", kind: "wait" });
    };
    entrySubject(userId, entryId).then((found) => {
      if (!found) missing();
      else if (found !== "conflict" && isWanted) setSubject(found);
      else if (isWanted) openDialog({ name: "conflict", entryId });
    }, missing);
    return () => {
      isWanted = false;
    };
  }, [userId, entryId, onClose]);
  return subject;
}

type ListingFormProps = {
  subject: ListingSubject;
  user: OwnUser;
} & Pick<ListingDialogProps, "onClose" | "pictures" | "airport">;

function ListingForm({ subject, user, onClose, pictures, airport }: ListingFormProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const listing = useListingForm({ subject, user, form, onClose });
  const [noteIn, setNoteIn] = useState<HTMLElement | null>(null);
  const waitingPictures = useLocalPictures();
  const isPictureRefused = listing.values.images.some(
    (image) => localPicture(waitingPictures, image)?.state === "refused",
  );
  const isNew = subject.kind === "new";
  const cancel = () => {
    // A later edit must not publish what was cancelled. A new listing is a draft, and every other way to close keeps an edit too.
    if (!isNew) listing.startOver();
    onClose();
  };
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={isNew ? "List Your Aircraft" : "Edit Aircraft"}
      bodyClassName={styles.body}
      foot={<Foot listing={listing} isNew={isNew} formId={formId} noteRef={setNoteIn} onCancel={cancel} />}
    >
      {subject.isDraft && listing.isTouched && <DraftNote onDiscard={listing.startOver} disabled={listing.isBusy} />}
      <form
        ref={form}
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void listing.submit(isPictureRefused);
        }}
      >
        {pictures({
          images: listing.values.images,
          onChange: (images) => listing.change("images", images),
          error: listing.problems.images,
          noteIn,
        })}
        <ListingFields
          airport={airport}
          isOwn={listing.isOwn}
          values={listing.values}
          problems={listing.problems}
          onChange={listing.change}
        />
        {listing.needsTick && <OwnerTick listing={listing} />}
      </form>
    </Dialog>
  );
}

type FootProps = {
  listing: ListingFormState;
  isNew: boolean;
  formId: string;
  /** Gets the line beside the actions. */
  noteRef: (line: HTMLElement | null) => void;
  onCancel: () => void;
};

function Foot({ listing, isNew, formId, noteRef, onCancel }: FootProps) {
  const label = isNew ? "List Aircraft" : "Save";
  const busyLabel = isNew ? "Listing..." : "Saving...";
  return (
    <>
      <p className={styles.queued} role="status">
        <span ref={noteRef} className={styles.note} />
        {listing.isTouched && (
          <span className={styles.note}>
            <Icon of={Save} size="s" />
            Draft saved on this device
          </span>
        )}
      </p>
      <Button variant="quiet" className={styles.cancel} disabled={listing.isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={listing.isBusy}>
        {listing.isBusy ? busyLabel : label}
      </Button>
    </>
  );
}

function OwnerTick({ listing }: { listing: ListingFormState }) {
  const noteId = useId();
  return (
    <div className={styles.tick}>
      <Checkbox
        required
        checked={listing.isOwner}
        onChange={listing.setOwner}
        describedBy={listing.isMissingTick ? noteId : undefined}
      >
        I own this aircraft. Make mine an owner account.
      </Checkbox>
      {listing.isMissingTick && (
        <p id={noteId} className={styles.tickProblem} role="alert">
          Only aircraft owners can list aircraft. Tick this if you are one.
        </p>
      )}
    </div>
  );
}
