import { useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { PICTURE_WIDTHS } from "../../../shared/domain/uploads-rules.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { usePictureAddress } from "../../client/pictures/local-pictures.ts";

type PictureProps = {
  src: string;
  alt: string;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Rendered width in the `sizes` syntax; the width of a card by default. */
  sizes?: string | undefined;
  /** In pixels, when known. */
  size?: { width: number; height: number };
  /** A CSS image to show until the picture has loaded. */
  placeholder?: string;
  /** In the first view: fetched at once. */
  isUrgent?: boolean | undefined;
  /** The largest of the first view: fetched with high priority. */
  isFirst?: boolean;
};

const ON_A_CARD = "(min-width: 1200px) 312px, (min-width: 640px) 50vw, 100vw";

/** In pixels, for bundled drawings and pictures of unknown size. */
const usualSize = { width: 1200, height: 800 };

/** The widths of an uploaded picture; bundled drawings have none. */
function widthsOf(address: string | undefined): string | undefined {
  if (!address?.startsWith("/objects/")) return undefined;
  return PICTURE_WIDTHS.map((width) => `${address}?w=${width} ${width}w`).join(", ");
}

/** A picture of an aircraft; shows the default drawing when it fails to load. */
export function Picture({ src, alt, className, style, sizes = ON_A_CARD, isUrgent, isFirst, ...known }: PictureProps) {
  const { size = usualSize, placeholder } = known;
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);

  // A picture in the server's markup may have loaded or failed before hydration.
  const [isFromServer] = useState(!useHydrated());
  useLayoutEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (isFromServer && complete && naturalWidth === 0) setBroken(src);
    if (placeholder && complete && naturalWidth) setLoaded(src);
  }, [isFromServer, src, placeholder]);

  // A picture not uploaded yet is shown from its bytes on this device.
  const address = usePictureAddress(src);
  const shown = broken === src ? DEFAULT_PICTURE : address;
  const widths = widthsOf(shown);
  // The placeholder is removed after loading, since a picture may have transparent parts.
  const isAwaited = placeholder && loaded !== src && broken !== src;
  return (
    <img
      ref={image}
      // Before `src`, or the browser would fetch `src` first.
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
