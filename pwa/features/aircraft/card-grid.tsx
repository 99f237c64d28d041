import { useCallback, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import type { CardList } from "../../client/catalogue.ts";
import { AircraftCard } from "./aircraft-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { keepHeights, keptHeights, type KnownHeights } from "./list-memory.ts";
import { BLOCK, heightOf, startOfList, windowOf, type ListWindow } from "./list-window.ts";
import styles from "./card-grid.module.css";

interface CardGridProps {
  planes: CardList;
  /** Draws the favourite button of a card, or nothing. */
  heartOf: (plane: Plane) => ReactNode;
  /** Names this place in the history, so that coming back finds the list as long as it was. */
  placeKey: string;
  /** Names what the list holds; another name starts the list anew. */
  listKey: string;
}

/** Cards that are in the first view on most screens: one row of three. */
const URGENT = 3;

/** A grid of any length, of which only the part around the view exists. */
export function CardGrid({ planes, heartOf, placeKey, listKey }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const blocks = Math.ceil(planes.length / BLOCK);
  const { first, last, above, below } = useListWindow(list, blocks, placeKey, listKey);
  const shown = planes.slice(first * BLOCK, last * BLOCK);
  return (
    <>
      <div style={{ height: above }} />
      <ul ref={list} className={styles.grid}>
        {shown.map((plane, place) => (
          <li key={plane.id}>
            <AircraftCard plane={plane} heart={heartOf(plane)} isUrgent={first === 0 && place < URGENT} />
          </li>
        ))}
      </ul>
      <div style={{ height: below }} />
    </>
  );
}

/** Six empty cards. */
export function SkeletonGrid() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, place) => (
        <CardSkeleton key={place} />
      ))}
    </div>
  );
}

type Shown = ListWindow & {
  /** Pixels that stand in for the blocks before and after. */
  above: number;
  below: number;
};

const fresh: Shown = { ...startOfList, above: 0, below: 0 };

function useListWindow(list: RefObject<HTMLUListElement | null>, blocks: number, placeKey: string, listKey: string) {
  const [shown, setShown] = useState(fresh);
  const latest = useRef(fresh);
  const heights = useRef<KnownHeights>({ width: 0, of: [], listKey });

  const look = useCallback(() => {
    const grid = list.current;
    if (!grid) return;
    const known = heights.current;
    measure(grid, known, latest.current);
    const top = grid.getBoundingClientRect().top - latest.current.above;
    const { first, last } = windowOf(known.of, blocks, -top, window.innerHeight);
    const below = heightOf(known.of, last, Math.min(known.of.length, blocks));
    const next = { first, last, above: heightOf(known.of, 0, first), below };
    keepHeights(placeKey, known);
    if (isSame(next, latest.current)) return;
    latest.current = next;
    setShown(next);
  }, [list, blocks, placeKey]);

  const listed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (listed.current !== listKey) {
      const isFirst = listed.current === null;
      listed.current = listKey;
      const width = list.current?.clientWidth ?? 0;
      // Coming back: the list is as long as it was before anything scrolls to its old place.
      const kept = keptHeights(placeKey);
      heights.current = kept?.width === width && kept.listKey === listKey ? kept : { width, of: [], listKey };
      latest.current = fresh;
      if (!isFirst) setShown(fresh);
    }
    look();
  }, [listKey, placeKey, look, list]);

  useLayoutEffect(() => {
    let isWaiting = false;
    const later = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        look();
      });
    };
    const resize = new ResizeObserver(later);
    if (list.current) resize.observe(list.current);
    window.addEventListener("scroll", later, { passive: true });
    window.addEventListener("resize", later);
    return () => {
      resize.disconnect();
      window.removeEventListener("scroll", later);
      window.removeEventListener("resize", later);
    };
  }, [look, list]);

  return shown;
}

function isSame(a: Shown, b: Shown): boolean {
  return a.first === b.first && a.last === b.last && a.above === b.above && a.below === b.below;
}

/** Notes the height of every block that is whole on the screen: from its first card to the first card after it. */
function measure(grid: HTMLUListElement, known: KnownHeights, { first, last }: ListWindow) {
  if (known.width !== grid.clientWidth) {
    known.width = grid.clientWidth;
    known.of.length = Math.min(known.of.length, first);
  }
  const gap = Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
  const topOf = (card: Element) => card.getBoundingClientRect().top;
  const end = grid.getBoundingClientRect().bottom + gap;
  for (let block = first; block < last; block++) {
    const start = grid.children[(block - first) * BLOCK];
    if (!start) return;
    const next = grid.children[(block - first + 1) * BLOCK];
    known.of[block] = (next ? topOf(next) : end) - topOf(start);
  }
}
