// Crops a form's picture: stores the result in its place, and keeps the original for another crop while the form is open.
import { useRef, useState } from "react";
import { dropPictures, storePicture } from "../../client/pictures/form-pictures.ts";
import { localPicture, useLocalPictures } from "../../client/pictures/local-pictures.ts";
import type { Crop } from "./crop/crop-geometry.ts";

type Original = { source: Blob | string; crop: Crop };

type Options = {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  /** Runs after a picture got another mark. */
  onReplaced: (place: number) => void;
};

export function useCrop({ images, onChange, onReplaced }: Options) {
  const pictures = useLocalPictures();
  const [open, setOpen] = useState<string | null>(null);
  const originals = useRef(new Map<string, Original>());
  if (open === null || !images.includes(open)) return { open: setOpen, dialog: null };

  const original = originals.current.get(open);
  const address = localPicture(pictures, open)?.url ?? open;
  const source = original?.source ?? (address.startsWith("/objects/") ? `${address}?w=1600` : address);
  const place = images.indexOf(open);
  return {
    open: setOpen,
    dialog: {
      source,
      start: original?.crop,
      place,
      count: images.length,
      onClose: () => setOpen(null),
      async onUse(data: Blob, crop: Crop) {
        // The object URL of the old bytes ends with them.
        const kept = typeof source === "string" ? await (await fetch(source)).blob() : source;
        const mark = await storePicture(data);
        originals.current.set(mark, { source: kept, crop });
        originals.current.delete(open);
        onReplaced(place);
        onChange(images.map((src) => (src === open ? mark : src)));
        void dropPictures([open]);
      },
    },
  };
}
