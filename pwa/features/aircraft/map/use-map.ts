// Connects the map's elements with its motion. React renders marks when a movement ends; in between frames move what is there.
import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import { useOnline } from "../../../client/api/online.ts";
import { attachGestures } from "./gestures.ts";
import { colorsOf, letterSize } from "./map-colors.ts";
import { fitted, toPlane, toScreen, type Point, type Size, type View } from "./map-view.ts";
import { MarkFinder } from "./marks/mark-finder.ts";
import { marksNear, type Mark, type Spot } from "./marks/marks.ts";
import { MovingMarks } from "./marks/moving-marks.ts";
import { Motion } from "./motion.ts";
import { startPainter } from "./painter.ts";
import { Picture } from "./picture.ts";

/** Pixels beside the screen of marks that are still seen in part. */
const SCREEN_MARGIN = 72;
/** Pixels beside the screen of the marks that a pan finds. */
const MARK_MARGIN = 160;
/** The marks of so many scales are kept for a press that goes back. */
const KEPT_SCALES = 8;

/** The states between the oceans. */
const start = fitted(
  [toPlane({ latitude: 49, longitude: -125 }), toPlane({ latitude: 25, longitude: -67 })],
  { width: 800, height: 600 },
  { margin: 20 },
)!;

/** The marks of a scale and of a size of letters; null before the map has its size. `before`: what was rendered until then. */
type Known = { scale: number; letters: number | null; marks: readonly Mark[]; before: readonly Mark[] };

type MapOptions = {
  spots: readonly Spot[];
  from: Position | null;
  view: View | null;
  onMove: (view: View) => void;
  onEmpty: () => void;
};

export type MapHandle = ReturnType<typeof useMap>;

