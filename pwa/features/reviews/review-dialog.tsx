import { Plane, UserRound } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { LONGEST_COMMENT, starWords } from "../../../shared/domain/reviews-rules.ts";
import { queue, type NotKept } from "../../client/sync/current-store.ts";
import { outcomeOf, type Outcome } from "../../client/sync/outcome.ts";
import { discard } from "../../client/sync/sync-state.ts";
import { newRecordId } from "../../client/api/server-clock.ts";
import { keepWrittenReview } from "../../client/bookings/kept-reviews.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { ChoiceCards } from "../../ui/form/choice-cards.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { DraftNote } from "../../ui/display/draft-note.tsx";
import { StarField } from "../../ui/form/star-field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { useFocusAfterWork } from "../../ui/hooks/use-focus-after-work.ts";
import { HiddenUntil } from "./hidden-until.tsx";
import { useReviewDraft, type WrittenReview } from "./use-review-draft.ts";
import styles from "./review-dialog.module.css";

export type Target = { targetType: "aircraft" | "user"; targetId: string; name: string };

export type ReviewDialogProps = {
  bookingId: string;
  /** Subjects of the review; at least one. */
  targets: readonly Target[];
  /** The hidden review of the only target, to be changed. */
  written?: WrittenReview;
  /** The other member of the booking. */
  peer: { name: string };
  onClose: () => void;
};

type Problems = { rating?: string | undefined; comment?: string | undefined };

/** Stars and a comment on an aircraft or a user, once per booking; the author changes a hidden review here. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { user } = useAuth();
  return user && <ReviewForm key={user.id} {...props} userId={user.id} />;
}

function ReviewForm({ bookingId, targets, written, peer, onClose, userId }: ReviewDialogProps & { userId: string }) {
  const draft = useReviewDraft(userId, bookingId, targets, written);
  const { targetId, rating, comment } = draft.values;
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  useFocusAfterWork(isBusy);
  const [refusal, setRefusal] = useState("");
  const isOpen = useIsOpen();
  const form = useRef<HTMLFormElement>(null);
  // Created once, so that a second press while the first is being stored does nothing.
  const [ids] = useState(() => new Map(targets.map((one) => [one.targetId, newRecordId()])));
  const target = targets.find((one) => one.targetId === targetId);
  const formId = `review-${bookingId}`;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = {
      ...(rating === 0 && { rating: "Choose 1 to 5 stars" }),
      ...(comment.trim() === "" && { comment: "Write a few words" }),
    };
    setProblems(found);
    setRefusal("");
    if (found.rating || found.comment) {
      const wrong = found.rating ? "input[name$='stars']" : "textarea";
      return form.current?.querySelector<HTMLElement>(wrong)?.focus();
    }
    if (!target) return;
    setBusy(true);
    const { targetType } = target;
    const review = { id: ids.get(targetId) ?? newRecordId(), bookingId, targetType, targetId, rating, comment };
    try {
      const { id } = await queue("reviews.write", review, { about: nameWithoutDemoSuffix(target) });
      keepWrittenReview(userId, review);
      await settle(await outcomeOf(id));
    } catch (problem) {
      const { fields, message } = problem as NotKept;
      setProblems(fields ?? {});
      toast({ title: "Error", description: message, kind: "bad" });
      setBusy(false);
    }
  };

  /** A refused review is not kept: the form still has it. */
  const settle = async (outcome: Outcome) => {
    const isWaiting = outcome.kind === "waiting" || (outcome.kind === "refused" && outcome.code === "email-unverified");
    if (outcome.kind !== "refused" || isWaiting) {
      draft.forget();
      toast({ title: "Review saved", ...(isWaiting && { description: "Sends when you have signal." }) });
      if (isOpen()) onClose();
      return;
    }
    // Closed meanwhile: the card of the flight says that it was refused.
    if (!isOpen()) return draft.forget();
    if (outcome.entryId) await discard(outcome.entryId);
    setProblems(outcome.fields);
    setRefusal(outcome.message);
    setBusy(false);
  };

  const cancel = () => {
    draft.forget();
    onClose();
  };

  return (
    <Dialog
      open
      // Every other way to close the dialog keeps the draft.
      onClose={onClose}
      title={written ? "Edit your review" : "Write a review"}
      description={targets.length === 1 && target ? `Of ${nameWithoutDemoSuffix(target)}.` : undefined}
      foot={
        <>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {isBusy ? "Sending..." : "Send review"}
          </Button>
        </>
      }
    >
      {draft.isBack && <DraftNote onDiscard={draft.startOver} disabled={isBusy} />}
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {targets.length > 1 && (
          <ChoiceCards
            label="Review of"
            value={targetId}
            onChange={(chosen) => draft.change({ targetId: chosen })}
            options={targets.map((one) => ({
              value: one.targetId,
              label: nameWithoutDemoSuffix(one),
              icon: one.targetType === "aircraft" ? Plane : UserRound,
            }))}
          />
        )}
        <StarField
          label="Rating"
          value={rating}
          onChange={(chosen) => {
            draft.change({ rating: chosen });
            setProblems({ ...problems, rating: undefined });
          }}
          words={starWords}
          error={problems.rating}
        />
        <TextArea
          label="Comment"
          value={comment}
          onChange={(written) => {
            draft.change({ comment: written });
            setProblems({ ...problems, comment: undefined });
          }}
          maxLength={LONGEST_COMMENT}
          error={problems.comment}
          hint="Everybody can read it, with your name."
        />
        {refusal && (
          <p role="alert" className={styles.problem}>
            {refusal}
          </p>
        )}
        <HiddenUntil bookingId={bookingId} peerName={peer.name} />
      </form>
    </Dialog>
  );
}

/** Tells after a wait whether the form is still shown. */
function useIsOpen(): () => boolean {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  return () => open.current;
}

function nameWithoutDemoSuffix({ targetType, name }: Target): string {
  return targetType === "aircraft" ? demoNameParts(name)[0] : name;
}
