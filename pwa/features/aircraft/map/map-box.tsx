// The map: a canvas with land and rings, tags and clusters above it, and what stands at its edges.
import { LocateFixed, Minus, Plus } from "../../../ui/icons/icons.ts";
import { useEffectEvent, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { grouped } from "../../../../shared/kit/counted.ts";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import type { Field } from "../../../client/airfields/fields.ts";
import type { Area } from "../../../client/airfields/map-list.ts";
import type { From } from "../../../client/airfields/near-list.ts";
import { askPosition, POSITION_OFF } from "../../../client/airfields/position.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { EdgePills } from "./edge-pills.tsx";
import { MapMarks } from "./map-marks.tsx";
import { areaOf, fitted, MAX_SCALE, scaleBar, toPlane, toScreen, type View } from "./map-view.ts";
import { MAP_LABEL } from "./map-words.ts";
import { beyondEdges, isSeen, spotsOf, type Mark, type Side } from "./marks/marks.ts";
import { useMap } from "./use-map.ts";
import styles from "./map-box.module.css";

/** Pixels around the airfields of a fitted view: room for tags. */
const FIT_MARGIN = 60;
const NEAR_SCALE = 8;
const LONGEST_BAR = 170;

export type MapBoxProps = {
  /** Null while the list is loading. */
  fields: readonly Field[] | null;
  /** Where distances begin, and the rings. */
  from: From | null;
  /** The view of the address; null shows all airfields. */
  view: View | null;
  area: Area | null;
  chosen: string | null;
  /** Null closes the card. */
  onChoose: (field: string | null) => void;
  /** The user has moved the map. */
  onMove: (view: View) => void;
  onSearchArea: (area: Area, view: View) => void;
  /** The card of the chosen airfield. */
  card?: ReactNode;
};

export function MapBox({ fields, from, view, area, chosen, onChoose, onMove, ...rest }: MapBoxProps) {
  const { onSearchArea, card } = rest;
  const [here, setHere] = useState<Position | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const spots = useMemo(() => spotsOf(fields ?? []), [fields]);
  const move = (to: View) => {
    setNote(null);
    onMove(to);
  };
  const map = useMap({ spots, from, view, onMove: move, onEmpty: () => onChoose(null) });
  const { motion, marks, placedView, size } = map;

  const isReady = fields !== null && size !== null;
  const isFitted = view === null;
  const start = from && `${from.latitude},${from.longitude}`;
  const fit = () => ({ margin: FIT_MARGIN, ...coveredBy(map.element.current) });
  const fitAll = useEffectEvent(() => {
    const points = from ? [...spots, toPlane(from)] : spots;
    const all = fitted(points, motion.size, fit());
    if (all) motion.fit(spots.length > 0 ? all : { ...all, scale: NEAR_SCALE });
    map.settle();
  });
  useLayoutEffect(() => motion.release(), [motion, isFitted, start]);
  // Also a turned phone or a wider window shows all of them.
  useLayoutEffect(() => {
    if (isReady && isFitted) fitAll();
  }, [isReady, isFitted, spots, start, size]);

  const beyond = useMemo(() => size && beyondEdges(marks, placedView, size), [marks, placedView, size]);
  const openCluster = ({ spots: inside }: Mark) => {
    const closer = fitted(inside, motion.size, { ...fit(), closest: MAX_SCALE });
    // Fields at one place stay one cluster at any scale.
    if (!closer || motion.view.scale >= MAX_SCALE) return onChoose(inside[0]!.airport.id);
    motion.fly({ ...closer, scale: Math.max(closer.scale, motion.view.scale * 1.6) }, true);
  };
  const showSide = (side: Side) => {
    const beyond = beyondEdges(map.marks, motion.view, motion.size)[side];
    const seen = map.marks.filter((mark) => isSeen(mark, motion.view, motion.size));
    const wanted = [...seen, ...beyond].flatMap((mark) => mark.spots);
    const all = fitted(wanted, motion.size, fit());
    if (all) motion.fly(all, true);
  };
  const locate = async () => {
    const position = await askPosition();
    setHere(position);
    setNote(position ? null : POSITION_OFF);
    if (position) motion.fly({ ...toPlane(position), scale: Math.max(motion.view.scale, NEAR_SCALE) }, true);
  };

  const isMoved = view !== null && size !== null && !isAbout(area, areaOf(placedView, size));
  const bar = scaleBar(placedView, Math.min(LONGEST_BAR, (size?.width ?? 0) * 0.3));
  const chosenSpot = spots.find(({ airport }) => airport.id === chosen);
  const isAtLeft = chosenSpot && size && toScreen(placedView, size, chosenSpot).x < size.width / 2;
  return (
    <section className={styles.box} aria-label="Map" data-card-side={isAtLeft ? "right" : "left"}>
      <div ref={map.element} role="application" aria-label={MAP_LABEL} aria-busy={map.isPlacing} className={styles.map}>
        <div ref={map.surface} className={styles.surface}>
          <canvas ref={map.canvas} className={styles.canvas} aria-hidden="true" />
        </div>
        <canvas ref={map.movingCanvas} className={styles.moving} aria-hidden="true" />
        <MapMarks map={map} from={from} here={here} chosen={chosen} onChoose={onChoose} onOpen={openCluster} />
      </div>
      {/* In a box of their own: when one comes or goes, the browser does not lay out the marks again. */}
      <div className={styles.offers}>
        {beyond && <EdgePills beyond={beyond} onShow={showSide} />}
        {isMoved && (
          <button
            type="button"
            className={styles.search}
            onClick={() => onSearchArea(areaOf(motion.view, motion.size), motion.view)}
          >
            Search this area
          </button>
        )}
      </div>
      <div className={styles.controls}>
        <IconButton icon={Plus} label="Closer" onClick={() => motion.zoom(2)} />
        <IconButton icon={Minus} label="Farther" onClick={() => motion.zoom(1 / 2)} />
        <IconButton icon={LocateFixed} label="Show my position" onClick={() => void locate()} />
      </div>
      <div className={styles.foot}>
        <span className={styles.scale} style={{ width: bar.pixels }} />
        <span className="num">{grouped(bar.miles)} nm</span>
        <span>Not for navigation</span>
      </div>
      <p role="status" className={note ? styles.note : "vh"}>
        {note}
      </p>
      {card}
    </section>
  );
}

/** Pixels of the map that the search field of a phone, the buttons and the scale bar cover. The style sheet knows them. */
function coveredBy(map: Element | null): { top: number; right: number; bottom: number } {
  const style = map && getComputedStyle(map);
  const pixels = (length: string | undefined) => Number.parseFloat(length ?? "") || 0;
  return {
    top: pixels(style?.scrollPaddingTop),
    right: pixels(style?.scrollPaddingRight),
    bottom: pixels(style?.scrollPaddingBottom),
  };
}

/** Whether an area is that of the screen, but for rounding. */
function isAbout(area: Area | null, shown: Area): boolean {
  if (!area) return false;
  const slack = (shown.north - shown.south) / 50;
  return (["south", "west", "north", "east"] as const).every((part) => Math.abs(area[part] - shown[part]) < slack);
}
