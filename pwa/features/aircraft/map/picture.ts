// The picture below the marks. It is moved and stretched in each frame, and painted anew before its edge is seen.
import type { Drawing } from "./drawing.ts";
import { canvasDensity, isSameView, toScreen, type Size, type View } from "./map-view.ts";
import type { Painter, PictureListeners } from "./painter.ts";

/** Pixels painted beside the screen, so that a pan moves the picture. */
const MARGIN = 256;
/** Pixels of the margin that are left when the next picture is asked for: it needs some frames. */
const EARLY = 128;
/** A picture is stretched up to this factor before it is painted anew: a press that doubles the scale paints once, at its end. */
const STRETCH = 2.2;

type PicturePainter = Pick<Painter, "paint" | "end">;

export type PictureOptions = {
  /** Null before the map is on the page. */
  canvas: () => HTMLCanvasElement | null;
  /** What does not depend on the view. */
  look: () => Pick<Drawing, "colors" | "from">;
  start: (listeners: PictureListeners) => PicturePainter | null;
  /** Whether the first view is known. A picture of another one would be stretched until the next is painted. */
  isReady: () => boolean;
};

/** A view, and the size of the screen that it was painted for. */
type Painted = { view: View; size: Size };

export class Picture {
  readonly #options: PictureOptions;
  #painter: PicturePainter | null = null;
  #isLost = false;
  #drawn: Painted | null = null;
  #painting: Painted | null = null;
  /** Whether the next picture is due although the last one covers the screen. */
  #isDue = false;
  #now: View | null = null;
  #target: View | null = null;
  #size: Size = { width: 0, height: 0 };

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  /** Begins to paint, or tries again what could not be loaded. */
  begin(): void {
    if (this.#painter && !this.#isLost) return;
    this.end();
    this.#painter = this.#options.start({
      onPicture: (picture) => this.#show(picture),
      onNews: () => this.renew(),
      onLost: () => {
        this.#isLost = true;
      },
    });
    this.renew();
  }

  end(): void {
    this.#painter?.end();
    this.#painter = null;
    this.#painting = null;
    this.#isLost = false;
  }

  /** Shows a view, and `target`, where a running movement ends. */
  follow(now: View, size: Size, target: View | null): void {
    this.#now = now;
    this.#size = size;
    this.#target = target;
    this.#paint();
    this.#place();
  }

  /** The movement has ended: a stretched picture is painted anew. */
  rest(now: View, size: Size): void {
    if (!this.#drawn || !isSameView(this.#drawn.view, now)) this.#isDue = true;
    this.follow(now, size, null);
  }

  /** Other colors, rings or shapes. */
  renew(now = this.#now, size = this.#size): void {
    this.#now = now;
    this.#size = size;
    this.#isDue = true;
    this.#paint();
  }

  /** One picture at a time: the next one is of where the map is then. */
  #paint(): void {
    const [now, size] = [this.#now, this.#size];
    if (!this.#painter || !now || size.width === 0 || this.#painting || !this.#options.isReady()) return;
    if (!this.#isDue && this.#drawn && covers(this.#drawn, now, size, EARLY)) return;
    this.#isDue = false;
    const end = this.#target && { view: this.#target, size };
    this.#painting = end && covers(end, now, size) ? end : { view: now, size };
    this.#painter.paint({
      ...this.#options.look(),
      view: this.#painting.view,
      size: { width: size.width + 2 * MARGIN, height: size.height + 2 * MARGIN },
      beside: MARGIN,
      density: canvasDensity(),
    });
  }

  #show(picture: ImageBitmap): void {
    const canvas = this.#options.canvas();
    this.#drawn = this.#painting;
    this.#painting = null;
    if (!canvas || !this.#now) return picture.close();
    const { width, height } = picture;
    // Setting a size clears the canvas, also an equal one.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const density = canvasDensity();
    canvas.style.width = `${width / density}px`;
    canvas.style.height = `${height / density}px`;
    canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
    this.#place();
    this.#paint();
  }

  #place(): void {
    const canvas = this.#options.canvas();
    if (!canvas || !this.#drawn || !this.#now) return;
    const { view, size } = this.#drawn;
    const middle = toScreen(this.#now, this.#size, view);
    const [right, down] = [middle.x - size.width / 2, middle.y - size.height / 2];
    canvas.style.transform = `translate(${right}px, ${down}px) scale(${this.#now.scale / view.scale})`;
  }
}

/** Whether a picture shows a view without much stretching, and with `spare` pixels beside it. */
function covers({ view, size: painted }: Painted, now: View, size: Size, spare = 0): boolean {
  const middle = toScreen(now, size, view);
  const ratio = now.scale / view.scale;
  const isWithin = (at: number, part: "width" | "height") =>
    Math.abs(at - size[part] / 2) <= (ratio * (painted[part] + 2 * MARGIN) - size[part]) / 2 - spare;
  return ratio <= STRETCH && isWithin(middle.x, "width") && isWithin(middle.y, "height");
}
