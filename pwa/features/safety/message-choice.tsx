import { useMemo } from "react";
import { useNewestMessages } from "../../client/sync/rows.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import styles from "./report-dialog.module.css";

/** Messages that the list offers, the newest. */
const OFFERED = 60;

export type OfferedMessage = { id: string; senderId: string; content: string };

type MessageChoiceProps = {
  peer: { targetId: string; name: string };
  /** A message that is offered, whatever its age. */
  about?: OfferedMessage | undefined;
  most: number;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** The newest messages of the own conversation, to choose from; nothing without one. Admins get the chosen ones alone. */
export function MessageChoice({ peer, about, most, chosen, onChange }: MessageChoiceProps) {
  const part = useNewestMessages(peer.targetId, OFFERED);
  const messages = useMemo(() => {
    const newest: OfferedMessage[] = part?.messages.filter(({ waiting }) => !waiting).reverse() ?? [];
    return about && !newest.some(({ id }) => id === about.id) ? [about, ...newest] : newest;
  }, [part, about]);
  if (messages.length === 0) return null;
  const isFull = chosen.length >= most;
  return (
    <fieldset className={styles.messages}>
      <legend>Messages to include (optional)</legend>
      <p className="hint">We read only those you choose, at most {most}.</p>
      <div className={styles.list}>
        {messages.map(({ id, senderId, content }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            <span className={styles.words}>
              <b>{senderId === peer.targetId ? peer.name : "You"}:</b> {content}
            </span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
