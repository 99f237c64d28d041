// The public reply to a review: shown under it, and written once by the reviewed.
import { Reply as ReplyIcon } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { LONGEST_REPLY } from "../../../shared/domain/reviews-rules.ts";
import { ApiError, call } from "../../client/api/call.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import styles from "./reply.module.css";

type ReplyProps = { name: string; content: string; date: string; dateLabel: string };

export function Reply({ name, content, date, dateLabel }: ReplyProps) {
  return (
    <div className={styles.reply}>
      <b>{name} replied</b>{" "}
      <time dateTime={date} className="muted">
        {dateLabel}
      </time>
      <p>{content}</p>
    </div>
  );
}

type ReplyButtonProps = {
  reviewId: string;
  /** The author of the review. */
  author: string;
  onReplied: () => Promise<void>;
};

export function ReplyButton({ reviewId, author, onReplied }: ReplyButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return <ReplyForm reviewId={reviewId} author={author} onReplied={onReplied} onClose={() => setOpen(false)} />;
  return (
    <Button size="sm" className={styles.open} aria-label={`Reply once to ${author}`} onClick={() => setOpen(true)}>
      <Icon of={ReplyIcon} size="s" />
      Reply once
    </Button>
  );
}

function ReplyForm({ reviewId, author, onReplied, onClose }: ReplyButtonProps & { onClose: () => void }) {
  const [content, setContent] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
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
