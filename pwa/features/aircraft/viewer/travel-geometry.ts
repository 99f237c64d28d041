// Where a picture is while it travels. Pixels of the screen.

export type Rect = { left: number; top: number; width: number; height: number };

/** The part of a box that a picture fills which is shown whole. */
export function wholeIn({ left, top, width, height }: Rect, shape: number): Rect {
  const fitted = Math.min(width, height * shape);
  return {
    left: left + (width - fitted) / 2,
    top: top + (height - fitted / shape) / 2,
    width: fitted,
    height: fitted / shape,
  };
}

/** Moves and cuts the whole picture so that it fills `place` as a thumbnail: covered and centered. */
export function partOf(whole: Rect, place: Rect): { transform: string; clipPath: string } {
  const scale = Math.max(place.width / whole.width, place.height / whole.height);
  const x = place.left + place.width / 2 - (whole.left + whole.width / 2);
  const y = place.top + place.height / 2 - (whole.top + whole.height / 2);
  const sides = (whole.width - place.width / scale) / 2;
  const ends = (whole.height - place.height / scale) / 2;
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, clipPath: `inset(${ends}px ${sides}px)` };
}
