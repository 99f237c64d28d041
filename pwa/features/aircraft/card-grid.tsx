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
import { useHydrated } from "../../client/shell/hydrated.ts";
import type { CardList } from "../../client/catalogue/catalogue-view.ts";
import { afterPaint } from "../../ui/hooks/after-paint.ts";
import { AircraftCard } from "./aircraft-card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { storeHeights, storedHeights, type BlockHeights } from "./list-memory.ts";
import {
  CARDS_PER_BLOCK,
  heightOf,
  roomBelow,
  roomUnknown,
  startOfList,
  UNKNOWN_ROOM,
  windowOf,
  type ListWindow,
} from "./list-window.ts";
import styles from "./card-grid.module.css";

type CardGridProps = {
  planes: CardList;
  /** Number of cards that the list has, or will have: room is kept for those that `planes` does not have yet. */
  total: number;
  /** Renders the favorite button of a card, or nothing. */
  renderFavorite: (plane: Plane) => ReactNode;
  /** Renders a note on a card, or nothing. */
  renderNote?: (plane: Plane) => ReactNode;
  /** Renders a row at the end of a card, or nothing. */
  renderFoot?: (plane: Plane) => ReactNode;
  /** Content under the first row of cards, over the whole width. */
  underFirstRow?: ReactNode;
  /** Key of the history entry, so that going back restores the list's length. */
  placeKey: string;
  /** Key of the list's content; a new key starts the list from its beginning. */
  listKey: string;
};

/** Cards in the first view on most screens: one row of three. */
const URGENT_CARDS = 3;

