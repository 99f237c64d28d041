// Deletes a picture of a form; a toast offers Undo, and the bytes stay until it is gone.
import { useEffect, useLayoutEffect, useRef } from "react";
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import { closeToast, toast, useToasts } from "../../client/shell/toasts.ts";

type Removal = { src: string; toastId: number; stop: () => void };

type Options = {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  /** Runs before a deleted picture returns to its place. */
  onUndo: (place: number) => void;
};

export function usePictureRemoval({ images, onChange, onUndo }: Options) {
  const latest = useRef({ images, onChange, onUndo });
  useLayoutEffect(() => {
    latest.current = { images, onChange, onUndo };
  });
  const removal = useRef<Removal | null>(null);

  const finish = () => {
    const { current } = removal;
    removal.current = null;
    if (!current) return;
    current.stop();
    void dropPictures([current.src]);
  };
  const undo = (src: string, place: number) => {
    if (removal.current?.src !== src) return;
    removal.current.stop();
    removal.current = null;
    const { images: now, onChange: change, onUndo: returnTo } = latest.current;
    if (now.length >= MAX_PICTURES) return;
    returnTo(place);
    change([...now.slice(0, place), src, ...now.slice(place)]);
  };
  useEffect(
    () => () => {
      const { current } = removal;
      if (!current) return;
      closeToast(current.toastId);
      current.stop();
      void dropPictures([current.src]);
    },
    [],
  );

  return (src: string) => {
    finish();
    const place = images.indexOf(src);
    onChange(images.filter((one) => one !== src));
    const toastId = toast({
      title: `Picture ${place + 1} deleted.`,
      action: { label: "Undo", onPress: () => undo(src, place) },
    });
    const stop = useToasts.subscribe(({ shown }) => {
      // The press of Undo closes the toast too, after it.
      if (shown?.id !== toastId) queueMicrotask(() => removal.current?.src === src && finish());
    });
    removal.current = { src, toastId, stop };
  };
}
