import { useState } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { PICTURE_WIDTHS } from "../../../shared/domain/uploads-rules.ts";
import { usePictureAddress } from "../../client/pictures/local-pictures.ts";

/** A small decorative picture beside an aircraft's name; the default drawing when it fails to load. */
export function PlanePicture({
  src,
  width,
  className,
}: {
  src: string;
  width: number;
  className?: string | undefined;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = usePictureAddress(src);
  const small = address?.startsWith("/objects/") ? `${address}?w=${PICTURE_WIDTHS[0]}` : address;
  return (
    <img
      src={broken === src ? DEFAULT_PICTURE : small}
      alt=""
      width={width}
      height={(width * 2) / 3}
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => src !== DEFAULT_PICTURE && setBroken(src)}
    />
  );
}
