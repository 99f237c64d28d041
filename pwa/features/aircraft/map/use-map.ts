// Connects the map's elements with its motion. React renders marks when a movement ends; in between frames move what is there.
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import { useOnline } from "../../../client/api/online.ts";
import { attachGestures } from "./gestures.ts";
import { colorsOf, letterSize } from "./map-colors.ts";
import { fitted, toPlane, toScreen, type Size, type View } from "./map-view.ts";
import { marksNear, type Mark, type Spot } from "./marks/marks.ts";
import { MovingMarks } from "./marks/moving-marks.ts";
import { follow, moveMarks, SCREEN_MARGIN, showElements } from "./marks/place-marks.ts";
import { useMarks } from "./marks/use-marks.ts";
import { Motion } from "./motion.ts";
import { startPainter } from "./painter.ts";
import { Picture } from "./picture.ts";

/** Pixels beside the screen of the marks that a pan finds. */
const MARK_MARGIN = 160;

/** The states between the oceans. */
const start = fitted(
  [toPlane({ latitude: 49, longitude: -125 }), toPlane({ latitude: 25, longitude: -67 })],
  { width: 800, height: 600 },
  { margin: 20 },
)!;

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