export function useMap({ spots, from, view, onMove, onEmpty }: MapOptions) {
  const element = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const movingCanvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [shown, setShown] = useState<View>(view ?? start);
  const letters = size && letterSize();
  const rendered = useRef<readonly Mark[]>([]);
  const { scale, marks, ...known } = useMarks(spots, shown.scale, letters, rendered);
  // Until the marks of a new scale are known, the last ones stay with their view, moved: both change in one rendering.
  const [placedView, setPlacedView] = useState(shown);
  if (scale === shown.scale && placedView !== shown) setPlacedView(shown);
  const near = useMemo(() => (size ? marksNear(marks, placedView, size, MARK_MARGIN) : []), [marks, placedView, size]);
  const before = useMemo(
    // Those far beside the screen would not fit into the layer of the others: the browser would make many layers.
    () => (size ? marksNear(known.before, placedView, size, SCREEN_MARGIN) : []),
    [known.before, placedView, size],
  );
  const [complete, setComplete] = useState<readonly Mark[] | null>(null);
  /** Whether the marks still are those of another scale or of smaller text, or not all there. */
  const isPlacing = scale !== shown.scale || known.letters !== letters || complete !== marks;
  /** Without a view in the address, the first one is that of the search. */
  const hasView = useRef(view !== null);
  const latest = useRef({ from, onMove, onEmpty, shown, placedView });
  useLayoutEffect(() => {
    latest.current = { from, onMove, onEmpty, shown, placedView };
    hasView.current ||= view !== null;
  });
  const colors = () => colorsOf(element.current!);
  const [moving] = useState(() => new MovingMarks({ canvas: () => movingCanvas.current, colors }));
  const [picture] = useState(
    () =>
      new Picture({
        canvas: () => canvas.current,
        look: () => ({ colors: colors(), from: latest.current.from }),
        start: (listeners) => {
          const painter = startPainter({
            ...listeners,
            onNews: () => {
              listeners.onNews();
              moving.renew();
            },
            onSprites: (sprites) => moving.show(sprites),
          });
          moving.use(painter);
          return painter;
        },
        isReady: () => hasView.current,
      }),
  );
  const [motion] = useState(
    () =>
      new Motion(shown, {
        onFrame: (now) => {
          picture.follow(now, motion.size, motion.target);
          const { placedView: rendered, shown: last } = latest.current;
          if (layer.current) follow(layer.current, moving, rendered, now, motion.size);
          const middle = toScreen(now, motion.size, last);
          const ratio = now.scale / last.scale;
          const isFar =
            Math.abs(middle.x - motion.size.width / 2) > MARK_MARGIN ||
            Math.abs(middle.y - motion.size.height / 2) > MARK_MARGIN;
          if (isFar || ratio > 2 || ratio < 1 / 2) startTransition(() => setShown(now));
        },
        onStill: (now) => {
          picture.rest(now, motion.size);
          // Sprites stay until new marks are all there; a press finds the elements below them.
          if (layer.current && moving.isShown) moveMarks(layer.current, latest.current.placedView, now, motion.size);
        },
        onRest: (now, byUser) => {
          startTransition(() => setShown(now));
          if (byUser) latest.current.onMove(now);
        },
      }),
  );

  useLayoutEffect(() => {
    const [map, ground] = [element.current, surface.current];
    if (!map || !ground) return;
    map.tabIndex = 0;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      motion.resize({ width, height });
      // The first frame of a new size has the marks that fit it.
      flushSync(() => setSize({ width, height }));
    });
    observer.observe(map);
    const detach = attachGestures(map, ground, motion, {
      onEmpty: () => latest.current.onEmpty(),
      onEnter: () => firstMark(map)?.focus(),
      onEscape: () => (document.activeElement === map ? latest.current.onEmpty() : map.focus()),
    });
    return () => {
      observer.disconnect();
      detach();
      motion.stop();
    };
  }, [motion]);

  // Back and Forward show another view; the map's own movements are there already.
  useLayoutEffect(() => {
    if (view && !isNearly(view, motion.view)) motion.jump(view, false);
  }, [view, motion]);

  // After the marks themselves have been placed: effects of a child run first.
  useLayoutEffect(() => {
    if (!layer.current || isPlacing || motion.view.scale !== placedView.scale) return;
    showElements(layer.current, moving);
    delete layer.current.dataset["flat"];
  }, [isPlacing, placedView, motion, moving]);

  const isOnline = useOnline();
  // What could not be loaded is tried again when the network is back.
  useEffect(() => picture.begin(), [picture, isOnline]);
  useEffect(
    () => () => {
      picture.end();
      moving.end();
    },
    [picture, moving],
  );
  const renew = useCallback(() => picture.renew(motion.view, motion.size), [picture, motion]);
  useLayoutEffect(renew, [renew, size, from]);
  const renewMoving = useCallback(() => moving.renew(), [moving]);
  // Another size may be another density, too.
  useEffect(renewMoving, [renewMoving, size, letters]);
  useThemeChange(renew);
  useThemeChange(renewMoving);

  /** Shows the marks of the motion's view without a wait for its rest. */
  const settle = useCallback(() => {
    setShown(motion.view);
    if (hasView.current) return;
    hasView.current = true;
    renew();
  }, [motion, renew]);
  /** What MapMarks has rendered; `all` once these are the marks of the scale. */
  const onRender = useCallback((shownMarks: readonly Mark[], all: readonly Mark[] | null) => {
    rendered.current = shownMarks;
    if (all) startTransition(() => setComplete(all));
  }, []);
  return {
    element,
    surface,
    canvas,
    layer,
    movingCanvas,
    moving,
    motion,
    marks,
    before,
    near,
    placedView,
    size,
    isPlacing,
    settle,
    onRender,
  };
}

