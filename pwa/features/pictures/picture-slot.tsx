import { ArrowLeft, ArrowRight, CircleAlert, Clock, Trash2 } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { usePictureAddress, useUploadedPart, type LocalPicture } from "../../client/pictures/local-pictures.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { UploadRing } from "./upload-ring.tsx";
import styles from "./picture-field.module.css";

type PictureSlotProps = {
  src: string;
  place: number;
  count: number;
  waiting: LocalPicture | undefined;
  isDragged: boolean;
  /** Id of the element that explains the keys. */
  describedBy: string;
  onTake: (event: PointerEvent) => void;
  onKey: (event: KeyboardEvent) => void;
  onMove: (to: number) => void;
  onDelete: () => void;
  onRetry: () => void;
};

/** One picture of a form with its state and actions. */
export function PictureSlot(props: PictureSlotProps) {
  const { src, place, count, waiting, isDragged, describedBy, onTake, onKey, onMove, onDelete, onRetry } = props;
  const address = usePictureAddress(src);
  const part = useUploadedPart(src);
  const isSending = waiting?.state === "waiting" && part !== undefined;
  const state = isSending ? "sending" : (waiting?.state ?? "sent");
  const name = `Picture ${place + 1}`;
  return (
    <li className={classNames(styles.slot, isDragged && styles.dragged)} data-place={place} data-picture={src}>
      <div className={classNames(styles.frame, styles[state])}>
        <button
          type="button"
          className={styles.thumb}
          aria-label={`${name} of ${count}${place === 0 ? ", main picture" : ""}${stateWords[state]}`}
          aria-describedby={describedBy}
          onPointerDown={onTake}
          onKeyDown={onKey}
        >
          <img src={smallOf(address)} alt="" draggable={false} decoding="async" />
        </button>
        {place === 0 && (
          <Badge tone="ink" className={styles.main}>
            Main
          </Badge>
        )}
        {isSending && <UploadRing part={part} />}
        {state === "waiting" && (
          <Badge tone="wait" icon={Clock} className={styles.state}>
            Waiting
          </Badge>
        )}
        {state === "refused" && (
          <>
            <Badge tone="fail" icon={CircleAlert} className={styles.state}>
              Not sent
            </Badge>
            <Button
              variant="danger"
              size="sm"
              className={styles.retry}
              aria-label={`Retry picture ${place + 1}`}
              onClick={onRetry}
            >
              Retry
            </Button>
          </>
        )}
      </div>
      <div className={styles.tools}>
        <IconButton
          small
          icon={ArrowLeft}
          label={`Move picture ${place + 1} up`}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        />
        <IconButton
          small
          icon={ArrowRight}
          label={`Move picture ${place + 1} down`}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        />
        <IconButton small icon={Trash2} label={`Delete picture ${place + 1}`} onClick={onDelete} />
      </div>
      {waiting?.reason && <p className={styles.reason}>{waiting.reason}</p>}
    </li>
  );
}

const stateWords = {
  sending: ", being sent",
  waiting: ", waiting to be sent",
  refused: ", not sent",
  sent: "",
};

/** The smallest stored width of an uploaded picture, since this one is rendered small. */
function smallOf(address: string | undefined): string {
  if (!address) return DEFAULT_PICTURE;
  return address.startsWith("/objects/") ? `${address}?w=320` : address;
}
