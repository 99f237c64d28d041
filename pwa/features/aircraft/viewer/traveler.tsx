import { useLayoutEffect, useRef } from "react";
import { travelBack, travelIn, type Origin } from "./travel.ts";

type TravelerProps = {
  /** The shown picture in the viewer. */
  imageOf: () => HTMLImageElement | null | undefined;
  /** Its width by its height. */
  shape: number;
  originOf: () => Origin | null;
};
type Shown = { image: HTMLImageElement | null | undefined } & Pick<TravelerProps, "shape" | "originOf">;

/** Lets the picture travel when the viewer opens and when it closes. After the stage, so that it finds the picture. */
export function Traveler({ imageOf, shape, originOf }: TravelerProps) {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    shown.current = { image: imageOf(), shape, originOf };
  });
  useLayoutEffect(() => {
    const opened = shown.current;
    const arrive = opened?.image ? travelIn(opened.image, opened.shape, opened.originOf()) : undefined;
    return () => {
      arrive?.();
      const closed = shown.current;
      if (closed?.image) travelBack(closed.image, closed.shape, closed.originOf());
    };
  }, []);
  return null;
}
