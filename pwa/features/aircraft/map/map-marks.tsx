// Tags and clusters: buttons above the canvas, in the order from west to east.
import {
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from "react";
import { grouped } from "../../../../shared/kit/counted.ts";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { tagEnd } from "./marks/clusters.ts";
import { toPlane } from "./map-view.ts";
import { clusterWords, tagWords } from "./map-words.ts";
import { isSeen, replaced, type Mark } from "./marks/marks.ts";
import { movedMarks } from "./marks/sprites.ts";
import { point, pointSoon, useIsPointed } from "./pointed.ts";
import { moveMarks, placeMark } from "./marks/place-marks.ts";
import type { MapHandle } from "./use-map.ts";
import styles from "./map-marks.module.css";

type Actions = {
  onChoose: (field: string | null) => void;
  onOpen: (cluster: Mark) => void;
};

type MarkActions = Actions & { place: (mark: HTMLElement) => void };

type MapMarksProps = Actions & {
  map: MapHandle;
  from: (Position & { id: string }) | null;
  /** The position of this device, once asked for. */
  here: Position | null;
  chosen: string | null;
};

export function MapMarks({ map, from, here, chosen, onChoose, onOpen }: MapMarksProps) {
  const { layer, element, placedView, motion, moving, size, onRender } = map;
  const place = (mark: HTMLElement) => size && placeMark(mark, placedView, motion.view, size);
  const actions = useRef<MarkActions>({ onChoose, onOpen, place });
  useLayoutEffect(() => {
    actions.current = { onChoose, onOpen, place };
  });
  useEffect(() => () => point(null), []);
  const { shown, isComplete } = useReplacedMarks(map);
  const [isInside, setInside] = useState(false);
  const hadFocus = useRef(false);
  const lastPlace = useRef<unknown[]>([]);
  useLayoutEffect(() => {
    if (!layer.current || !size) return;
    const parts = [placedView, size, from, here];
    // Of the same view, new marks have placed themselves.
    if (!parts.every((part, nth) => part === lastPlace.current[nth])) {
      lastPlace.current = parts;
      delete layer.current.dataset["scale"];
      moveMarks(layer.current, placedView, motion.view, size);
    }
    // The mark with the focus may have become a part of another one.
    if (hadFocus.current && document.activeElement === document.body) element.current?.focus();
  }, [layer, element, shown, placedView, motion, size, from, here]);
  const { marks } = map;
  useLayoutEffect(() => onRender(shown, isComplete ? marks : null), [onRender, shown, isComplete, marks]);
  const dots = useMemo(() => [from, here].filter((dot) => dot !== null), [from, here]);
  const raised = from?.id ?? null;
  useEffect(() => {
    moving.keep(isComplete ? movedMarks(dots, shown, chosen, raised) : null);
  }, [moving, isComplete, dots, shown, chosen, raised]);
  return (
    <div
      ref={layer}
      className={styles.layer}
      onFocus={(event) => {
        hadFocus.current = true;
        if (isByKeyboard(event)) setInside(true);
      }}
      onBlur={({ relatedTarget }) => {
        if (layer.current?.contains(relatedTarget)) return;
        hadFocus.current = relatedTarget === null;
        setInside(false);
      }}
    >
      {dots.map((dot, nth) => {
        const { x, y } = toPlane(dot);
        return <span key={nth} data-x={x} data-y={y} className={styles.dot} />;
      })}
      {shown.map((mark) => {
        const [spot] = mark.spots;
        const id = mark.spots.length === 1 && spot ? spot.airport.id : null;
        return (
          <MarkButton
            key={mark.key}
            mark={mark}
            // Those beside the screen are there for the next pan.
            isSeen={size === null || isSeen(mark, placedView, size)}
            isReached={isInside}
            isChosen={id !== null && id === chosen}
            isRaised={id !== null && id === raised}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

/** New marks of a new scale that are rendered together, so that no frame lays out all of them. */
const MARKS_A_STEP = 12;

/** The marks of a new scale take the place of the last ones from the middle outwards; those of a later view of it are all there at once. */
function useReplacedMarks({ marks, before, near, placedView, size }: MapHandle) {
  const [grown, setGrown] = useState({ marks, count: 0 });
  const count = grown.marks === marks ? grown.count : 0;
  useEffect(() => {
    if (count === Infinity) return;
    const next = count < near.length ? count + MARKS_A_STEP : Infinity;
    const grow = () => startTransition(() => setGrown({ marks, count: next }));
    // One frame lays out the last ones (the first one: the pills, the scale bar and the list), the next one renders more.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(grow);
    });
    return () => cancelAnimationFrame(frame);
  }, [marks, count, near.length]);
  const shown = useMemo(
    () => (size ? replaced(before, near, placedView, size, count) : []),
    [before, near, placedView, size, count],
  );
  return { shown, isComplete: count >= near.length };
}

/** Whether the keyboard moved the focus. A press with a pointer must not render all marks as stops of the Tab key. */
function isByKeyboard({ target }: FocusEvent<HTMLElement>): boolean {
  return target.matches(":focus-visible");
}

type MarkButtonProps = {
  mark: Mark;
  isSeen: boolean;
  /** Whether the focus is among the marks. */
  isReached: boolean;
  isChosen: boolean;
  isRaised: boolean;
  actions: RefObject<MarkActions>;
};

/** Memoized: the end of a movement renders the marks that changed. */
const MarkButton = memo(function MarkButton({ mark, isReached, isChosen, actions, ...props }: MarkButtonProps) {
  const isPointed = useIsPointed((pointed) => mark.spots.some(({ airport }) => airport.id === pointed));
  const [spot] = mark.spots;
  const isTag = mark.spots.length === 1 && spot !== undefined;
  const id = isTag ? spot.airport.id : null;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) actions.current.place(element.current);
  }, [actions, mark.x, mark.y]);
  return (
    <div
      ref={element}
      data-x={mark.x}
      data-y={mark.y}
      inert={!props.isSeen}
      className={classNames(styles.place, isChosen && styles.front)}
    >
      <button
        type="button"
        // The map is one stop of the keyboard; Enter goes into its marks.
        tabIndex={isReached ? 0 : -1}
        aria-label={isTag ? tagWords(spot) : clusterWords(mark)}
        aria-pressed={isTag ? isChosen : undefined}
        className={classNames(
          isTag ? styles.tag : styles.cluster,
          isChosen && styles.chosen,
          isPointed && styles.pointed,
          props.isRaised && styles.raised,
        )}
        onClick={() => (isTag ? actions.current.onChoose(isChosen ? null : id) : actions.current.onOpen(mark))}
        onPointerEnter={() => pointSoon(id)}
        onPointerLeave={() => pointSoon(null)}
        onFocus={(event) => isByKeyboard(event) && point(id)}
        onBlur={() => point(null)}
      >
        {isTag ? (
          <>
            {/* With the space the words shown begin the name. */}
            {`${id} `}
            <span className={styles.end}>{tagEnd(spot)}</span>
          </>
        ) : (
          grouped(mark.aircraft)
        )}
      </button>
    </div>
  );
});
