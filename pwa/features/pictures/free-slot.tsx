import { Camera, ImagePlus } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { MAX_CHOSEN_BYTES } from "../../client/pictures/prepare-picture.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import styles from "./free-slot.module.css";

type FreeSlotProps = {
  isInvalid: boolean;
  /** Files are being dragged over the pictures. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The button of the modal uploader. */
  children: ReactNode;
};

/** Devices that are used with a finger have a camera and cannot drop files. */
function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

const limit = `Up to ${MAX_CHOSEN_BYTES / 1_048_576} MB each.`;

/** The slot that adds pictures: chosen, taken by the camera, or dropped. */
export function FreeSlot({ isInvalid, isOver, onFiles, children }: FreeSlotProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isPhone = isTouch();
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = "";
  };
  return (
    <li className={classNames(styles.slot, isOver && styles.over)} data-invalid={isInvalid || undefined}>
      {isPhone ? (
        <Button full size="sm" className={styles.button} onClick={() => camera.current?.click()}>
          <Icon of={Camera} />
          Take picture
        </Button>
      ) : (
        <Icon of={ImagePlus} size="l" />
      )}
      <Button
        full={isPhone}
        size="sm"
        className={styles.button}
        aria-invalid={isInvalid || undefined}
        onClick={() => files.current?.click()}
      >
        {isPhone && <Icon of={ImagePlus} />}
        {isPhone ? "Choose" : "Choose pictures"}
      </Button>
      {!isPhone && <span>or drop files here</span>}
      <span className="hint">JPEG, PNG, HEIC. {limit}</span>
      {children}
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/*,.heic,.heif"
        data-choose=""
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        data-camera=""
        onChange={(event) => take(event.currentTarget)}
      />
    </li>
  );
}
