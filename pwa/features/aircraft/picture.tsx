import { useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { PICTURE_WIDTHS } from "../../../shared/domain/uploads-rules.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { usePictureAddress } from "../../client/pictures/waiting-pictures.ts";

interface PictureProps {
  src: string;
  alt: string;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** How wide it is drawn, as `sizes` says it; without it as on a card. */
  sizes?: string;
  /** In pixels, where it is known. */
  size?: { width: number; height: number };
  /** A CSS image to show until the picture has loaded. */
  placeholder?: string;
  /** In the first view: fetched at once. */
  isUrgent?: boolean;
  /** The largest of the first view: fetched ahead of others. */
  isFirst?: boolean;
}

const ON_A_CARD = "(min-width: 1200px) 312px, (min-width: 640px) 50vw, 100vw";

/** In pixels, of the bundled drawings and of a picture whose size is not known. */
const USUAL = { width: 1200, height: 800 };

/** The widths an uploaded picture is stored in; bundled drawings have none. */
function widthsOf(address: string | undefined): string | undefined {
  if (!address?.startsWith("/objects/")) return undefined;
  return PICTURE_WIDTHS.map((width) => `${address}?w=${width} ${width}w`).join(", ");
}

/** A picture of an aircraft; one that cannot be shown gives way to the default drawing. */
export function Picture({ src, alt, className, style, sizes = ON_A_CARD, isUrgent, isFirst, ...known }: PictureProps) {
  const { size = USUAL, placeholder } = known;
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);

  // A picture in the server's markup may have failed or loaded before anyone was listening.
  const [isFromServer] = useState(!useHydrated());
  useLayoutEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (isFromServer && complete && naturalWidth === 0) setBroken(src);
    if (placeholder && complete && naturalWidth) setLoaded(src);
  }, [isFromServer, src, placeholder]);

  // One that waits on this device is shown from its bytes there.
  const address = usePictureAddress(src);
  const shown = broken === src ? DEFAULT_PICTURE : address;
  const widths = widthsOf(shown);
  // It goes when the picture is there: parts of that may be see-through.
  const isAwaited = placeholder && loaded !== src && broken !== src;
  return (
    <img
      ref={image}
      // Before the address, which would be fetched first otherwise.
      srcSet={widths}
      sizes={widths && sizes}
      src={shown}
      alt={alt}
      className={className}
      style={isAwaited ? { ...style, backgroundImage: placeholder } : style}
      width={size.width}
      height={size.height}
      loading={isUrgent || isFirst ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={isUrgent || isFirst ? "high" : "auto"}
      onLoad={placeholder ? () => setLoaded(src) : undefined}
      onError={() => src !== DEFAULT_PICTURE && setBroken(src)}
    />
  );
}
