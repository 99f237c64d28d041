// The geometry of a 3:2 frame on a turned picture. Pure. Lengths are pixels of the picture.
import { grouped } from "../../../../shared/kit/counted.ts";

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export type Crop = {
  /** Quarter turns to the right. */
  turns: number;
  isMirrored: boolean;
  /** Degrees of the fine turn, from -15 to 15. */
  angle: number;
  /** Width of the frame as a share of the widest that fits, up to 1. */
  zoom: number;
  /** Center of the frame, from the picture's center, along the sides of the picture after its quarter turns. */
  center: Point;
};

export const MAX_ANGLE = 15;
const RATIO = 3 / 2;
/** Narrowest frame. */
const MIN_WIDTH = 480;

export const wholePicture: Crop = { turns: 0, isMirrored: false, angle: 0, zoom: 1, center: { x: 0, y: 0 } };

/** The picture's size after its quarter turns. */
export function turnedSize({ width, height }: Size, { turns }: Pick<Crop, "turns">): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

function rotated({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

/** Width and height that a frame takes along the sides of the picture. */
function extent({ width, height }: Size, angle: number): Size {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.abs(Math.sin((angle * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

function widest(picture: Size, crop: Crop): number {
  const turned = turnedSize(picture, crop);
  const one = extent({ width: 1, height: 1 / RATIO }, crop.angle);
  return Math.min(turned.width / one.width, turned.height / one.height);
}

/** The frame's size, and its center from the picture's center on the screen. */
export function frameOf(picture: Size, crop: Crop): Size & Point {
  const width = widest(picture, crop) * crop.zoom;
  return { width, height: width / RATIO, ...rotated(crop.center, crop.angle) };
}

/** The nearest crop whose frame lies within the picture. */
export function fitted(picture: Size, crop: Crop): Crop {
  const most = widest(picture, crop);
  const zoom = Math.min(1, Math.max(crop.zoom, MIN_WIDTH / most));
  const turned = turnedSize(picture, crop);
  const taken = extent({ width: most * zoom, height: (most * zoom) / RATIO }, crop.angle);
  const within = (value: number, room: number) => Math.min(Math.max(value, -room), room) || 0;
  return {
    ...crop,
    zoom,
    center: {
      x: within(crop.center.x, Math.max(0, (turned.width - taken.width) / 2)),
      y: within(crop.center.y, Math.max(0, (turned.height - taken.height) / 2)),
    },
  };
}

/** Moves the frame by a distance on the screen. */
export function moved(picture: Size, crop: Crop, by: Point): Crop {
  const along = rotated(by, -crop.angle);
  return fitted(picture, { ...crop, center: { x: crop.center.x + along.x, y: crop.center.y + along.y } });
}

export function zoomed(picture: Size, crop: Crop, by: number): Crop {
  return fitted(picture, { ...crop, zoom: crop.zoom + by });
}

export function straightened(picture: Size, crop: Crop, angle: number): Crop {
  return fitted(picture, { ...crop, angle: Math.min(MAX_ANGLE, Math.max(-MAX_ANGLE, angle)) });
}

/** Turns the picture by quarters: 1 to the right, -1 to the left. */
export function turned(picture: Size, crop: Crop, by: 1 | -1): Crop {
  const { x, y } = crop.center;
  const center = by === 1 ? { x: -y, y: x } : { x: y, y: -x };
  return fitted(picture, { ...crop, turns: (crop.turns + by + 4) % 4, center });
}

export function mirrored(picture: Size, crop: Crop): Crop {
  return fitted(picture, {
    ...crop,
    turns: (4 - crop.turns) % 4,
    isMirrored: !crop.isMirrored,
    angle: -crop.angle || 0,
    center: { x: -crop.center.x, y: crop.center.y },
  });
}

/** Sizes the frame so that its corner follows a point on the screen; the opposite corner stays. */
export function cornerAt(picture: Size, crop: Crop, sign: Point, point: Point): Crop {
  const frame = frameOf(picture, crop);
  const fixed = { x: frame.x - (sign.x * frame.width) / 2, y: frame.y - (sign.y * frame.height) / 2 };
  const width = Math.max(MIN_WIDTH / 2, (point.x - fixed.x) * sign.x, (point.y - fixed.y) * sign.y * RATIO);
  const center = { x: fixed.x + (sign.x * width) / 2, y: fixed.y + (sign.y * width) / RATIO / 2 };
  return fitted(picture, { ...crop, zoom: width / widest(picture, crop), center: rotated(center, -crop.angle) });
}

/** The size in pixels of the cropped picture, which has at most as many as a canvas can have. */
export function outputSize(picture: Size, crop: Crop, maxPixels: number): Size {
  const width = Math.round(Math.min(frameOf(picture, crop).width, Math.floor(Math.sqrt(maxPixels * RATIO))));
  return { width, height: Math.round(width / RATIO) };
}

/** Whether the crop changes the picture. */
export function isWhole({ width, height }: Size, crop: Crop): boolean {
  const isUntouched = crop.turns === 0 && !crop.isMirrored && crop.angle === 0 && crop.zoom === 1;
  return isUntouched && Math.abs(width / height - RATIO) < 0.01;
}

const number = (value: number) => grouped(value);

/** «Picture 1 of 5, the main picture» */
export function whichPicture(place: number, count: number): string {
  return `Picture ${place + 1} of ${count}${place === 0 ? ", the main picture" : ""}`;
}

/** «2,400 × 1,600» */
export function sizeText({ width, height }: Size): string {
  return `${number(width)} × ${number(height)}`;
}

/** «2,400 by 1,600, turned 90 degrees» */
export function cropWords({ width, height }: Size, { turns, angle }: Crop): string {
  const degrees = turns * 90 + angle;
  const words = `${number(width)} by ${number(height)}`;
  return degrees === 0 ? words : `${words}, turned ${String(degrees).replace("-", "−")} degrees`;
}
