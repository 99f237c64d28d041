import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { blurred } from "./blurred.ts";
import { galleryPictures, turn, type GalleryPicture } from "./gallery-pictures.ts";
import { Picture } from "./picture.tsx";
import styles from "./gallery.module.css";

type GalleryProps = {
  plane: { name: string; imageUrl: string; images: readonly string[] };
  /** Sizes and placeholders of the stored pictures. */
  known?: readonly PictureInfo[] | undefined;
};

/** Minimum swipe distance in pixels. */
const MIN_SWIPE_PX = 40;

/** The chosen picture above all thumbnails. Arrow keys and swipes change it. */
export function Gallery({ plane, known }: GalleryProps) {
  const pictures = galleryPictures(plane);
  const [wanted, setChosen] = useState(0);
  // Pictures may be removed while the page is open.
  const chosen = Math.min(wanted, pictures.length - 1);
  const thumbs = useRef<HTMLDivElement>(null);
  const swipe = useSwipe((by) => setChosen(turn(chosen, by, pictures.length)));
  const picture = pictures[chosen];
  if (!picture) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    if (by === null) return;
    event.preventDefault();
    const next = turn(chosen, by, pictures.length);
    setChosen(next);
    thumbs.current?.querySelectorAll("button")[next]?.focus();
  };
  const knownOf = ({ src }: GalleryPicture) => {
    const info = known?.find(({ path }) => path === src);
    return info && { size: info, placeholder: blurred(info) };
  };
  const nameOf = (place: number) => `${plane.name}, picture ${place + 1} of ${pictures.length}`;

  return (
    <div role="group" aria-label="Pictures" className={styles.gallery}>
      <div className={classNames(styles.main, !picture.crop && styles.whole)} {...(pictures.length > 1 ? swipe : {})}>
        <Picture
          key={chosen}
          src={picture.src}
          alt={chosen === 0 ? plane.name : nameOf(chosen)}
          isFirst
          sizes="(min-width: 1024px) 820px, 100vw"
          style={cropStyle(picture)}
          {...knownOf(picture)}
        />
      </div>
      {pictures.length > 1 && (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the arrow keys of the buttons inside
        <div ref={thumbs} className={styles.thumbs} onKeyDown={onKeyDown}>
          {pictures.map((one, place) => (
            <button
              key={place}
              type="button"
              aria-label={nameOf(place)}
              aria-pressed={place === chosen}
              className={classNames(styles.thumb, place === chosen && styles.on)}
              onClick={() => setChosen(place)}
            >
              <span>
                <Picture
                  src={one.src}
                  alt=""
                  sizes="160px"
                  isUrgent={place === 0}
                  style={cropStyle(one)}
                  {...knownOf(one)}
                />
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Scales around a point, so the crop shows the same part at every box size. */
function cropStyle({ crop }: GalleryPicture) {
  return crop && { objectPosition: crop.at, transform: `scale(${crop.scale})`, transformOrigin: crop.at };
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
