import { Send } from "../../ui/icons/icons.ts";
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { counted, grouped } from "../../../shared/kit/counted.ts";
import {
  conversationNote,
  removeSentText,
  updateConversationNote,
  noteSentText,
  type SentText,
} from "../../client/messages/conversation-notes.ts";
import { newRecordId } from "../../client/api/server-clock.ts";
import { prepareToQueue } from "../../client/sync/current-store.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./composer.module.css";

/** Maximum length of a message, in characters. */
const MAX_LENGTH = 4000;
/** From this length on the composer shows the remaining characters. */
const SHOW_COUNT_FROM = 3800;

type ComposerProps = {
  me: string;
  peer: { id: string; name: string };
  /** The aircraft that the messages are about. */
  aircraftId?: string | null;
  /** Resolves to true once the text is stored on this device. */
  onSend: (message: SentText) => Promise<boolean>;
};

/** The field for a new message. Unsent text survives a reload. */
export function Composer({ me, peer, aircraftId = null, onSend }: ComposerProps) {
  const [text, setText] = useState(() => conversationNote(me, peer.id).draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const over = text.length - MAX_LENGTH;
  const canSend = text.trim().length > 0 && over <= 0;
  useGrowing(field, text);
  useEffect(() => void prepareToQueue(), []);

  const write = (next: string) => {
    setText(next);
    updateConversationNote(me, peer.id, { draft: next });
  };
  const send = async () => {
    if (!canSend) return;
    const message = { id: newRecordId(), content: text, aircraftId };
    // Stored before the field is emptied: if the page closes now, the next one sends the message under the same id.
    noteSentText(me, peer.id, message);
    setText("");
    field.current?.focus();
    const isStored = await onSend(message);
    if (!isStored) {
      const typed = conversationNote(me, peer.id).draft;
      const both = typed ? `${text}\n${typed}` : text;
      updateConversationNote(me, peer.id, { draft: both });
      setText(both);
    }
    removeSentText(me, peer.id, message.id);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter ends the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={styles.composer} data-pinned="" onSubmit={onSubmit}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        placeholder="Message"
        aria-label={`Message to ${peer.name}`}
        aria-describedby={text.length > SHOW_COUNT_FROM ? noteId : undefined}
        aria-invalid={over > 0 || undefined}
        className={classNames(styles.field, over > 0 && styles.tooLong)}
        enterKeyHint="send"
        data-autofocus=""
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles.send} disabled={!canSend} aria-label="Send message" data-tooltip="">
        <Icon of={Send} />
      </button>
      <p id={noteId} role="status" className={classNames(styles.note, over > 0 && styles.noteOver)}>
        {lengthNote(text.length)}
      </p>
    </form>
  );
}

/** The note for a length in characters: empty, the remaining count, or the excess. */
export function lengthNote(length: number): string {
  const left = MAX_LENGTH - length;
  if (left < 0) {
    return `Messages hold at most 4,000 characters. Shorten this one by ${grouped(-left)}.`;
  }
  return length > SHOW_COUNT_FROM ? `${counted(left, "character")} left` : "";
}

/**
 * Sets the field's height to its text; the style sheet limits it to five lines. A browser that can do so by itself is left to it: here each
 * key and each sent text lays out the whole dialog twice more.
 */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || growsByItself()) return;
    element.style.height = "auto";
    const edges = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + edges}px`;
  }, [field, text]);
}

function growsByItself(): boolean {
  return CSS.supports("field-sizing", "content");
}
