// Tail numbers as strokes: a picture has no web font, and system fonts differ.
import { packed, short, type Pen } from "./pen.ts";

/** Polylines on a grid 4 wide and 6 high, from the top. */
const glyphs: Readonly<Record<string, string>> = {
  "0": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0",
  "1": "1,1.2 2.4,0 2.4,6",
  "2": "0,1 1,0 3,0 4,1 4,2.4 0,6 4,6",
  "3": "0,1 1,0 3,0 4,1 4,2.2 3,3 1.6,3;3,3 4,3.8 4,5 3,6 1,6 0,5",
  "4": "3,6 3,0 0,4.2 4.2,4.2",
  "5": "4,0 0.2,0 0,2.7 3,2.5 4,3.5 4,5 3,6 1,6 0,5",
  "6": "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.6 3,2.7 1,2.7 0,3.6",
  "7": "0,0 4,0 1.6,6",
  "8": "1,3 0,2.2 0,1 1,0 3,0 4,1 4,2.2 3,3 1,3 0,3.8 0,5 1,6 3,6 4,5 4,3.8 3,3",
  "9": "0,5 1,6 3,6 4,5 4,1 3,0 1,0 0,1 0,2.4 1,3.3 3,3.3 4,2.4",
  A: "0,6 0,1.4 1.4,0 2.6,0 4,1.4 4,6;0,3.6 4,3.6",
  H: "0,0 0,6;4,0 4,6;0,3 4,3",
  J: "4,0 4,5 3,6 1,6 0,5 0,4.2",
  M: "0,6 0,0 2,3 4,0 4,6",
  N: "0,6 0,0 4,6 4,0",
  P: "0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4",
  T: "0,0 4,0;2,0 2,6",
  U: "0,0 0,5 1,6 3,6 4,5 4,0",
};

/** The text with its lower left corner at (x, y), `height` feet high. */
export function lettering(pen: Pen, text: string, x: number, y: number, height: number, color: string): string {
  const unit = (height * pen.scale) / 6;
  const left = pen.x(x);
  const top = pen.y(y) - 6 * unit;
  const paths = [...text].flatMap((letter, place) => {
    const drawn = glyphs[letter];
    if (!drawn) throw new Error(`There is no letter ${letter} in lettering.ts.`);
    const at = (pair: string) => {
      const [column = 0, row = 0] = pair.split(",").map(Number);
      return packed([left + (place * 5.6 + column + (6 - row) * 0.05) * unit, top + row * unit]);
    };
    return drawn.split(";").map((line) => `M${line.split(" ").map(at).join("L")}`);
  });
  return `<path data-part="tail-number" d="${paths.join("")}" fill="none" stroke="${color}" stroke-width="${short(unit)}" stroke-linejoin="round"/>`;
}
