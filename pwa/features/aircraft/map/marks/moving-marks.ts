// Marks while a zoom runs: sprites on a canvas. To move their elements the browser would lay out and draw all of them in each frame.
import type { Colors } from "../map-colors.ts";
import { canvasDensity, toScreen, type Size, type View } from "../map-view.ts";
import type { MarkLook, MovedMark, SpriteBox, Sprites, SpritesAsked } from "./sprites.ts";

/** Who draws sprites; each question has one answer, to `show`. */
export type SpritePainter = { drawSprites: (asked: SpritesAsked) => void };

export type MovingMarksOptions = {
  /** Null before the map is on the page. */
  canvas: () => HTMLCanvasElement | null;
  colors: () => Colors;
};

type Kept = { marks: readonly MovedMark[]; boxes: readonly SpriteBox[]; sheet: ImageBitmap; density: number };
type Asked = { marks: readonly MovedMark[]; places: number[]; density: number; isOld: boolean };

export class MovingMarks {
  readonly #options: MovingMarksOptions;
  #painter: SpritePainter | null = null;
  /** What the elements show; null while they change. */
  #wanted: readonly MovedMark[] | null = null;
  #asked: Asked | null = null;
  #kept: Kept | null = null;
  #isShown = false;

  constructor(options: MovingMarksOptions) {
    this.#options = options;
  }

  /** Whether the sprites are seen instead of the elements. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** A painter takes the place of another one. Null: a browser has none. What was asked of the last one has no answer. */
  use(painter: SpritePainter | null): void {
    this.#painter = painter;
    this.#asked = null;
    this.#ask();
  }

  /** What the elements show from now on; null while they change. */
  keep(marks: readonly MovedMark[] | null): void {
    this.#wanted = marks;
    this.#ask();
  }

  /** Other colors, letters or fonts. */
  renew(): void {
    if (this.#asked) this.#asked.isOld = true;
    this.#forget();
    this.#ask();
  }

  /** The painter's answer; null before it has its font. */
  show(sprites: Sprites | null): void {
    const asked = this.#asked;
    this.#asked = null;
    if (!sprites || !asked || asked.isOld) {
      sprites?.sheet.close();
      if (asked?.isOld) this.#ask();
      return;
    }
    this.#forget();
    const { marks, places, density } = asked;
    this.#kept = { marks, boxes: places.map((place) => sprites.boxes[place]!), sheet: sprites.sheet, density };
    this.#ask();
  }

  /** Draws the marks of a view. False if the elements have to move: they show something that has no sprites yet. */
  move(view: View, size: Size): boolean {
    const canvas = this.#options.canvas();
    const context = canvas?.getContext("2d");
    const kept = this.#kept;
    // A zoom that has begun goes on with what it has: React renders new marks meanwhile.
    if (!context || !kept || (!this.#isShown && kept.marks !== this.#wanted)) return false;
    const { density } = kept;
    fit(context, Math.round(size.width * density), Math.round(size.height * density));
    for (const [nth, mark] of kept.marks.entries()) {
      const { left, top, width, height, right, down } = kept.boxes[nth]!;
      const place = toScreen(view, size, mark);
      const x = Math.round(place.x * density) + right;
      const y = Math.round(place.y * density) + down;
      if (x < -width || y < -height || x > canvas!.width || y > canvas!.height) continue;
      context.drawImage(kept.sheet, left, top, width, height, x, y, width, height);
    }
    canvas!.style.visibility = "visible";
    this.#isShown = true;
    return true;
  }

  /** The elements show the marks. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#options.canvas()?.style.removeProperty("visibility");
  }

  /** The map leaves the page: its sheet is megabytes that wait for no collection. */
  end(): void {
    this.use(null);
    this.#forget();
  }

  #forget(): void {
    this.#kept?.sheet.close();
    this.#kept = null;
  }

  /** One question at a time: the next one is about what is wanted then. */
  #ask(): void {
    const wanted = this.#wanted;
    if (!this.#painter || !wanted || this.#asked || this.#kept?.marks === wanted) return;
    const density = canvasDensity();
    const looks: MarkLook[] = [];
    const placeOf = new Map<string, number>();
    const places = wanted.map(({ look }) => {
      const key = JSON.stringify(look);
      const place = placeOf.get(key) ?? looks.push(look) - 1;
      placeOf.set(key, place);
      return place;
    });
    this.#asked = { marks: wanted, places, density, isOld: false };
    this.#painter.drawSprites({ looks, colors: this.#options.colors(), density });
  }
}

/** Gives the canvas its size, or clears it: setting a size takes longer. */
function fit(context: CanvasRenderingContext2D, width: number, height: number): void {
  const { canvas } = context;
  if (canvas.width === width && canvas.height === height) return context.clearRect(0, 0, width, height);
  canvas.width = width;
  canvas.height = height;
}
