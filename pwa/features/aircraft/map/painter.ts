// Starts the worker that paints the map.
import fontUrl from "@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url";
import { shapesUrl } from "../../../client/airfields/map-shapes.ts";
import type { Drawing } from "./drawing.ts";
import type { Sprites, SpritesAsked } from "./marks/sprites.ts";
import type { FromPainter, ToPainter } from "./painter-messages.ts";

export type Painter = { paint(drawing: Drawing): void; drawSprites(asked: SpritesAsked): void; end(): void };

export type PictureListeners = {
  /** The answer to `paint`. */
  onPicture: (picture: ImageBitmap) => void;
  /** A picture looks different from now on. */
  onNews: () => void;
  /** The worker, the shapes or the font could not be loaded: another painter may have more luck. */
  onLost: () => void;
};

export type PainterListeners = PictureListeners & {
  /** The answer to `drawSprites`; null before the letters have come. */
  onSprites: (sprites: Sprites | null) => void;
};

/** Null in a browser that draws in no worker: the map is plain sea there, with all its marks. */
export function startPainter({ onPicture, onSprites, onNews, onLost }: PainterListeners): Painter | null {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  const worker = new Worker(new URL("./painter-worker.ts", import.meta.url), { type: "module" });
  const post = (said: ToPainter) => worker.postMessage(said);
  worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
    if (data === "news") onNews();
    else if (data === "lost") onLost();
    else if ("picture" in data) onPicture(data.picture);
    else onSprites(data.sprites);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    onLost();
  };
  post({ load: { shapes: shapesUrl, font: fontUrl } });
  return {
    paint: (drawing) => post({ paint: drawing }),
    drawSprites: (asked) => post({ draw: asked }),
    end: () => worker.terminate(),
  };
}