/** The last marks until those of a new scale are known. `letters` is null before the map has its size. */
function useMarks(
  spots: readonly Spot[],
  scale: number,
  letters: number | null,
  rendered: RefObject<readonly Mark[]>,
): Known {
  const [known, setKnown] = useState<Known>({ scale, letters: null, marks: [], before: [] });
  const kept = useRef<{ spots: readonly Spot[]; all: Omit<Known, "before">[] }>({ spots, all: [] });
  const [finder] = useState(() => new MarkFinder());
  useEffect(() => {
    finder.begin();
    return () => finder.end();
  }, [finder]);
  useLayoutEffect(() => {
    if (letters === null) return;
    let isWanted = true;
    if (kept.current.spots !== spots) kept.current = { spots, all: [] };
    const { all } = kept.current;
    const find = async () => {
      const known = all.find((one) => one.scale === scale && one.letters === letters);
      if (known) return known;
      return { scale, letters, marks: await finder.find(spots, scale, letters) };
    };
    void find().then((found) => {
      if (!isWanted) return;
      kept.current.all = [found, ...all.filter((one) => one !== found)].slice(0, KEPT_SCALES);
      const before = rendered.current;
      // React renders them in slices, too.
      startTransition(() => setKnown({ ...found, before }));
    });
    return () => {
      isWanted = false;
    };
  }, [spots, scale, letters, rendered, finder]);
  return known;
}

/** Moves the marks of a frame: while zooming their sprites, if there are any. */
function follow(layer: HTMLElement, moving: MovingMarks, placed: View, now: View, size: Size): void {
  const isZoom = now.scale !== placed.scale;
  if (isZoom && !needsElements(layer) && moving.move(now, size)) {
    layer.style.opacity = "0";
    return;
  }
  if (isZoom) layer.dataset["flat"] = "";
  showElements(layer, moving);
  moveMarks(layer, placed, now, size);
}

/** The focus stays visible, and forced colors are those of elements. */
function needsElements(layer: HTMLElement): boolean {
  return layer.querySelector(":focus-visible") !== null || matchMedia("(forced-colors: active)").matches;
}

function showElements(layer: HTMLElement, moving: MovingMarks): void {
  moving.hide();
  layer.style.opacity = "";
}

/** One transform for all marks while panning, one for each while zooming. */
export function moveMarks(layer: HTMLElement, placed: View, now: View, size: Size): void {
  const isPan = now.scale === placed.scale;
  const origin = isPan ? toScreen(now, size, fromMiddle(placed)) : { x: size.width / 2, y: size.height / 2 };
  layer.style.transform = isPan ? `translate(${origin.x - size.width / 2}px, ${origin.y - size.height / 2}px)` : "";
  if (isPan && layer.dataset["scale"] === String(now.scale)) return;
  layer.dataset["scale"] = String(now.scale);
  const shown = isPan ? placed : now;
  place(layer.querySelectorAll<HTMLElement>("[data-x]"), shown, size, isPan);
}

/** Places a mark that joins others of the same view, or that has another place on the plane. */
export function placeMark(mark: HTMLElement, placed: View, now: View, size: Size): void {
  const isPan = now.scale === placed.scale;
  place([mark], isPan ? placed : now, size, isPan);
}

function place(marks: Iterable<HTMLElement>, shown: View, size: Size, isPan: boolean): void {
  for (const mark of marks) {
    const { x, y } = toScreen(shown, size, {
      x: Number(mark.getAttribute("data-x")),
      y: Number(mark.getAttribute("data-y")),
    });
    // What a zoom has taken off the screen stays where it is until it comes back or the zoom ends.
    const isOff =
      x < -SCREEN_MARGIN || y < -SCREEN_MARGIN || x > size.width + SCREEN_MARGIN || y > size.height + SCREEN_MARGIN;
    const wasOff = mark.hasAttribute("data-off");
    if (!isPan && isOff && wasOff) continue;
    if (isOff !== wasOff) mark.toggleAttribute("data-off", isOff);
    mark.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function fromMiddle({ x, y }: View): Point {
  return { x, y };
}

/** The westernmost mark of the screen: marks are sorted. */
function firstMark(map: HTMLElement): HTMLElement | null {
  return map.querySelector<HTMLElement>("[data-x]:not([inert]) > button");
}

/** Addresses round views. */
function isNearly(a: View, b: View): boolean {
  const pixels = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) * b.scale;
  return pixels < 2 && Math.abs(Math.log2(a.scale / b.scale)) < 0.01;
}

function useThemeChange(onChange: () => void): void {
  useEffect(() => {
    const themes = new MutationObserver(onChange);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", onChange);
    return () => {
      themes.disconnect();
      dark.removeEventListener("change", onChange);
    };
  }, [onChange]);
}
