// Position and size of the picture in the viewer. Points are in pixels from the middle of the stage.

export type Point = { x: number; y: number };
export type View = Point & { scale: number };
export type Box = { width: number; height: number };

export const MAX_SCALE = 4;
export const whole: View = { scale: 1, x: 0, y: 0 };

/** Keeps the picture over the middle of the stage, and its size within the limits. */
export function limited({ scale, x, y }: View, { width, height }: Box): View {
  const size = Math.min(MAX_SCALE, Math.max(1, scale));
  const within = (value: number, room: number) => Math.min(room, Math.max(-room, value)) || 0;
  return { scale: size, x: within(x, ((size - 1) * width) / 2), y: within(y, ((size - 1) * height) / 2) };
}

/** Scales around a point, which keeps its place on the screen. */
export function zoomedAt(view: View, scale: number, at: Point, box: Box): View {
  const size = Math.min(MAX_SCALE, Math.max(1, scale));
  const ratio = size / view.scale;
  return limited({ scale: size, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, box);
}

/** What one finger does to a whole picture: it turns the page or closes the viewer. */
export function swipeOf({ x, y }: Point): "next" | "previous" | "close" | null {
  if (Math.abs(x) > Math.abs(y)) return Math.abs(x) < TURN_PX ? null : x < 0 ? "next" : "previous";
  return y > CLOSE_PX ? "close" : null;
}

const TURN_PX = 50;
const CLOSE_PX = 100;
