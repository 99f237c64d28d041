// Loads a picture for cropping: stored bytes, or a path of this site.
import { useEffect, useState } from "react";

type Loaded = { image: HTMLImageElement | null; hasFailed: boolean };

export function usePictureImage(source: Blob | string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ image: null, hasFailed: false });
  useEffect(() => {
    const address = typeof source === "string" ? source : URL.createObjectURL(source);
    const image = new Image();
    let isWanted = true;
    image.src = address;
    image.decode().then(
      () => isWanted && setLoaded({ image, hasFailed: false }),
      () => isWanted && setLoaded({ image: null, hasFailed: true }),
    );
    return () => {
      isWanted = false;
      if (typeof source !== "string") URL.revokeObjectURL(address);
    };
  }, [source]);
  return loaded;
}
