import type { Drawing } from "../../ui/icons/drawn.ts";
import { Check, CircleAlert, Clock, Crop, RefreshCw, Trash2 } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { usePictureAddress } from "../../client/pictures/local-pictures.ts";
import { Button } from "../../ui/actions/button.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { sentOf, type PictureState } from "./picture-states.ts";
import { UploadRing } from "./upload-ring.tsx";
import styles from "./picture-tile.module.css";

type PictureTileProps = {
  src: string;
  place: number;
  state: PictureState;
  isLifted: boolean;
  /** The handle that moves it. */
  handle: ReactNode;
  onCrop: () => void;
  onDelete: () => void;
  onRetry: () => void;
};

/** One picture of a form: the picture, its state, and its controls. */
export function PictureTile({ src, place, state, isLifted, handle, onCrop, onDelete, onRetry }: PictureTileProps) {
  const address = usePictureAddress(src);
  const number = place + 1;
  return (
    <li className={classNames(styles.slot, isLifted && styles.place)} data-picture={src}>
      <div className={classNames(styles.tile, styles[state.kind], isLifted && styles.lifted)}>
        <div className={styles.picture}>
          <img
            src={smallOf(address)}
            alt={place === 0 ? "Picture 1, main picture" : `Picture ${number}`}
            draggable={false}
            decoding="async"
          />
          {place === 0 && (
            <Badge tone="ink" className={styles.main}>
              Main
            </Badge>
          )}
          {state.kind === "sending" && (
            <>
              <span className={styles.veil} />
              <UploadRing part={state.part} label={`Sending picture ${number}`} />
            </>
          )}
        </div>
        <div className={styles.state}>
          <StateWords state={state} />
          {state.kind === "failed" && (
            <Button
              variant="danger"
              size="sm"
              className={styles.retry}
              aria-label={`Try again, picture ${number}`}
              onClick={onRetry}
            >
              Try again
            </Button>
          )}
        </div>
        <div className={styles.controls}>
          {handle}
          <IconButton
            icon={Crop}
            label={`Crop and turn picture ${number}`}
            className={styles.control}
            data-crop=""
            onClick={onCrop}
          />
          <IconButton icon={Trash2} label={`Delete picture ${number}`} className={styles.control} onClick={onDelete} />
        </div>
      </div>
    </li>
  );
}

const words: Record<Exclude<PictureState["kind"], "sending">, { icon: Drawing; text: string }> = {
  sent: { icon: Check, text: "Sent" },
  waiting: { icon: Clock, text: "Waiting for signal" },
  failed: { icon: CircleAlert, text: "Not sent" },
};

function StateWords({ state }: { state: PictureState }) {
  if (state.kind !== "sending") {
    const { icon, text } = words[state.kind];
    return (
      <>
        <Icon of={icon} size="s" />
        <span>{text}</span>
      </>
    );
  }
  const amount = sentOf(state.part, state.size);
  return (
    <>
      <Icon of={RefreshCw} size="s" />
      <span>
        <span className={amount ? styles.wide : undefined}>Sending{amount && ", "}</span>
        {amount}
      </span>
    </>
  );
}

/** A small stored width of an uploaded picture, since this one is rendered small. */
function smallOf(address: string | undefined): string {
  if (!address) return DEFAULT_PICTURE;
  return address.startsWith("/objects/") ? `${address}?w=640` : address;
}
