// The progress of uploads by this page. Uploads by other tabs and by the worker are not known here.
import { create } from "zustand";
import type { UploadProgress } from "../../device/sync/picture-upload.ts";

/** Picture id → progress of its upload, or `failed` after the last one. */
export const useUploadProgress = create<Readonly<Record<string, UploadProgress>>>(() => ({}));

/** Sets the progress of an upload. Null: the upload has ended. */
export function noteUpload(pictureId: string, now: UploadProgress | null): void {
  const { [pictureId]: before, ...others } = useUploadProgress.getState();
  if (now === null) {
    if (before !== undefined) useUploadProgress.setState(others, true);
  } else if (before === undefined || percent(now) !== percent(before)) {
    useUploadProgress.setState({ ...others, [pictureId]: now }, true);
  }
}

function percent(progress: UploadProgress): number | "failed" {
  return progress === "failed" ? progress : Math.floor(progress * 100);
}
