// The public reply to a review: shown under it, and written once by the reviewed.
import { Reply as ReplyIcon } from "../../ui/icons/icons.ts";
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { LONGEST_REPLY } from "../../../shared/domain/reviews-rules.ts";
import { ApiError, call } from "../../client/api/call.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { useFocusAfterWork } from "../../ui/hooks/use-focus-after-work.ts";
import styles from "./reply.module.css";

type Reply = { name: string; content: string; date: string; dateLabel: string };

type ReviewReplyProps = {
  reviewId: string;
  /** The author of the review. */
  author: string;
  reply: Reply | null;
  /** Called after this user has replied; absent for a reader who may not reply. */
  onReplied?: (() => Promise<void>) | undefined;
};

/** The reply to a review, or the button and the form of one. The focus goes from the form to what takes its place. */
export function ReviewReply({ reviewId, author, reply, onReplied }: ReviewReplyProps) {
  const [isOpen, setOpen] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isWriting = isOpen && reply === null;
  const wasWriting = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasWriting.current && !isWriting && isLost) (text.current ?? button.current)?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);
  if (reply) return <ReplyText {...reply} ref={text} />;
  if (!onReplied) return null;
  if (isWriting) return <ReplyForm {...{ reviewId, author, onReplied }} onClose={() => setOpen(false)} />;
  return (
    <Button
      ref={button}
      size="sm"
      className={styles.open}
      aria-label={`Reply once to ${author}`}
      onClick={() => setOpen(true)}
    >
      <Icon of={ReplyIcon} size="s" />
      Reply once
    </Button>
  );
}

function ReplyText({ name, content, date, dateLabel, ref }: Reply & { ref: RefObject<HTMLDivElement | null> }) {
  const titleId = useId();
  return (
    <div ref={ref} role="group" aria-labelledby={titleId} tabIndex={-1} className={styles.reply}>
      <b id={titleId}>{name} replied</b>{" "}
      <time dateTime={date} className="muted">
        {dateLabel}
      </time>
      <p>{content}</p>
    </div>
  );
}

type ReplyFormProps = {
  reviewId: string;
  author: string;
  onReplied: () => Promise<void>;
  onClose: () => void;
};

function ReplyForm({ reviewId, author, onReplied, onClose }: ReplyFormProps) {
  const [content, setContent] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useFocusAfterWork(isBusy);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === "") {
      setProblem("Write a few words");
      return field.current?.focus();
    }
    setBusy(true);
    try {
      await call("reviews.reply", { id: reviewId, content });
      await onReplied();
      toast({ title: "Reply sent" });
      onClose();
    } catch (error) {
      const isAway = error instanceof ApiError && error.status === 0;
      toast({
        kind: "bad",
        title: isAway ? "Needs a connection" : "Not sent",
        description: error instanceof ApiError ? error.message : "Please try again.",
      });
      // Another tab or device has replied: its reply takes the place of this form.
      if (error instanceof ApiError && error.code === "already-replied") await onReplied();
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <TextArea
        ref={field}
        label={`Reply to ${author}`}
        hint="Everybody can read it. You reply once, and cannot change it."
        value={content}
        onChange={(typed) => {
          setContent(typed);
          setProblem(undefined);
        }}
        rows={3}
        maxLength={LONGEST_REPLY}
        error={problem}
      />
      <div className={styles.buttons}>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" busy={isBusy}>
          {isBusy ? "Sending..." : "Send reply"}
        </Button>
      </div>
    </form>
  );
}
