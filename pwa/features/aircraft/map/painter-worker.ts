// The worker's entry file: paints pictures of the map and of its marks, so that no frame of the page waits for them.
import type { MapShapes } from "../../../client/airfields/map-shapes.ts";
import { drawMap, shapesOf, type Drawing, type Loaded } from "./drawing.ts";
import { drawSprites, markFont } from "./marks/draw-sprites.ts";
import type { SpritesAsked } from "./marks/sprites.ts";
import type { FromPainter, ToPainter } from "./painter-messages.ts";

/** The part of a worker's scope that this file uses: the page's types have none. */
type Scope = {
  onmessage: (said: MessageEvent<ToPainter>) => void;
  postMessage: (said: FromPainter, moved: Transferable[]) => void;
  fonts: FontFaceSet;
};
declare const self: Scope;

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d", { alpha: false });
const markCanvas = new OffscreenCanvas(1, 1);
const markContext = markCanvas.getContext("2d");
const loaded: Loaded = { shapes: null, isFontSettled: false };

self.onmessage = ({ data }: MessageEvent<ToPainter>) => {
  if ("paint" in data) paint(data.paint);
  else if ("draw" in data) draw(data.draw);
  else for (const loading of [loadShapes(data.load.shapes), loadFont(data.load.font)]) void tell(loading);
};

function say(said: FromPainter, moved: Transferable[] = []): void {
  self.postMessage(said, moved);
}

async function tell(loading: Promise<void>): Promise<void> {
  try {
    await loading;
    say("news");
  } catch {
    say("lost");
    say("news");
  }
}

async function loadShapes(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The shapes of the map were answered with ${response.status}.`);
  loaded.shapes = shapesOf((await response.json()) as MapShapes);
}

/** Loads the app's font, because a worker does not see the fonts of its page. */
async function loadFont(url: string): Promise<void> {
  const source = `url(${JSON.stringify(url)})`;
  const weight = "100 900";
  const { family, ...look } = markFont;
  const fonts = [
    new FontFace("Archivo Variable", source, { weight, stretch: "62% 125%" }),
    new FontFace(family, source, { weight, ...look }),
  ];
  try {
    for (const font of await Promise.all(fonts.map((font) => font.load()))) self.fonts.add(font);
  } finally {
    // Without it the letters are those of the system.
    loaded.isFontSettled = true;
  }
}

function paint(drawing: Drawing): void {
  if (!context) return;
  const { size, density } = drawing;
  canvas.width = Math.round(size.width * density);
  canvas.height = Math.round(size.height * density);
  drawMap(context, loaded, drawing);
  const picture = canvas.transferToImageBitmap();
  say({ picture }, [picture]);
}

function draw(asked: SpritesAsked): void {
  if (!markContext || !loaded.isFontSettled) return say({ sprites: null });
  const boxes = drawSprites(markCanvas, markContext, asked);
  const sheet = markCanvas.transferToImageBitmap();
  say({ sprites: { sheet, boxes } }, [sheet]);
}
