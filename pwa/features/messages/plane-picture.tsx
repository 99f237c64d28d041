import { useSmallPicture } from "../../client/pictures/small-picture.ts";

type PlanePictureProps = { src: string; width: number; className?: string | undefined };

/** A small decorative picture beside an aircraft's name. */
export function PlanePicture({ src, width, className }: PlanePictureProps) {
  return <img {...useSmallPicture(src, width)} alt="" loading="lazy" decoding="async" className={className} />;
}
