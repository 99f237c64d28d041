// Draws marks as map-marks.module.css shows them, but without shadows: they are of a zoom, which has none.
import type { Colors } from "../map-colors.ts";
import type { MarkLook, SpriteBox, SpritesAsked } from "./sprites.ts";

type Context = OffscreenCanvasRenderingContext2D;

/** The tags' font: narrow, with digits of one width. A canvas cannot ask for either. */
export const markFont = { family: "Tailhour Marks", stretch: "90%", featureSettings: '"tnum"' };

/** Pixels of the sheet. */
const SHEET_WIDTH = 2048;
/** CSS pixels around a sprite, for edges that are not quite sharp. */
const ROOM = 2;
const tagSize = {
  left: 10,
  right: 11,
  gap: 7,
  radius: 8,
  lift: 10,
  raised: 22,
  stalk: { half: 10, height: 11.5, line: 1.25 },
};
const tagLetters = { size: 14, spacing: 0.03, weight: 760, endWeight: 560 };
const clusterSize = { edge: 3, inside: 8, size: 52, letters: 18, weight: 780 };
const dotSize = { radius: 11, edge: 4, ring: 2 };

/** A sprite in CSS pixels from the mark's place. */
type Box = { left: number; top: number; right: number; bottom: number };
type Drawn = Box & { draw: () => void };

/** Draws all looks on one canvas, which takes the size that they need. */
export function drawSprites(
  canvas: OffscreenCanvas,
  context: Context,
  { looks, colors, density }: SpritesAsked,
): SpriteBox[] {
  const drawn = looks.map((look) => drawnOf(context, look, colors, density));
  const boxes: SpriteBox[] = [];
  let [left, top, rowHeight] = [0, 0, 0];
  for (const box of drawn) {
    const pixels = (length: number) => Math.ceil((length + ROOM) * density);
    const [right, down] = [-pixels(-box.left), -pixels(-box.top)];
    const [width, height] = [pixels(box.right) - right, pixels(box.bottom) - down];
    if (left + width > SHEET_WIDTH) [left, top, rowHeight] = [0, top + rowHeight, 0];
    boxes.push({ left, top, width, height, right, down });
    left += width;
    rowHeight = Math.max(rowHeight, height);
  }
  canvas.width = SHEET_WIDTH;
  canvas.height = Math.max(1, top + rowHeight);
  for (const [nth, { draw }] of drawn.entries()) {
    const box = boxes[nth]!;
    context.setTransform(density, 0, 0, density, box.left - box.right, box.top - box.down);
    draw();
  }
  return boxes;
}

function drawnOf(context: Context, look: MarkLook, colors: Colors, density: number): Drawn {
  if (look.kind === "tag") return tagOf(context, look, colors, density);
  return look.kind === "cluster" ? clusterOf(context, look, colors) : dotOf(context, colors);
}

function tagOf(context: Context, look: MarkLook & { kind: "tag" }, colors: Colors, density: number): Drawn {
  const { letters, surface, ink } = colors;
  const size = tagLetters.size * letters;
  const idFont = `${tagLetters.weight} ${size}px ${fontOf(colors)}`;
  const endFont = `${tagLetters.endWeight} ${size}px ${fontOf(colors)}`;
  // Browsers draw borders in whole pixels of the screen.
  const edge = Math.max(1, Math.floor(1.5 * density)) / density;
  context.letterSpacing = `${tagLetters.spacing * size}px`;
  context.font = idFont;
  const idWidth = context.measureText(`${look.id} `).width;
  context.letterSpacing = "0px";
  context.font = endFont;
  const line = idWidth + tagSize.gap - size / 4;
  const endAt = line + 1 + tagSize.gap;
  const width = edge + tagSize.left + endAt + context.measureText(look.end).width + tagSize.right + edge;
  const height = tapHeight(letters);
  const [left, bottom] = [-width / 2, -(look.isRaised ? tagSize.raised : tagSize.lift)];
  const top = bottom - height;
  const [fill, text] = look.isChosen ? [ink, surface] : [surface, ink];
  const draw = () => {
    const box = { left, top, right: -left, bottom };
    fillBox(context, box, tagSize.radius, ink);
    fillBox(context, inside(box, edge), tagSize.radius - edge, fill);
    drawStalk(context, bottom - edge, fill, ink);
    const base = left + edge + tagSize.left;
    const middle = top + height / 2;
    context.fillStyle = look.isChosen ? surface : colors.line;
    context.fillRect(base + line, middle - textHeight(context, endFont) / 2, 1, textHeight(context, endFont));
    context.fillStyle = text;
    context.letterSpacing = `${tagLetters.spacing * size}px`;
    drawWords(context, idFont, look.id, base, middle);
    context.letterSpacing = "0px";
    drawWords(context, endFont, look.end, base + endAt, middle);
  };
  return { left, top, right: -left, bottom: bottom - edge + tagSize.stalk.height, draw };
}

/** A triangle below a tag, open towards it. Its line lies inside. */
function drawStalk(context: Context, top: number, fill: string, edge: string): void {
  const { half, height, line } = tagSize.stalk;
  context.beginPath();
  context.moveTo(-half, top);
  context.lineTo(0, top + height);
  context.lineTo(half, top);
  context.fillStyle = fill;
  context.fill();
  context.beginPath();
  context.moveTo(line - half, top);
  context.lineTo(0, top + height - line);
  context.lineTo(half - line, top);
  context.strokeStyle = edge;
  context.lineWidth = line;
  context.stroke();
}

function clusterOf(context: Context, { count }: MarkLook & { kind: "cluster" }, colors: Colors): Drawn {
  const { letters, surface, ink } = colors;
  const font = `${clusterSize.weight} ${clusterSize.letters * letters}px ${colors.font}`;
  context.letterSpacing = "0px";
  context.font = font;
  const height = clusterSize.size * letters;
  const width = Math.max(height, context.measureText(count).width + 2 * (clusterSize.edge + clusterSize.inside));
  const box = { left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2 };
  const draw = () => {
    fillBox(context, box, height / 2, surface);
    fillBox(context, inside(box, clusterSize.edge), height / 2 - clusterSize.edge, ink);
    context.fillStyle = surface;
    context.font = font;
    drawWords(context, font, count, -context.measureText(count).width / 2, 0);
  };
  return { ...box, draw };
}

function dotOf(context: Context, { surface, link }: Colors): Drawn {
  const { radius, edge, ring } = dotSize;
  const all = radius + ring;
  const box = { left: -all, top: -all, right: all, bottom: all };
  const draw = () => {
    fillBox(context, box, all, link);
    fillBox(context, inside(box, ring), radius, surface);
    fillBox(context, inside(box, ring + edge), radius - edge, link);
  };
  return { ...box, draw };
}

function inside({ left, top, right, bottom }: Box, edge: number): Box {
  return { left: left + edge, top: top + edge, right: right - edge, bottom: bottom - edge };
}

function fillBox(context: Context, { left, top, right, bottom }: Box, radius: number, fill: string): void {
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, radius);
  context.fill();
}

/** Begins at `x`, with the middle of its line at `middle`. */
function drawWords(context: Context, font: string, words: string, x: number, middle: number): void {
  context.font = font;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText(words);
  context.fillText(words, x, middle + (Math.round(up) - Math.round(down)) / 2);
}

function textHeight(context: Context, font: string): number {
  context.font = font;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText("0");
  return Math.round(up) + Math.round(down);
}

function fontOf({ font }: Colors): string {
  return `"${markFont.family}", ${font}`;
}

/** The style sheet's `--tap-min`. */
function tapHeight(letters: number): number {
  return 20 * letters + 24;
}
