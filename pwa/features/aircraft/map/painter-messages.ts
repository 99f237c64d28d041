// What the page and the worker that paints the map say to each other.
import type { Drawing } from "./drawing.ts";
import type { Sprites, SpritesAsked } from "./marks/sprites.ts";

/** To the worker. `load`: addresses of the shapes and of the font; `paint`: a picture, and `draw`: sprites, each answered by them. */
export type ToPainter = { load: { shapes: string; font: string } } | { paint: Drawing } | { draw: SpritesAsked };

/**
 * From the worker. `news`: shapes or letters have come, so a picture looks different now. `lost`: one of them has not. There are no
 * sprites before the letters have come.
 */
export type FromPainter = { picture: ImageBitmap } | { sprites: Sprites | null } | "news" | "lost";
