// Crops and turns one picture of a form. Loaded on its opening.
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { isWhole, whichPicture, wholePicture, type Crop } from "./crop-geometry.ts";
import { CropView } from "./crop-view.tsx";
import { renderCrop } from "./render-crop.ts";
import { usePictureImage } from "./use-picture-image.ts";
import styles from "./crop-dialog.module.css";

type CropDialogProps = {
  source: Blob | string;
  /** How it is cropped already. */
  start: Crop | undefined;
  place: number;
  count: number;
  onUse: (data: Blob, crop: Crop) => Promise<void>;
  onClose: () => void;
};

export function CropDialog({ source, start = wholePicture, place, count, onUse, onClose }: CropDialogProps) {
  const { image, hasFailed } = usePictureImage(source);
  const [crop, setCrop] = useState(start);
  const [isBusy, setBusy] = useState(false);

  async function use() {
    if (!image) return;
    const picture = { width: image.naturalWidth, height: image.naturalHeight };
    if (crop === start && (start !== wholePicture || isWhole(picture, crop))) return onClose();
    setBusy(true);
    try {
      await onUse(await renderCrop(image, crop), crop);
      onClose();
    } catch (problem) {
      toast({ kind: "bad", title: "Error", description: (problem as Error).message });
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      size="crop"
      title="Crop and turn"
      onClose={onClose}
      headEnd={<span className={styles.which}>{whichPicture(place, count)}</span>}
      bodyClassName={styles.body}
      foot={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isBusy} disabled={!image} onClick={() => void use()}>
            Use picture
          </Button>
        </>
      }
    >
      <CropView
        image={image}
        hasFailed={hasFailed}
        crop={crop}
        onChange={setCrop}
        note={`The original stays on this ${deviceWord()} until you save.`}
      />
    </Dialog>
  );
}
