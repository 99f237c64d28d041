// Moves the view of the map: presses, keys, wheel and fingers. Calls its listeners once per frame, and when the movement ends.
import { bounded, isSameView, panned, zoomed, type Point, type Size, type View } from "./map-view.ts";

const ZOOM_MS = 240;
/** Milliseconds without a change after which a movement has ended. */
const REST_MS = 140;

export type Listeners = {
  /** The view has changed; at most once per frame. */
  onFrame: (view: View) => void;
  /** The movement has ended. */
  onStill: (view: View) => void;
  /** One frame after `onStill`, so that no frame has the work of both. `byUser`: not because the map fitted a search. */
  onRest: (view: View, byUser: boolean) => void;
};

export class Motion {
  view: View;
  size: Size = { width: 0, height: 0 };
  readonly #listeners: Listeners;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #restFrame = 0;
  #flight: { from: View; to: View; began: number; at: Point } | null = null;
  #isByUser = false;
  /** Whether the user has moved this search's map: then nothing fits it again. */
  #isUsers = false;

  constructor(view: View, listeners: Listeners) {
    this.view = view;
    this.#listeners = listeners;
  }

  resize(size: Size): void {
    this.size = size;
    this.#changed();
  }

  /** A new search: the next fit shows it. */
  release(): void {
    this.#isUsers = false;
  }

  /** Shows the whole search, unless the user has moved the map. A list that is refreshed meanwhile takes nobody back. */
  fit(view: View): void {
    if (!this.#isUsers) this.jump(view, false);
  }

  /** Shows a view at once. */
  jump(view: View, byUser: boolean): void {
    this.#flight = null;
    this.#show(bounded(view), byUser);
  }

  /** Shows a view in 240 ms; at once for readers who want less motion. */
  fly(view: View, byUser: boolean): void {
    const to = bounded(view);
    if (isSameView(to, this.view)) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.jump(to, byUser);
    this.#note(byUser);
    this.#flight = { from: this.view, to, began: performance.now(), at: { x: 0, y: 0 } };
    this.#changed();
  }

  /** Continues from where a running zoom ends, so that a pan does not stop it. */
  pan(right: number, down: number): void {
    if (this.#flight) this.fly(panned(this.#flight.to, right, down), true);
    else this.jump(panned(this.view, right, down), true);
  }

  /** Two presses zoom twice. */
  zoom(factor: number, at: Point = this.#middle()): void {
    this.fly(zoomed(this.#flight?.to ?? this.view, this.size, factor, at), true);
  }

  /** Follows fingers or a wheel. */
  zoomNow(factor: number, at: Point): void {
    this.jump(zoomed(this.view, this.size, factor, at), true);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopRest();
  }

  /** Where a running movement ends; null for one that follows fingers, and at rest. */
  get target(): View | null {
    return this.#flight?.to ?? null;
  }

  #note(byUser: boolean): void {
    this.#isByUser ||= byUser;
    this.#isUsers ||= byUser;
  }

  #middle(): Point {
    return { x: this.size.width / 2, y: this.size.height / 2 };
  }

  #show(view: View, byUser: boolean): void {
    if (isSameView(view, this.view)) return;
    this.view = view;
    this.#note(byUser);
    this.#changed();
  }

  #changed(): void {
    this.#frame ||= requestAnimationFrame((now) => this.#onFrame(now));
    this.#stopRest();
    if (!this.#flight) this.#rest = setTimeout(() => this.#onStill(), REST_MS);
  }

  #stopRest(): void {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#restFrame);
  }

  #onFrame(now: number): void {
    this.#frame = 0;
    if (this.#flight) {
      const { from, to, began } = this.#flight;
      const share = Math.min(1, Math.max(0, (now - began) / ZOOM_MS));
      if (share === 1) this.#flight = null;
      this.view = share === 1 ? to : between(from, to, 1 - (1 - share) ** 3);
      this.#changed();
    }
    this.#listeners.onFrame(this.view);
  }

  #onStill(): void {
    this.#restFrame = requestAnimationFrame(() => this.#onRest());
    this.#listeners.onStill(this.view);
  }

  #onRest(): void {
    const byUser = this.#isByUser;
    this.#isByUser = false;
    this.#listeners.onRest(this.view, byUser);
  }
}

/** Between two views the scale grows by equal factors, and the point that stays in place stays there. */
function between(from: View, to: View, share: number): View {
  const scale = from.scale * (to.scale / from.scale) ** share;
  // At equal scales a straight pan.
  const way = from.scale === to.scale ? share : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale };
}
