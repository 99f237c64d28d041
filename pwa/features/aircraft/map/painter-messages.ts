// What the page and the worker that paints the map say to each other.
import type { Drawing } from "./drawing.ts";

/** To the worker. `load`: addresses of the shapes and of the font; `paint`: a picture, answered by one. */
export type ToPainter = { load: { shapes: string; font: string } } | { paint: Drawing };

/** From the worker. `news`: shapes or letters have come, so a picture looks different now. `lost`: one of them has not. */
export type FromPainter = { picture: ImageBitmap } | "news" | "lost";
