// The progress of uploads by this page. Uploads by other tabs and by the worker are not known here.
import { create } from "zustand";

/** Picture id → uploaded share, from 0 to 1. */
export const useUploadProgress = create<Readonly<Record<string, number>>>(() => ({}));

/** Sets the uploaded share. Null: the upload has ended. */
export function noteUpload(pictureId: string, part: number | null): void {
  const { [pictureId]: before, ...others } = useUploadProgress.getState();
  if (part === null) {
    if (before !== undefined) useUploadProgress.setState(others, true);
  } else if (before === undefined || Math.floor(part * 100) !== Math.floor(before * 100)) {
    useUploadProgress.setState({ ...others, [pictureId]: part }, true);
  }
}
