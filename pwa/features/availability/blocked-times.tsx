import type { Drawing } from "../../ui/icons/drawn.ts";
import { Lock, Plane, Plus, Trash2, Wrench } from "../../ui/icons/icons.ts";
import { useRef, useState, type RefObject } from "react";
import type { BlockReason } from "../../../shared/domain/hours/availability-rules.ts";
import { hoursRange } from "../../../shared/domain/hours/texts.ts";
import { unblockTime, useBlocks } from "../../client/availability/plan.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import { BlockForm } from "./block-form.tsx";
import type { NewBlock } from "./block-values.ts";
import { reasonWords } from "./block-words.ts";
import { storedBlockDraft } from "./plan-draft.ts";
import parts from "./editor-parts.module.css";
import styles from "./blocked-times.module.css";

const icons: Readonly<Record<BlockReason, Drawing>> = { maintenance: Wrench, "own-flight": Plane, other: Lock };

type BlockedTimesProps = {
  plane: { id: string; name: string };
  userId: string;
  zone: string;
  bufferMin: number;
  /** Opens with the form of a block of this time. */
  start?: NewBlock | undefined;
  /** The form of a new block while it is open. */
  form: RefObject<HTMLFormElement | null>;
  /** The owner pressed Save while the form was open. */
  isForgotten: boolean;
  /** The form closes. */
  onDone: () => void;
  /** Closes the dialog before the app opens another page. */
  onLeave: () => void;
};

/** The blocks that are not over, and the form of a new one. Each takes effect at once, without Save. */
export function BlockedTimes({ start, onDone, ...options }: BlockedTimesProps) {
  const { plane, userId, zone } = options;
  const now = useNow().getTime();
  const blocks = useBlocks(plane.id)?.filter(({ to }) => Date.parse(to) > now);
  const entries = useQueueEntries();
  const reasons = entries && new Map(entries.map(({ id, reason }) => [id, reason]));
  const [isAdding, setAdding] = useState(start !== undefined || storedBlockDraft(userId, plane.id) !== null);
  const adder = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusAfterRemoval(list, { buttons: "button", count: blocks?.length, headingOf: "section" });
  const remove = async (id: string) => {
    try {
      const { kind } = await unblockTime(plane, { id });
      if (kind === "done") toast({ title: "Block removed" });
      if (kind === "waiting")
        toast({ kind: "wait", title: "Saved on this device", description: "The time is free when you have signal." });
    } catch (problem) {
      toast({ kind: "bad", title: "Error", description: asNotKept(problem).message });
    }
  };
  const close = () => {
    setAdding(false);
    onDone();
    // The button is drawn again in the next frame.
    requestAnimationFrame(() => adder.current?.focus());
  };
  return (
    <section aria-labelledby="blocked-times">
      <div className={parts.sectionHead}>
        <h3 id="blocked-times">Blocked</h3>
        {!isAdding && (
          <Button ref={adder} size="sm" onClick={() => setAdding(true)}>
            <Icon of={Plus} size="s" />
            Block time
          </Button>
        )}
      </div>
      {blocks?.length === 0 && !isAdding && <p className="muted">No time is blocked.</p>}
      {blocks && blocks.length > 0 && (
        <ul ref={list} className={parts.box} {...focus}>
          {blocks.map((block) => {
            const hours = hoursRange(Date.parse(block.from), Date.parse(block.to), zone);
            return (
              <li key={block.id} className={styles.block} data-waiting={block.waiting}>
                <Icon of={icons[block.reason]} />
                <div>
                  <b>{hours}</b>
                  <span>{[reasonWords[block.reason], block.note].filter(Boolean).join(" · ")}</span>
                  {block.waiting && (
                    <span className={styles.waiting}>
                      {block.waiting === "waiting"
                        ? "Waiting for signal"
                        : `Not saved. ${reasons?.get(block.entryId ?? "") ?? "Remove it and try again."}`}
                    </span>
                  )}
                </div>
                <IconButton small icon={Trash2} label={`Remove block ${hours}`} onClick={() => void remove(block.id)} />
              </li>
            );
          })}
        </ul>
      )}
      {isAdding && <BlockForm {...options} start={start} onDone={close} />}
    </section>
  );
}