/** A virtualized grid: renders only the blocks of cards near the view. */
export function CardGrid({
  planes,
  total,
  renderFavorite,
  renderNote,
  renderFoot,
  underFirstRow,
  placeKey,
  listKey,
}: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const blocks = { held: Math.ceil(planes.length / CARDS_PER_BLOCK), all: Math.ceil(total / CARDS_PER_BLOCK) };
  const { first, last, above, below, isViewOnly, top } = useListWindow(
    list,
    blocks.held,
    blocks.all,
    placeKey,
    listKey,
  );
  const shown = planes.slice(first * CARDS_PER_BLOCK, isViewOnly ? cardsInView(top) : last * CARDS_PER_BLOCK);
  return (
    // Padding replaces the blocks that are not rendered, so that neither the list nor its cards move.
    <ul ref={list} className={styles.grid} style={{ paddingTop: above, paddingBottom: below ?? UNKNOWN_ROOM }}>
      {shown.map((plane, place) => (
        <Fragment key={plane.id}>
          {underFirstRow && first === 0 && place === cardsPerRow() && (
            <li className={styles.wide} data-wide="">
              {underFirstRow}
            </li>
          )}
          <li>
            <AircraftCard
              plane={plane}
              renderFavorite={renderFavorite}
              renderNote={renderNote}
              renderFoot={renderFoot}
              isUrgent={first === 0 && place < URGENT_CARDS}
            />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** Cards per row, as in the style sheet. */
function cardsPerRow(): number {
  return window.innerWidth < 640 ? 1 : window.innerWidth < 1200 ? 2 : 3;
}

/** Minimum height in pixels of the header and heading above a list that has just changed. */
const MIN_HEIGHT_ABOVE = 140;
/** Minimum height of a card in pixels. */
const MIN_CARD_HEIGHT = 400;

/** Number of cards the view can show; `top` is the list's distance from the page's top. */
function cardsInView(top: number): number {
  const room = window.innerHeight - Math.max(MIN_HEIGHT_ABOVE, top - window.scrollY);
  return Math.min(CARDS_PER_BLOCK, cardsPerRow() * Math.max(1, Math.ceil(room / MIN_CARD_HEIGHT)));
}

/** Six skeleton cards. */
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
  /** Height in pixels of the blocks before and after, which are not rendered; null before a measurement. */
  above: number;
  below: number | null;
  /** `listKey` for which this range was chosen. */
  listKey: string;
  /** Renders only the cards in view, and measures nothing. */
  isViewOnly: boolean;
  /** Pixels from the top of the page to the list, as last measured. */
  top: number;
};

function useListWindow(
  list: RefObject<HTMLUListElement | null>,
  loadedBlocks: number,
  allBlocks: number,
  placeKey: string,
  listKey: string,
) {
  // After Back the first frame has the cards that were in view, also those beyond the server's markup.
  const [returned] = useState(useHydrated() ? () => windowOfStored(placeKey, allBlocks, listKey) : null);
  const [chosen, setChosen] = useState<VisibleCards>(
    returned ?? { ...startOfList, above: 0, below: belowStart(allBlocks), listKey, isViewOnly: false, top: 0 },
  );
  // Renders only the cards in view when the list has just changed, so that they appear sooner.
  const shown = useMemo(
    () =>
      chosen.listKey === listKey
        ? chosen
        : {
            first: 0,
            last: 1,
            above: 0,
            below: allBlocks > 1 ? roomUnknown(window.innerHeight) : 0,
            listKey,
            isViewOnly: true,
            top: chosen.top,
          },
    [chosen, listKey, allBlocks],
  );
  const latest = useRef(shown);
  // The range in the DOM, which lags behind `latest` until React has rendered it.
  const rendered = useRef(shown);
  const heights = useRef<BlockHeights>({ width: 0, of: [], listKey });

  const update = useCallback(() => {
    const grid = list.current;
    if (!grid) return;
    const known = heights.current;
    if (!rendered.current.isViewOnly) measure(grid, known, rendered.current);
    const viewTop = -grid.getBoundingClientRect().top;
    const { first, last } = windowOf(known.of, loadedBlocks, viewTop, window.innerHeight);
    const below = roomBelow(known.of, last, allBlocks, window.innerHeight);
    const above = heightOf(known.of, 0, first);
    const next = { first, last, above, below, listKey, isViewOnly: false, top: window.scrollY - viewTop };
    known.window = { first, last, top: next.top };
    storeHeights(placeKey, known);
    if (isSame(next, latest.current)) return;
    latest.current = next;
    setChosen(next);
  }, [list, loadedBlocks, allBlocks, placeKey, listKey]);

  useLayoutEffect(() => {
    rendered.current = shown;
  }, [shown]);

  const listed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (listed.current !== listKey) {
      const isFirst = listed.current === null;
      listed.current = listKey;
      const stored = storedHeights(placeKey);
      if (stored?.listKey !== listKey) {
        // No heights are known. `update` runs after the first paint, since measuring now would cause a second layout.
        if (isFirst) return;
        heights.current = { width: heights.current.width, of: [], listKey };
        latest.current = shown;
        return afterPaint(update);
      }
      const width = list.current?.clientWidth ?? 0;
      // Restores the list's length before the scroll position is restored.
      heights.current = stored.width === width ? stored : { width, of: [], listKey };
      latest.current = shown;
      // The page has not scrolled back yet. The observer of the size calls `update` after that.
      if (isFirst && returned && stored.width === width) return;
    }
    update();
    // Runs after every render, because new content can then be measured.
  }, [listKey, placeKey, update, list, shown, returned]);

  useLayoutEffect(() => {
    let isWaiting = false;
    const later = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        update();
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
  }, [update, list]);

  return shown;
}

/** Height below the blocks of the page's HTML. */
const belowStart = (allBlocks: number) => (allBlocks > startOfList.last ? null : 0);

/** The range that was rendered last in this history entry; null when that is unknown or another list is shown now. */
function windowOfStored(placeKey: string, allBlocks: number, listKey: string): VisibleCards | null {
  const stored = storedHeights(placeKey);
  if (stored?.listKey !== listKey || !stored.window || stored.window.first >= allBlocks) return null;
  const { first, last, top } = stored.window;
  const above = heightOf(stored.of, 0, first);
  const below = roomBelow(stored.of, last, allBlocks, window.innerHeight);
  return { first, last, above, below, listKey, isViewOnly: false, top };
}

function isSame(a: VisibleCards, b: VisibleCards): boolean {
  const parts = ["first", "last", "above", "below", "listKey", "isViewOnly"] as const;
  return parts.every((part) => a[part] === b[part]);
}

/**
 * Heights that differ less are the same. The browser rounds the padding, so a block may measure a fraction more or less each time; the room
 * below depends on the heights, and would never come to rest.
 */
const SAME_PX = 0.1;

/** Stores the height of each fully rendered block: from its first card to the first card after it. */
function measure(grid: HTMLUListElement, known: BlockHeights, { first, last }: ListWindow) {
  const { rowGap, paddingBottom } = getComputedStyle(grid);
  const gap = Number.parseFloat(rowGap) || 0;
  const padding = Number.parseFloat(paddingBottom) || 0;
  const end = grid.getBoundingClientRect().bottom - padding + gap;
  const cards = [...grid.children].filter((child) => !child.hasAttribute("data-wide"));
  const topOf = (card: Element) => card.getBoundingClientRect().top;
  const heightAt = (block: number) => {
    const start = cards[(block - first) * CARDS_PER_BLOCK];
    const next = cards[(block - first + 1) * CARDS_PER_BLOCK];
    return start && (next ? topOf(next) : end) - topOf(start);
  };
  if (known.width !== grid.clientWidth) {
    known.width = grid.clientWidth;
    // The cards per row changed: assume for blocks above the view the height of the first visible one.
    known.of = Array.from({ length: first }, () => heightAt(first) ?? 0);
  }
  for (let block = first; block < last; block++) {
    const height = heightAt(block);
    const before = known.of[block];
    if (height !== undefined && !(before !== undefined && Math.abs(height - before) <= SAME_PX))
      known.of[block] = height;
  }
}
