import {
  Fragment,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";
import { AircraftCard } from "./aircraft-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { keepHeights, keptHeights, type KnownHeights } from "./list-memory.ts";
import { BLOCK, heightOf, startOfList, windowOf, type ListWindow } from "./list-window.ts";
import styles from "./card-grid.module.css";

interface CardGridProps {
  planes: CardList;
  /** How many there are, also while `planes` does not hold them all yet. */
  total: number;
  /** Draws the favourite button of a card, or nothing. */
  heartOf: (plane: Plane) => ReactNode;
  /** Draws a note on a card, or nothing. */
  noteOf?: (plane: Plane) => ReactNode;
  /** Stands under the first row of cards, over the whole width. */
  underFirstRow?: ReactNode;
  /** Names this place in the history, so that coming back finds the list as long as it was. */
  placeKey: string;
  /** Names what the list holds; another name starts the list anew. */
  listKey: string;
}

/** Cards that are in the first view on most screens: one row of three. */
const URGENT = 3;

/** A grid of any length, of which only the part around the view exists. */
export function CardGrid({ planes, total, heartOf, noteOf, underFirstRow, placeKey, listKey }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const blocks = { held: Math.ceil(planes.length / BLOCK), all: Math.ceil(total / BLOCK) };
  const { first, last, above, below, isHasty, top } = useListWindow(list, blocks.held, blocks.all, placeKey, listKey);
  const shown = planes.slice(first * BLOCK, isHasty ? cardsInView(top) : last * BLOCK);
  return (
    // The room of what is left out is padding, so that neither the list nor its cards move when blocks come and go.
    <ul ref={list} className={styles.grid} style={{ paddingTop: above, paddingBottom: below }}>
      {shown.map((plane, place) => (
        <Fragment key={plane.id}>
          {underFirstRow && first === 0 && place === rowLength() && (
            <li className={styles.wide} data-wide="">
              {underFirstRow}
            </li>
          )}
          <li>
            <AircraftCard plane={plane} heartOf={heartOf} noteOf={noteOf} isUrgent={first === 0 && place < URGENT} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** Cards in a row, as the style sheet has it. */
function rowLength(): number {
  return window.innerWidth < 640 ? 1 : window.innerWidth < 1200 ? 2 : 3;
}

/** Pixels of the view that at least are not the list's when it has just changed: the header and the heading. */
const ABOVE = 140;
/** Pixels that a card is high at least. */
const CARD = 400;

/** Cards that the view can show of the list's beginning; `top` is the list's distance from the page's top. */
function cardsInView(top: number): number {
  const room = window.innerHeight - Math.max(ABOVE, top - window.scrollY);
  return Math.min(BLOCK, rowLength() * Math.max(1, Math.ceil(room / CARD)));
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

type VisibleCards = ListWindow & {
  /** Pixels that stand in for the blocks before and after. */
  above: number;
  below: number;
  /** What the list held when this was chosen. */
  listKey: string;
  /** Only what the view can show is drawn, and nothing of it measured. */
  isHasty: boolean;
  /** Pixels from the page's top to the list's, as last measured. */
  top: number;
};

function useListWindow(
  list: RefObject<HTMLUListElement | null>,
  heldBlocks: number,
  allBlocks: number,
  placeKey: string,
  listKey: string,
) {
  const [chosen, setChosen] = useState<VisibleCards>({
    ...startOfList,
    above: 0,
    below: 0,
    listKey,
    isHasty: false,
    top: 0,
  });
  // Of a list that has just changed only the cards in view are drawn at once, so that they are on the screen sooner.
  const shown = useMemo(
    () =>
      chosen.listKey === listKey
        ? chosen
        : { first: 0, last: 1, above: 0, below: 0, listKey, isHasty: true, top: chosen.top },
    [chosen, listKey],
  );
  const latest = useRef(shown);
  // What the document shows, which is behind `latest` until React has drawn it.
  const drawn = useRef(shown);
  const heights = useRef<KnownHeights>({ width: 0, of: [], listKey });

  const look = useCallback(() => {
    const grid = list.current;
    if (!grid) return;
    const known = heights.current;
    if (!drawn.current.isHasty) measure(grid, known, drawn.current);
    const viewTop = -grid.getBoundingClientRect().top;
    const { first, last } = windowOf(known.of, heldBlocks, viewTop, window.innerHeight);
    const below = heightOf(known.of, last, Math.min(known.of.length, allBlocks));
    const above = heightOf(known.of, 0, first);
    const next = { first, last, above, below, listKey, isHasty: false, top: window.scrollY - viewTop };
    keepHeights(placeKey, known);
    if (isSame(next, latest.current)) return;
    latest.current = next;
    setChosen(next);
  }, [list, heldBlocks, allBlocks, placeKey, listKey]);

  useLayoutEffect(() => {
    drawn.current = shown;
  }, [shown]);

  const listed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (listed.current !== listKey) {
      const isFirst = listed.current === null;
      listed.current = listKey;
      const kept = keptHeights(placeKey);
      if (kept?.listKey !== listKey) {
        // Nothing is known of it: it is looked at once it is painted (the first one below), for looking now would lay the page out twice.
        if (isFirst) return;
        heights.current = { width: heights.current.width, of: [], listKey };
        latest.current = shown;
        return afterPaint(look);
      }
      const width = list.current?.clientWidth ?? 0;
      // Coming back: the list is as long as it was before anything scrolls to its old place.
      heights.current = kept.width === width ? kept : { width, of: [], listKey };
      latest.current = shown;
    }
    look();
    // Once more after every change: what was drawn can be measured now.
  }, [listKey, placeKey, look, list, shown]);

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

function isSame(a: VisibleCards, b: VisibleCards): boolean {
  const parts = ["first", "last", "above", "below", "listKey", "isHasty"] as const;
  return parts.every((part) => a[part] === b[part]);
}

/** Calls once what React has just drawn stands on the screen, with the frame after it. Returns the way to call it off. */
function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}

/** Notes the height of every block that is whole on the screen: from its first card to the first card after it. */
function measure(grid: HTMLUListElement, known: KnownHeights, { first, last }: ListWindow) {
  const gap = Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
  const padding = Number.parseFloat(grid.style.paddingBottom) || 0;
  const end = grid.getBoundingClientRect().bottom - padding + gap;
  const cards = [...grid.children].filter((child) => !child.hasAttribute("data-wide"));
  const topOf = (card: Element) => card.getBoundingClientRect().top;
  const heightAt = (block: number) => {
    const start = cards[(block - first) * BLOCK];
    const next = cards[(block - first + 1) * BLOCK];
    return start && (next ? topOf(next) : end) - topOf(start);
  };
  if (known.width !== grid.clientWidth) {
    known.width = grid.clientWidth;
    // Other rows: what is out of view above is taken to be as high as what is in view.
    known.of = Array.from({ length: first }, () => heightAt(first) ?? 0);
  }
  for (let block = first; block < last; block++) {
    const height = heightAt(block);
    if (height !== undefined) known.of[block] = height;
  }
}
