import type { PictureInfo } from "../../../shared/domain/uploads.ts";

/**
 * A stored picture's placeholder as a CSS image, scaled to the picture's shape and blurred. An SVG wraps the tiny picture, so markup
 * alone shows it and the picture itself is never blurred.
 */
export function blurred({ width, height, placeholder }: Pick<PictureInfo, "width" | "height" | "placeholder">): string {
  const deviation = Math.round(Math.max(width, height) / 32);
  // A blur fades out at the edges, where the sharp copy below shows through.
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="b" color-interpolation-filters="sRGB">` +
    `<feGaussianBlur stdDeviation="${deviation}" result="soft"/>` +
    `<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="soft"/></feMerge></filter>` +
    `<image width="100%" height="100%" preserveAspectRatio="none" filter="url(#b)" href="${placeholder}"/></svg>`;
  const address = encodeURIComponent(drawing).replaceAll("(", "%28").replaceAll(")", "%29");
  return `url("data:image/svg+xml,${address}")`;
}
