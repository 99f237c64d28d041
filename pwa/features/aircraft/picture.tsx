import { useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";

interface PictureProps {
  src: string;
  alt: string;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Needed for the first view: fetched at once, ahead of others. */
  isUrgent?: boolean;
}

/** A picture of an aircraft; one that cannot be shown gives way to the default drawing. */
export function Picture({ src, alt, className, style, isUrgent }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);

  // A picture in the page's HTML may have failed before anyone was listening.
  useLayoutEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(src);
  }, [src]);

  const shown = broken === src ? DEFAULT_PICTURE : src;
  return (
    <img
      ref={image}
      src={shown}
      alt={alt}
      className={className}
      style={style}
      width={1200}
      height={800}
      loading={isUrgent ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={isUrgent ? "high" : "auto"}
      onError={() => src !== DEFAULT_PICTURE && setBroken(src)}
    />
  );
}
