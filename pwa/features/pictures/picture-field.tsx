import { CircleAlert, CloudUpload, HardDrive } from "../../ui/icons/icons.ts";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { retryPicture } from "../../client/pictures/form-pictures.ts";
import { MAX_CHOSEN_BYTES } from "../../client/pictures/prepare-picture.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import { useWideScreen } from "../../ui/hooks/use-wide-screen.ts";
import { FreeSlot } from "./free-slot.tsx";
import { MoveHandle } from "./move-handle.tsx";
import { onlyHere, usePictureStates } from "./picture-states.ts";
import { PictureTile } from "./picture-tile.tsx";
import { PictureUpload } from "./picture-upload.tsx";
import { useCrop } from "./use-crop.ts";
import { useDropFiles } from "./use-drop-files.ts";
import { usePictureFiles } from "./use-picture-files.ts";
import { usePictureOrder } from "./use-picture-order.ts";
import { usePictureRemoval } from "./use-picture-removal.ts";
import styles from "./picture-field.module.css";

const CropDialog = lazyComponent(async () => (await import("./crop/crop-dialog.tsx")).CropDialog, {
  dismiss: ({ onClose }) => onClose(),
});

type PictureFieldProps = {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  error?: string | undefined;
  /** Where a desktop says that pictures are on this device only; without it, and on smaller screens, below the pictures. */
  noteIn?: HTMLElement | null | undefined;
};

/** The pictures of a listing in order, six at most; the first is the main picture. */
export function PictureField({ images, onChange, error, noteIn }: PictureFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState("");
  const order = usePictureOrder({ list, images, onChange, announce: setSaid });
  const { shown } = order;
  const states = usePictureStates(shown);
  const files = usePictureFiles({ images: shown, states, onChange });
  const focusAt = useFocusAfterChange(list, images);
  const remove = usePictureRemoval({ images, onChange, onUndo: focusAt });
  const drop = useDropFiles(files.add);
  const crop = useCrop({ images, onChange, onReplaced: (place) => focusAt(place, "crop") });
  const free = MAX_PICTURES - images.length;

  const retry = (image: string) =>
    retryPicture(image).catch((problem: Error) => toast({ kind: "bad", title: "Error", description: problem.message }));
  const failures = states.flatMap((state, place) =>
    state.kind === "failed" ? [`Picture ${place + 1}: ${state.reason}`] : [],
  );
  const local = onlyHere(states);
  const isWide = useWideScreen();
  const foot = isWide ? noteIn : null;
  return (
    <div
      role="group"
      className={styles.field}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-count`}
      {...drop.events}
    >
      <div className={styles.head}>
        <span id={`${id}-title`} className={styles.title}>
          Pictures
        </span>
        <span id={`${id}-count`} className="hint num">
          {images.length} of {MAX_PICTURES}. <span className={styles.onPhone}>Main first.</span>
          <span className={styles.onDesktop}>
            Drag by the handle to change the order. The first is the main picture.
          </span>
        </span>
      </div>
      <ul ref={list} className={styles.slots}>
        {shown.map((src, place) => (
          <PictureTile
            key={src}
            src={src}
            place={place}
            state={states[place]!}
            isLifted={order.lifted?.src === src}
            handle={
              <MoveHandle
                place={place}
                count={shown.length}
                describedBy={`${id}-keys`}
                isLifted={order.lifted?.src === src}
                onPointerDown={order.onPointerDown(src)}
                onKey={order.onKey(src)}
                onPlace={(to) => order.place(src, to)}
                isClickOfDrag={order.isClickOfDrag}
              />
            }
            onCrop={() => crop.open(src)}
            onDelete={() => {
              focusAt(place);
              files.forgetProblems();
              remove(src);
            }}
            onRetry={() => void retry(src)}
          />
        ))}
        {free > 0 && (
          <FreeSlot isInvalid={Boolean(error)} isOver={drop.isOver} onFiles={files.add}>
            <PictureUpload
              label="More ways to add"
              variant="quiet"
              className={styles.more}
              maxNumberOfFiles={free}
              maxFileSize={MAX_CHOSEN_BYTES}
              before={images.length}
              onComplete={files.addStored}
            />
          </FreeSlot>
        )}
      </ul>
      <p id={`${id}-keys`} hidden>
        Space lifts the picture, the arrow keys move it, Space drops it, Escape puts it back. Enter opens a menu.
      </p>
      <p role="status" className="vh">
        {said}
      </p>
      <Problems messages={[...failures, ...files.problems]} isError={false} />
      {error && <Problems messages={[error]} isError />}
      {crop.dialog && <CropDialog {...crop.dialog} />}
      {local && !foot && (
        <p role="status" className={styles.local}>
          <Icon of={CloudUpload} />
          <OnlyHere {...local} />
        </p>
      )}
      {local &&
        foot &&
        createPortal(
          <>
            <Icon of={HardDrive} size="s" />
            <OnlyHere {...local} />
          </>,
          foot,
        )}
    </div>
  );
}

function OnlyHere({ count, rest }: { count: string; rest: string }) {
  return (
    <span>
      <b>{count}</b> {rest}
    </span>
  );
}

function Problems({ messages, isError }: { messages: readonly string[]; isError: boolean }) {
  return (
    <div role={isError ? "alert" : "status"}>
      {messages.map((message) => (
        <p key={message} className={styles.problem}>
          <Icon of={CircleAlert} size="s" />
          <span>{message}</span>
        </p>
      ))}
    </div>
  );
}

/**
 * Focuses a control of the tile in the place of a deleted or replaced one. After the last one, focuses the free slot.
 */
function useFocusAfterChange(list: React.RefObject<HTMLElement | null>, images: readonly string[]) {
  const wanted = useRef<{ place: number; control: "handle" | "crop" } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { place, control } = wanted.current;
    wanted.current = null;
    const handles = list.current?.querySelectorAll<HTMLElement>(`[data-${control}]`) ?? [];
    const next = handles[Math.min(place, handles.length - 1)] ?? list.current?.querySelector<HTMLElement>("button");
    next?.focus();
  }, [list, images]);
  return (place: number, control: "handle" | "crop" = "handle") => {
    wanted.current = { place, control };
  };
}
