import { useState } from "react";
import { DEFAULT_PICTURE } from "../../../shared/domain/aircraft-rules.ts";
import { PICTURE_WIDTHS } from "../../../shared/domain/uploads-rules.ts";
import { usePictureAddress } from "./local-pictures.ts";

/** Screens show up to three pixels of a picture for one of the page; two are enough for a small one. */
const SHARPNESS = 2;

/**
 * The attributes of an image that shows an aircraft's picture at a small width, in pixels of the page: the smallest uploaded width that
 * is enough, and the default drawing once it fails to load.
 */
export function useSmallPicture(src: string, width: number) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = usePictureAddress(src);
  const wanted = PICTURE_WIDTHS.find((one) => one >= width * SHARPNESS) ?? PICTURE_WIDTHS.at(-1);
  const sized = address?.startsWith("/objects/") ? `${address}?w=${wanted}` : address;
  return {
    src: broken === src ? DEFAULT_PICTURE : sized,
    width,
    height: Math.round((width * 2) / 3),
    onError: () => src !== DEFAULT_PICTURE && setBroken(src),
  };
}
