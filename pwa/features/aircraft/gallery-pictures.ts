// The pictures of an aircraft's gallery, in order.
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";

export type GalleryPicture = {
  src: string;
  /** A crop of the picture: the fixed point of the enlargement and its factor. */
  crop?: { at: string; scale: number };
};

/** Four crops that fill the gallery of a demo scene. */
const sceneCrops = [
  { at: "14% 62%", scale: 2.4 },
  { at: "42% 58%", scale: 2.6 },
  { at: "88% 40%", scale: 2.6 },
  { at: "72% 98%", scale: 2.3 },
] as const;

const SCENES = "/illustrations/";
const DEMO_ENDING = " - Demo Data";

/** The listing's own pictures; a demo listing without any gets its scene and four crops of it. */
export function galleryPictures(plane: {
  name: string;
  imageUrl: string;
  images: readonly string[];
}): GalleryPicture[] {
  if (plane.images.length > 0) return plane.images.map((src) => ({ src }));
  const src = cardPicture(plane);
  const whole: GalleryPicture = { src };
  const isDemoScene = plane.name.endsWith(DEMO_ENDING) && src.startsWith(SCENES);
  return isDemoScene ? [whole, ...sceneCrops.map((crop) => ({ src, crop }))] : [whole];
}

/** Index of the next or previous picture; wraps around at the ends. */
export function turn(chosen: number, by: 1 | -1, count: number): number {
  return (chosen + by + count) % count;
}
