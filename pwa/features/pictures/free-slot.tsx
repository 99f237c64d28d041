import { Camera, ImagePlus } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { MAX_CHOSEN_BYTES } from "../../client/pictures/prepare-picture.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { usePictureInputs } from "../../ui/hooks/use-picture-inputs.tsx";
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

const limit = `Up to ${MAX_CHOSEN_BYTES / 1_048_576} MB each.`;

/** The slot that adds pictures: chosen, taken by the camera, or dropped. */
export function FreeSlot({ isInvalid, isOver, onFiles, children }: FreeSlotProps) {
  const { isTouch: isPhone, choose, photograph, inputs } = usePictureInputs(onFiles);
  return (
    <li className={classNames(styles.slot, isOver && styles.over)} data-invalid={isInvalid || undefined}>
      {isPhone ? (
        <Button full size="sm" className={styles.button} onClick={photograph}>
          <Icon of={Camera} />
          Take picture
        </Button>
      ) : (
        <Icon of={ImagePlus} size="l" />
      )}
      <Button full={isPhone} size="sm" className={styles.button} aria-invalid={isInvalid || undefined} onClick={choose}>
        {isPhone && <Icon of={ImagePlus} />}
        {isPhone ? "Choose" : "Choose pictures"}
      </Button>
      {!isPhone && <span>or drop files here</span>}
      <span className="hint">JPEG, PNG, HEIC. {limit}</span>
      {children}
      {inputs}
    </li>
  );
}
