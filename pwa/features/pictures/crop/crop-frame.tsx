import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { MAX_CANVAS_PIXELS } from "../../../client/pictures/draw-picture.ts";
import {
  cornerAt,
  cropWords,
  frameOf,
  moved,
  outputSize,
  sizeText,
  turnedSize,
  zoomed,
  type Crop,
  type Point,
  type Size,
} from "./crop-geometry.ts";
import styles from "./crop-view.module.css";

type CropFrameProps = {
  image: HTMLImageElement | null;
  crop: Crop;
  onChange: (crop: Crop) => void;
  onTurn: (by: 1 | -1) => void;
};

/** Free pixels beside the picture, for the corners. */
const BESIDE = 20;
/** Free pixels above and below the picture without the line of its size, which is below the frame. */
const ABOVE = 12;
/** Height of that line. */
const LINE_EM = 1.75;
const corners = [
  ["nw", -1, -1],
  ["ne", 1, -1],
  ["sw", -1, 1],
  ["se", 1, 1],
] as const;

type Grip = { pointers: Map<number, Point>; corner: Point | null };

/** The picture with the frame: dragged, sized by its corners or two fingers, or moved by keys. */
export function CropFrame({ image, crop, onChange, onTurn }: CropFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const room = useSize(stage);
  const grip = useRef<Grip>({ pointers: new Map(), corner: null });
  const picture: Size = { width: image?.naturalWidth ?? 1, height: image?.naturalHeight ?? 1 };
  const whole = turnedSize(picture, crop);
  /** Screen pixels for one of the picture. */
  const scale = Math.max(
    0,
    Math.min((room.width - 2 * BESIDE) / whole.width, (room.height - 2 * (ABOVE + LINE_EM * room.em)) / whole.height),
  );
  const frame = frameOf(picture, crop);
  const size = outputSize(picture, crop, MAX_CANVAS_PIXELS);

  const pointOf = (event: PointerEvent): Point => ({ x: event.clientX / scale, y: event.clientY / scale });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!image || scale === 0) return;
    const { pointers } = grip.current;
    pointers.set(event.pointerId, pointOf(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    const name = (event.target as HTMLElement).dataset["corner"];
    const [, x = 0, y = 0] = corners.find(([corner]) => corner === name) ?? [];
    grip.current.corner = name && pointers.size === 1 ? { x, y } : null;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { pointers, corner } = grip.current;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    pointers.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const change = distance(now, other) - distance(before, other);
      onChange(zoomed(picture, crop, (change / frame.width) * crop.zoom));
    } else if (corner) {
      const at = {
        x: frame.x + (corner.x * frame.width) / 2 + by.x,
        y: frame.y + (corner.y * frame.height) / 2 + by.y,
      };
      onChange(cornerAt(picture, crop, corner, at));
    } else onChange(moved(picture, crop, by));
  };
  const onPointerUp = (event: PointerEvent) => {
    grip.current.pointers.delete(event.pointerId);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(picture, crop, event);
    const turn = { "[": -1, "]": 1 }[event.key] as -1 | 1 | undefined;
    if (!next && !turn) return;
    event.preventDefault();
    if (turn) onTurn(turn);
    else if (next) onChange(next);
  };

  return (
    <div
      ref={stage}
      className={styles.stage}
      // Beside the frame too, because a small frame has no room for two fingers.
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {image && (
        <img
          src={image.src}
          alt=""
          draggable={false}
          className={styles.picture}
          style={{
            width: picture.width * scale,
            height: picture.height * scale,
            transform: `translate(-50%, -50%) rotate(${crop.turns * 90 + crop.angle}deg) scaleX(${crop.isMirrored ? -1 : 1})`,
          }}
        />
      )}
      <div
        // Screen readers pass the arrow keys to a slider, and read its new text.
        role="slider"
        aria-label="Crop frame"
        aria-valuenow={Math.round(crop.zoom * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={cropWords(size, crop)}
        tabIndex={0}
        // The first focus of our dialog and of the uploader's panel.
        data-autofocus=""
        data-uppy-super-focusable=""
        className={styles.frame}
        style={{
          width: frame.width * scale,
          height: frame.height * scale,
          transform: `translate(calc(-50% + ${frame.x * scale}px), calc(-50% + ${frame.y * scale}px))`,
        }}
        onKeyDown={onKeyDown}
      >
        {corners.map(([corner]) => (
          <span key={corner} data-corner={corner} className={styles.corner} />
        ))}
        {image && <span className={styles.size}>{sizeText(size)}</span>}
      </div>
    </div>
  );
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  PageUp: { x: 0, y: -10 },
  PageDown: { x: 0, y: 10 },
};

/** The crop after a key: arrows move by 1 %, Page keys by 10 %, and with Shift they size the frame. */
function afterKey(picture: Size, crop: Crop, { key, shiftKey }: KeyboardEvent): Crop | null {
  const direction = directions[key];
  if (!direction) return null;
  if (shiftKey) return zoomed(picture, crop, (direction.x - direction.y) / 100);
  const { width, height } = turnedSize(picture, crop);
  return moved(picture, crop, { x: (direction.x * width) / 100, y: (direction.y * height) / 100 });
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

type Room = Size & { em: number };

function useSize(box: React.RefObject<HTMLElement | null>): Room {
  const [size, setSize] = useState<Room>({ width: 0, height: 0, em: 16 });
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(current).fontSize) || 16;
      setSize({ width: current.clientWidth, height: current.clientHeight, em });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return size;
}
