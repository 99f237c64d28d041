// Tags and clusters: buttons above the canvas, in the order from west to east.
import { useLayoutEffect, useRef, useState } from "react";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { toPlane } from "./map-view.ts";
import { clusterWords, tagWords } from "./map-words.ts";
import { isSeen, tagEnd, type Mark } from "./marks.ts";
import { moveMarks, type MapHandle } from "./use-map.ts";
import styles from "./map-marks.module.css";

type MapMarksProps = {
  map: MapHandle;
  from: (Position & { id: string }) | null;
  /** The position of this device, once asked for. */
  here: Position | null;
  chosen: string | null;
  pointed: string | null;
  onPoint: (field: string | null) => void;
  onChoose: (field: string | null) => void;
  onOpen: (cluster: Mark) => void;
};

export function MapMarks({ map, from, here, chosen, pointed, onPoint, onChoose, onOpen }: MapMarksProps) {
  const { layer, element, placed, motion, size } = map;
  const [isInside, setInside] = useState(false);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!layer.current || !size) return;
    delete layer.current.dataset["scale"];
    moveMarks(layer.current, placed.view, motion.view, size);
    // The mark with the focus may have become a part of another one.
    if (hadFocus.current && document.activeElement === document.body) element.current?.focus();
  }, [layer, element, placed, motion, size, from, here]);

  const dots = [from, here].filter((dot) => dot !== null);
  return (
    <div
      ref={layer}
      className={styles.layer}
      onFocus={() => {
        hadFocus.current = true;
        setInside(true);
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
      {placed.marks.map((mark) => {
        const [spot] = mark.spots;
        const isTag = mark.spots.length === 1 && spot !== undefined;
        const id = isTag ? spot.airport.id : null;
        return (
          <div
            key={mark.key}
            data-x={mark.x}
            data-y={mark.y}
            // Those beside the screen are there for the next pan.
            inert={size !== null && !isSeen(mark, placed.view, size)}
            className={classNames(styles.place, isTag && id === chosen && styles.front)}
          >
            <button
              type="button"
              // The map is one stop of the keyboard; Enter goes into its marks.
              tabIndex={isInside ? 0 : -1}
              aria-label={isTag ? tagWords(spot) : clusterWords(mark)}
              aria-pressed={isTag ? id === chosen : undefined}
              className={classNames(
                isTag ? styles.tag : styles.cluster,
                isTag && id === chosen && styles.chosen,
                mark.spots.some(({ airport }) => airport.id === pointed) && styles.pointed,
                isTag && id === from?.id && styles.raised,
              )}
              onClick={() => (isTag ? onChoose(id === chosen ? null : id) : onOpen(mark))}
              onPointerEnter={() => onPoint(id)}
              onPointerLeave={() => onPoint(null)}
              onFocus={() => onPoint(id)}
              onBlur={() => onPoint(null)}
            >
              {isTag ? (
                <>
                  {id}
                  <span className={styles.end}>{tagEnd(spot)}</span>
                </>
              ) : (
                mark.aircraft.toLocaleString("en-US")
              )}
            </button>
          </div>
        );
      })}
    </div>
  );
}
