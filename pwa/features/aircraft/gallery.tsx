import { Maximize2 } from "../../ui/icons/icons.ts";
import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { listingPictures } from "../../../shared/domain/pictures/listing-pictures.ts";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import { counted } from "../../../shared/kit/counted.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { hasNewFocus } from "../../ui/hooks/focus-return.ts";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { blurred } from "./blurred.ts";
import { Picture } from "./picture.tsx";
import styles from "./gallery.module.css";

type GalleryProps = {
  plane: { name: string; type: AircraftType; imageUrl: string; images: readonly string[] };
  /** Sizes and placeholders of the stored pictures. */
  known?: readonly PictureInfo[] | undefined;
  /** Number of pictures while only the main one is known; the others get their places. */
  expected?: number | undefined;
};

const PictureViewer = lazyComponent(async () => (await import("./viewer/picture-viewer.tsx")).PictureViewer, {
  dismiss: ({ onClose }) => onClose(),
});

/** Minimum swipe distance in pixels. */
const MIN_SWIPE_PX = 40;

/** The chosen picture beside all thumbnails; above them on narrow screens. Arrow keys and swipes change it. */
export function Gallery({ plane, known, expected = 0 }: GalleryProps) {
  const { areDrawings, addresses } = listingPictures(plane);
  const count = addresses.length;
  const places = Math.max(count, areDrawings ? 0 : expected);
  const [wanted, setChosen] = useState(0);
  // Pictures may be removed while the page is open.
  const chosen = Math.min(wanted, count - 1);
  const [isLarge, setLarge] = useState(false);
  const main = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const swipe = useSwipe((by) => setChosen(turn(chosen, by, count)));
  const picture = addresses[chosen];
  if (!picture) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : backward.has(event.key) ? -1 : null;
    if (by === null) return;
    event.preventDefault();
    const next = turn(chosen, by, count);
    setChosen(next);
    thumbOf(next)?.focus();
  };
  const knownOf = (src: string) => {
    const info = known?.find(({ path }) => path === src);
    return info && { size: info, placeholder: blurred(info) };
  };
  const thumbOf = (place: number) => thumbs.current?.querySelectorAll("button")[place];
  const returnFocus = () => hasNewFocus(opener.current) || (thumbOf(chosen) ?? opener.current)?.focus();
  const words = counted(places, areDrawings ? "drawing" : "picture");
  const nameOf = (place: number) => `${plane.name}, picture ${place + 1} of ${places}`;

  return (
    <div role="group" aria-label="Pictures" className={classNames(styles.gallery, places === 1 && styles.single)}>
      <div ref={main} className={styles.main} {...(count > 1 ? swipe : {})}>
        <Picture
          key={chosen}
          src={picture}
          alt={chosen === 0 ? plane.name : nameOf(chosen)}
          isFirst
          sizes="(min-width: 1024px) 664px, 100vw"
          {...knownOf(picture)}
        />
        <button
          ref={opener}
          type="button"
          aria-label={`Show ${words} full screen`}
          className={styles.open}
          onClick={() => setLarge(true)}
        >
          <Icon of={Maximize2} />
          {words}
        </button>
      </div>
      {places > 1 && (
        <div ref={thumbs} className={styles.thumbs}>
          {addresses.map((src, place) => (
            <button
              key={place}
              type="button"
              aria-label={nameOf(place)}
              aria-pressed={place === chosen}
              className={classNames(styles.thumb, place === chosen && styles.on)}
              onClick={() => setChosen(place)}
              onKeyDown={onKeyDown}
            >
              <span>
                <Picture src={src} alt="" sizes="174px" isUrgent={place === 0} {...knownOf(src)} />
              </span>
            </button>
          ))}
          {Array.from({ length: places - count }, (_, place) => (
            <div key={`expected ${place}`} className={styles.thumb}>
              <span />
            </div>
          ))}
        </div>
      )}
      {areDrawings && <p className={classNames("hint", styles.drawings)}>Drawings of the type. No photos yet.</p>}
      {isLarge && (
        <PictureViewer
          name={plane.name}
          addresses={addresses}
          areDrawings={areDrawings}
          known={known}
          first={chosen}
          onTurn={setChosen}
          onClose={() => setLarge(false)}
          returnFocus={returnFocus}
          originOf={() => originIn(main.current, thumbOf(chosen))}
        />
      )}
    </div>
  );
}

const backward: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowUp"]);

/** The chosen thumbnail, or the large picture if the thumbnail is out of view. */
function originIn(main: HTMLElement | null, thumb: HTMLElement | undefined) {
  const image = main?.querySelector("img");
  const place = [thumb, main].find((part) => {
    const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {};
    return bottom > 0 && top < innerHeight;
  });
  return image?.complete && image.naturalWidth > 0 && place ? { place, image } : null;
}

/** Index of the next or previous picture; wraps around at the ends. */
function turn(chosen: number, by: 1 | -1, count: number): number {
  return (chosen + by + count) % count;
}

function useSwipe(onTurn: (by: 1 | -1) => void) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary && event.pointerType !== "mouse" ? event.clientX : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null || Math.abs(event.clientX - from) < MIN_SWIPE_PX) return;
      onTurn(event.clientX < from ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
