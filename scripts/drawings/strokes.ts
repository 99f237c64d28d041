// Lines and rods that several parts are drawn with.
import { short, type Pen, type Points } from "./pen.ts";

/** A seam of the skin. */
export const line = (pen: Pen, points: Points, opacity = 0.3, width = 1.6) =>
  `<path d="${pen.curve(points)}" fill="none" stroke="#0C1B26" stroke-opacity="${opacity}" stroke-width="${width}"/>`;
/** A tube with round ends, `wide` feet thick. */
export const rod = (pen: Pen, points: Points, wide: number, color: string) =>
  `<path d="${pen.curve(points)}" fill="none" stroke="${color}" stroke-width="${short(wide * pen.scale)}" stroke-linecap="round" stroke-linejoin="round"/>`;
