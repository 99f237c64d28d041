import type { Drawing } from "../../../ui/icons/drawn.ts";
import { TrianglesCenterlineDashedVertical, RotateCcw, RotateCw, Undo2 } from "../../../ui/icons/icons.ts";
import { useId, useState } from "react";
import { MAX_CANVAS_PIXELS } from "../../../client/pictures/draw-picture.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { CropFrame } from "./crop-frame.tsx";
import {
  cropWords,
  fitted,
  MAX_ANGLE,
  mirrored,
  outputSize,
  straightened,
  turned,
  wholePicture,
  type Crop,
  type Size,
} from "./crop-geometry.ts";
import styles from "./crop-view.module.css";

type CropViewProps = {
  /** Null while it loads. */
  image: HTMLImageElement | null;
  hasFailed: boolean;
  crop: Crop;
  onChange: (crop: Crop) => void;
  /** A sentence at the end of the phone's hint. */
  note?: string;
};

/** Crops, straightens, turns and mirrors a picture. Used by the field's dialog and by the uploader's editor. */
export function CropView({ image, hasFailed, crop, onChange, note }: CropViewProps) {
  const id = useId();
  const [said, setSaid] = useState("");
  const picture: Size = { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 };
  const change = (next: Crop) => {
    if (!image) return;
    onChange(next);
    setSaid(cropWords(outputSize(picture, next, MAX_CANVAS_PIXELS), next));
  };
  const turn = (by: 1 | -1) => change(turned(picture, crop, by));
  return (
    <>
      <CropFrame image={image} crop={crop} onChange={onChange} onTurn={turn} />
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          This picture cannot be opened now.
        </p>
      )}
      <div className={styles.tools}>
        <div className={styles.straighten}>
          <label htmlFor={`${id}-angle`}>Straighten</label>
          <span aria-hidden="true" className={styles.angle}>
            {angleText(crop.angle)}°
          </span>
          <div
            className={styles.slider}
            style={
              {
                "--from": share(Math.min(0, crop.angle)),
                "--to": share(Math.max(0, crop.angle)),
              } as React.CSSProperties
            }
          >
            <input
              id={`${id}-angle`}
              type="range"
              min={-MAX_ANGLE}
              max={MAX_ANGLE}
              step={0.5}
              value={crop.angle}
              disabled={!image}
              aria-valuetext={`${angleText(crop.angle)} degrees`}
              onChange={(event) => image && onChange(straightened(picture, crop, Number(event.target.value)))}
            />
          </div>
        </div>
        <div role="group" aria-label="Turn and reset" className={styles.buttons}>
          <Tool icon={RotateCcw} words="Turn left" onPress={() => turn(-1)} isDisabled={!image} />
          <Tool icon={RotateCw} words="Turn right" onPress={() => turn(1)} isDisabled={!image} />
          <Tool
            icon={TrianglesCenterlineDashedVertical}
            words="Mirror"
            onPress={() => change(mirrored(picture, crop))}
            isDisabled={!image}
          />
          <Tool
            icon={Undo2}
            words="Start over"
            onPress={() => change(fitted(picture, wholePicture))}
            isDisabled={!image}
          />
        </div>
      </div>
      <p className={styles.hint}>
        <span className={styles.onPhone}>Cards and pages show 3:2. Pinch or drag the frame. {note}</span>
        <span className={styles.onDesktop}>
          Cards and pages show 3:2, so the frame keeps that shape. Arrow keys move it, Shift with arrows sizes it, [ and
          ] turn the picture.
        </span>
      </p>
      <p role="status" className="vh">
        {said}
      </p>
    </>
  );
}

function angleText(angle: number): string {
  return angle.toFixed(1).replace("-", "−");
}

/** An angle's place on the slider, from 0 to 1. */
function share(angle: number): number {
  return (angle + MAX_ANGLE) / (2 * MAX_ANGLE);
}

type ToolProps = { icon: Drawing; words: string; onPress: () => void; isDisabled: boolean };

function Tool({ icon, words, onPress, isDisabled }: ToolProps) {
  return (
    <button type="button" className={styles.tool} disabled={isDisabled} onClick={onPress}>
      <Icon of={icon} />
      {words}
    </button>
  );
}
