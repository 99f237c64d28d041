// How far the pictures are that this page sends; those another tab or the worker sends are not known here.
import { create } from "zustand";

/** Picture id → the part that has gone, from 0 to 1. */
export const useUploadProgress = create<Readonly<Record<string, number>>>(() => ({}));

/** Null: it is not on its way any more. */
export function noteUpload(pictureId: string, part: number | null): void {
  const { [pictureId]: before, ...others } = useUploadProgress.getState();
  if (part === null) {
    if (before !== undefined) useUploadProgress.setState(others, true);
  } else if (before === undefined || Math.floor(part * 100) !== Math.floor(before * 100)) {
    useUploadProgress.setState({ ...others, [pictureId]: part }, true);
  }
}
