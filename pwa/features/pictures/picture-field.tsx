import { CircleAlert } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { dropPictures, retryPicture } from "../../client/pictures/form-pictures.ts";
import { toast } from "../../client/shell/toasts.ts";
import { useLocalPictures, localPicture } from "../../client/pictures/local-pictures.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { addPicture } from "./add-picture.ts";
import { moveAnnouncement, movePicture, targetIndex } from "./picture-order.ts";
import { PictureSlot } from "./picture-slot.tsx";
import { PictureUpload } from "./picture-upload.tsx";
import { useDragOrder } from "./use-drag-order.ts";
import styles from "./picture-field.module.css";

type PictureFieldProps = {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  error?: string | undefined;
};

/** The pictures of a listing in order: reordered by buttons, keys and dragging; the first is the main picture. */
export function PictureField({ images, onChange, error }: PictureFieldProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const waitingPictures = useLocalPictures();
  const [said, setSaid] = useState("");
  const focus = useFocusAfterChange(list, images);

  const move = (from: number, to: number) => {
    onChange(movePicture(images, from, to));
    setSaid(moveAnnouncement(to, images.length));
  };
  const drag = useDragOrder(
    list,
    (from, to) => onChange(movePicture(images, from, to)),
    (place) => setSaid(moveAnnouncement(place, images.length)),
  );
  const remove = (place: number) => {
    focus.at(place);
    onChange(images.filter((_, other) => other !== place));
    setSaid(`Picture ${place + 1} deleted.`);
    void dropPictures([images[place]!]);
  };
  const add = (mark: string, isSent: boolean) => {
    const next = addPicture(images, mark, isSent);
    if (next) onChange(next);
  };
  const onKey = (place: number) => (event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return remove(place);
    }
    const to = targetIndex(event.key, place, images.length);
    if (to === null) return;
    event.preventDefault();
    focus.on(images[place]!);
    move(place, to);
  };
  const retry = (image: string) =>
    retryPicture(image).catch((problem: Error) => toast({ kind: "bad", title: "Error", description: problem.message }));

  const isWaiting = images.some((image) => localPicture(waitingPictures, image)?.state === "waiting");
  return (
    <div role="group" aria-labelledby={`${id}-title`} aria-describedby={`${id}-count`}>
      <div className={styles.head}>
        <span id={`${id}-title`} className={styles.title}>
          Pictures
        </span>
        <span id={`${id}-count`} className="hint num">
          {images.length} of {MAX_PICTURES}. The first is the main picture.
        </span>
      </div>
      <ol ref={list} className={styles.slots}>
        {images.map((src, place) => (
          <PictureSlot
            key={src}
            src={src}
            place={place}
            count={images.length}
            waiting={localPicture(waitingPictures, src)}
            isDragged={drag.dragged === place}
            describedBy={`${id}-keys`}
            onTake={drag.take(place)}
            onKey={onKey(place)}
            onMove={(to) => move(place, to)}
            onDelete={() => remove(place)}
            onRetry={() => void retry(src)}
          />
        ))}
        {images.length < MAX_PICTURES && (
          <li className={styles.adding}>
            <PictureUpload onComplete={add} className={styles.add} isInvalid={Boolean(error)} />
            {isWaiting && <p className="hint">Kept on this device until sent.</p>}
          </li>
        )}
      </ol>
      <p id={`${id}-keys`} hidden>
        The arrow keys move this picture, Delete removes it.
      </p>
      <p role="status" className="vh">
        {said}
      </p>
      {error && (
        <p className={styles.error} role="alert">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Keeps the focus on a moved picture, and near a deleted one. */
function useFocusAfterChange(list: React.RefObject<HTMLElement | null>, images: readonly string[]) {
  const wanted = useRef<{ image?: string; place?: number } | null>(null);
  useLayoutEffect(() => {
    const { image, place } = wanted.current ?? {};
    wanted.current = null;
    if (image === undefined && place === undefined) return;
    const slots = [...(list.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [])];
    const slot = slots.find((one) => one.dataset["picture"] === image) ?? slots[Math.min(place ?? 0, slots.length - 1)];
    (slot ?? list.current)?.querySelector<HTMLElement>("button")?.focus();
  }, [list, images]);
  return {
    on: (image: string) => (wanted.current = { image }),
    at: (place: number) => (wanted.current = { place }),
  };
}
