// Full-screen viewer of a listing's pictures. Built on Radix, so load it lazily.
import { ArrowLeft, ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useState, type KeyboardEvent } from "react";
import type { PictureInfo } from "../../../../shared/domain/uploads.ts";
import { MAX_SCALE, type Point } from "./zoom.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { useWideScreen } from "../../../ui/hooks/use-wide-screen.ts";
import { useOverlayEntry } from "../../../ui/overlay/overlay-history.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { AircraftName } from "../aircraft-name.tsx";
import { blurred } from "../blurred.ts";
import { Picture } from "../picture.tsx";
import type { Origin } from "./travel.ts";
import { Traveler } from "./traveler.tsx";
import { useGestures } from "./use-gestures.ts";
import styles from "./picture-viewer.module.css";

type PictureViewerProps = {
  name: string;
  addresses: readonly string[];
  areDrawings: boolean;
  known?: readonly PictureInfo[] | undefined;
  /** Index of the first picture to show. */
  first: number;
  onTurn: (place: number) => void;
  onClose: () => void;
  /** Focuses the control that belongs to the last shown picture. */
  returnFocus: () => void;
  /** Where the page shows the last shown picture; null if that is out of view. */
  originOf: () => Origin | null;
};

const drawingNames = ["Exterior", "Panel", "Cabin"];
/** Height of everything but the picture, in pixels. */
const AROUND_PX = 200;
const USUAL_SHAPE = 3 / 2;

export function PictureViewer(props: PictureViewerProps) {
  const { name, addresses, areDrawings, known, first, onTurn, onClose, returnFocus, originOf } = props;
  const isWide = useWideScreen();
  const count = addresses.length;
  const [wanted, setPlace] = useState(first);
  // Pictures may be removed while the viewer is open.
  const place = Math.min(wanted, count - 1);
  useOverlayEntry(true, onClose);
  const gestures = useGestures((swipe) => (swipe === "close" ? onClose() : turn(swipe === "next" ? 1 : -1)));
  const { view, pull } = gestures;

  const show = (next: number) => {
    const within = Math.max(0, Math.min(count - 1, next));
    gestures.showWhole();
    setPlace(within);
    onTurn(within);
  };
  function turn(by: 1 | -1) {
    show(place + by);
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    Home: () => show(0),
    End: () => show(count - 1),
    "+": gestures.zoomIn,
    "=": gestures.zoomIn,
    "-": gestures.zoomOut,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const nameOf = (at: number) => `${name}, picture ${at + 1} of ${count}`;
  const infoOf = (at: number) => known?.find(({ path }) => path === addresses[at]);
  const shapeOf = (at: number) => {
    const info = infoOf(at);
    return info ? info.width / info.height : USUAL_SHAPE;
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
              <Radix.Title className={styles.title}>
                <AircraftName name={name} />
              </Radix.Title>
              {areDrawings && <p className={styles.kind}>{drawingNames[place]}</p>}
            </div>
            <p role="status" className={classNames("num", styles.counter)}>
              <span aria-hidden="true">
                {place + 1} / {count}
              </span>
              <span className="vh">
                Picture {place + 1} of {count}
              </span>
            </p>
            <div className={styles.zoom}>
              <IconButton icon={ZoomOut} label="Smaller" disabled={view.scale <= 1} onClick={gestures.zoomOut} />
              <IconButton icon={ZoomIn} label="Larger" disabled={view.scale >= MAX_SCALE} onClick={gestures.zoomIn} />
            </div>
          </header>
          <div ref={gestures.stage} className={styles.stage} data-scale={view.scale} {...gestures.handlers}>
            {neighbors.map((at) => {
              const src = addresses[at]!;
              const info = infoOf(at);
              // Steps of two, so that a pinch does not fetch a width for each of its movements.
              const enlarged = at === place ? 2 ** Math.ceil(Math.log2(view.scale)) : 1;
              return (
                <div
                  key={src}
                  className={classNames(styles.sheet, pull && styles.moving)}
                  style={{
                    transform: `translate(calc(${at - place} * (100% + 24px) + ${pull?.x ?? 0}px), ${pull?.y ?? 0}px)`,
                  }}
                  aria-hidden={at !== place}
                >
                  <Picture
                    src={src}
                    alt={at === place ? nameOf(at) : ""}
                    isUrgent
                    isFirst={at === place}
                    sizes={`calc(min(100vw, (100vh - ${AROUND_PX}px) * ${shapeOf(at).toFixed(3)}) * ${enlarged})`}
                    {...(info ? { size: info, placeholder: blurred(info) } : {})}
                    style={at === place ? { transform: transformOf(view, view.scale) } : undefined}
                  />
                </div>
              );
            })}
          </div>
          <Traveler
            imageOf={() => gestures.stage.current?.querySelector<HTMLImageElement>("[aria-hidden=false] img")}
            shape={shapeOf(place)}
            originOf={originOf}
          />
          {count > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                label="Previous picture"
                shape="round"
                className={classNames(styles.step, styles.previous)}
                disabled={place === 0}
                onClick={() => turn(-1)}
              />
              <IconButton
                icon={ChevronRight}
                label="Next picture"
                shape="round"
                className={classNames(styles.step, styles.next)}
                disabled={place === count - 1}
                onClick={() => turn(1)}
              />
              <div className={styles.thumbs}>
                {addresses.map((src, at) => (
                  <button
                    key={at}
                    type="button"
                    aria-label={nameOf(at)}
                    aria-pressed={at === place}
                    className={classNames(styles.thumb, at === place && styles.on)}
                    onClick={() => show(at)}
                  >
                    <Picture src={src} alt="" sizes="84px" />
                  </button>
                ))}
              </div>
            </>
          )}
          <p className={styles.note}>
            {areDrawings && (
              <>
                <strong>Drawings of the type.</strong> No photos yet.{" "}
              </>
            )}
            <span className={styles.keys}>Arrow keys turn the page, + and − zoom, Escape closes.</span>
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const transformOf = ({ x, y }: Point, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`;
