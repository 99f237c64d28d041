// Full-screen viewer of pictures: turned by keys, swipes and thumbnails, zoomed by keys and pinches. Built on Radix, so load it lazily.
import { ArrowLeft, ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "../icons/icons.ts";
import * as Radix from "@radix-ui/react-dialog";
import { useState, type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { IconButton } from "../actions/icon-button.tsx";
import { useWideScreen } from "../hooks/use-wide-screen.ts";
import { useOverlayEntry } from "../overlay/overlay-history.ts";
import { classNames } from "../styles/class-names.ts";
import { useGestures } from "./use-gestures.ts";
import { MAX_SCALE, type Point } from "./zoom.ts";
import styles from "./viewer-frame.module.css";

export type Shown = {
  /** The one in view; the others are its neighbors. */
  isShown: boolean;
  /** How many times larger than the screen it may be drawn, in steps of two. */
  enlarged: number;
  style: CSSProperties | undefined;
};

export type ViewerFrameProps = {
  title: ReactNode;
  /** What one of them is called: `Picture 2 of 3`. */
  word: "Picture" | "Page";
  /** A key for each, in order. */
  keys: readonly string[];
  /** Index of the first to show. */
  first: number;
  nameOf: (at: number) => string;
  picture: (at: number, shown: Shown) => ReactNode;
  thumb: (at: number) => ReactNode;
  onTurn?: (place: number) => void;
  onClose: () => void;
  /** Focuses the control that belongs to the last one shown. */
  returnFocus: () => void;
  /** Below the title. */
  underTitle?: (place: number) => ReactNode;
  /** Drawn over the stage. */
  overStage?: (stage: RefObject<HTMLDivElement | null>, place: number) => ReactNode;
  /** Before the note about the keys. */
  note?: ReactNode;
};

export function ViewerFrame(props: ViewerFrameProps) {
  const { title, word, keys, first, nameOf, picture, thumb, onTurn, onClose, returnFocus } = props;
  const isWide = useWideScreen();
  const count = keys.length;
  const [wanted, setPlace] = useState(first);
  // They may be removed while the viewer is open.
  const place = Math.min(wanted, count - 1);
  useOverlayEntry(true, onClose);
  const gestures = useGestures((swipe) => (swipe === "close" ? onClose() : turn(swipe === "next" ? 1 : -1)));
  const { view, pull } = gestures;

  const show = (next: number) => {
    const within = Math.max(0, Math.min(count - 1, next));
    gestures.showWhole();
    setPlace(within);
    onTurn?.(within);
  };
  function turn(by: 1 | -1) {
    show(place + by);
  }
  const acts: Readonly<Record<string, () => void>> = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Home: () => show(0),
    End: () => show(count - 1),
    "+": gestures.zoomIn,
    "=": gestures.zoomIn,
    "-": gestures.zoomOut,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const neighbors = [place - 1, place, place + 1].filter((at) => at >= 0 && at < count);

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Content
          className={styles.viewer}
          data-theme="dark"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
        >
          <header className={styles.head}>
            <Radix.Close asChild>
              <IconButton icon={isWide ? X : ArrowLeft} iconSize="l" label="Close" />
            </Radix.Close>
            <div className={styles.names}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {props.underTitle?.(place)}
            </div>
            <p role="status" className={classNames("num", styles.counter)}>
              <span aria-hidden="true">
                {place + 1} / {count}
              </span>
              <span className="vh">
                {word} {place + 1} of {count}
              </span>
            </p>
            <div className={styles.zoom}>
              <IconButton icon={ZoomOut} label="Smaller" disabled={view.scale <= 1} onClick={gestures.zoomOut} />
              <IconButton icon={ZoomIn} label="Larger" disabled={view.scale >= MAX_SCALE} onClick={gestures.zoomIn} />
            </div>
          </header>
          <div ref={gestures.stage} className={styles.stage} data-scale={view.scale} {...gestures.handlers}>
            {neighbors.map((at) => (
              <div
                key={keys[at]}
                className={classNames(styles.sheet, pull && styles.moving)}
                style={{
                  transform: `translate(calc(${at - place} * (100% + 24px) + ${pull?.x ?? 0}px), ${pull?.y ?? 0}px)`,
                }}
                aria-hidden={at !== place}
              >
                {picture(at, {
                  isShown: at === place,
                  // Steps of two, so that a pinch does not fetch a width for each of its movements.
                  enlarged: at === place ? 2 ** Math.ceil(Math.log2(view.scale)) : 1,
                  style: at === place ? { transform: transformOf(view, view.scale) } : undefined,
                })}
              </div>
            ))}
          </div>
          {props.overStage?.(gestures.stage, place)}
          {count > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                label={`Previous ${word.toLowerCase()}`}
                shape="round"
                className={classNames(styles.step, styles.previous)}
                disabled={place === 0}
                onClick={() => turn(-1)}
              />
              <IconButton
                icon={ChevronRight}
                label={`Next ${word.toLowerCase()}`}
                shape="round"
                className={classNames(styles.step, styles.next)}
                disabled={place === count - 1}
                onClick={() => turn(1)}
              />
              <div className={styles.thumbs}>
                {keys.map((key, at) => (
                  <button
                    key={key}
                    type="button"
                    aria-label={nameOf(at)}
                    aria-pressed={at === place}
                    className={classNames(styles.thumb, at === place && styles.on)}
                    onClick={() => show(at)}
                  >
                    {thumb(at)}
                  </button>
                ))}
              </div>
            </>
          )}
          <p className={styles.note}>
            {props.note}
            <span className={styles.keys}>Arrow keys turn the page, + and − zoom, Escape closes.</span>
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const transformOf = ({ x, y }: Point, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
