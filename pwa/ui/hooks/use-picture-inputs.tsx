import { useRef, type ReactNode } from "react";

export type PictureInputs = {
  /** Whether the device is used with a finger: it has a camera and cannot drop files. */
  isTouch: boolean;
  /** Opens the list of files. */
  choose: () => void;
  /** Opens the camera. */
  photograph: () => void;
  /** The hidden inputs, to be rendered beside the buttons. */
  inputs: ReactNode;
};

/** Takes pictures from files and from the camera; `onFiles` gets all that one choice brings. */
export function usePictureInputs(onFiles: (files: readonly File[]) => void): PictureInputs {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = "";
  };
  return {
    isTouch: matchMedia("(pointer: coarse)").matches,
    choose: () => files.current?.click(),
    photograph: () => camera.current?.click(),
    inputs: (
      <>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept="image/*,.heic,.heif"
          data-choose=""
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          data-camera=""
          onChange={(event) => take(event.currentTarget)}
        />
      </>
    ),
  };
}
