// Passes the uploader's files to the device's upload queue, and reports their progress back to the uploader.
import type Uppy from "@uppy/core";
import type { Body, Meta, UppyFile } from "@uppy/core";
import { dropPictures, storePicture, type GetUploadParameters } from "../../client/pictures/form-pictures.ts";
import { isOnline } from "../../client/api/online.ts";
import { preparePicture } from "../../client/pictures/prepare-picture.ts";
import { watchPicture, watchUploadedPart } from "../../client/pictures/local-pictures.ts";

type End = { kind: "sent" } | { kind: "queued" } | { kind: "refused"; reason: string };

/** Milliseconds without progress after which the uploader stops waiting; the queue continues alone. */
const STALL_TIMEOUT_MS = 15_000;

export class PictureSender<M extends Meta, B extends Body> {
  private readonly uppy: Uppy<M, B>;
  private readonly onStored: (mark: string, isSent: boolean) => void;
  private readonly getUploadParameters: GetUploadParameters | undefined;
  /** File id → local id of the queued picture. */
  private readonly marks = new Map<string, string>();

  constructor(
    uppy: Uppy<M, B>,
    onStored: (mark: string, isSent: boolean) => void,
    getUploadParameters?: GetUploadParameters,
  ) {
    this.uppy = uppy;
    this.onStored = onStored;
    this.getUploadParameters = getUploadParameters;
    uppy.addUploader(async (ids) => {
      const files = ids.map((id) => uppy.getFile(id));
      uppy.emit("upload-start", files);
      await Promise.all(files.map((file) => this.send(file)));
    });
  }

  /** The user closed the uploader: the form now owns the queued pictures. */
  handOver(): void {
    for (const mark of this.marks.values()) this.onStored(mark, false);
    this.marks.clear();
  }

  /** The user removed the file. Returns the local id of its queued picture, if any. */
  forget(fileId: string): string | undefined {
    const mark = this.marks.get(fileId);
    this.marks.delete(fileId);
    return mark;
  }

  private async send(file: UppyFile<M, B>): Promise<void> {
    try {
      const data = await preparePicture(file.data as Blob, file.name ?? "");
      const mark = await storePicture(data, this.getUploadParameters);
      this.marks.set(file.id, mark);
      const end = await followPicture(mark, (part) => this.progress(file, part));
      // The user removed the file, or the form took it over.
      if (!this.marks.has(file.id)) return;
      this.marks.delete(file.id);
      if (end.kind === "refused") {
        void dropPictures([mark]);
        throw new Error(end.reason);
      }
      this.uppy.emit("upload-success", this.uppy.getFile(file.id), { status: 200 });
      this.onStored(mark, end.kind === "sent");
    } catch (problem) {
      this.uppy.emit("upload-error", this.uppy.getFile(file.id), problem as Error);
      this.uppy.info((problem as Error).message, "error");
    }
  }

  private progress(file: UppyFile<M, B>, part: number): void {
    const size = file.size ?? 0;
    this.uppy.emit("upload-progress", this.uppy.getFile(file.id), {
      uploadStarted: Date.now(),
      bytesUploaded: Math.round(part * size),
      bytesTotal: size,
    });
  }
}

/** Follows a queued picture until it is sent or refused; offline it counts as complete. */
function followPicture(mark: string, progress: (part: number) => void): Promise<End> {
  if (!isOnline()) return Promise.resolve({ kind: "queued" });
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stops: (() => void)[] = [];
    const end = (how: End) => {
      clearTimeout(timer);
      window.removeEventListener("offline", stopWaiting);
      // Runs later, since the first callback fires before `stops` is filled.
      queueMicrotask(() => stops.forEach((stop) => stop()));
      resolve(how);
    };
    const stopWaiting = () => end({ kind: "queued" });
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(stopWaiting, STALL_TIMEOUT_MS);
    };
    alive();
    window.addEventListener("offline", stopWaiting);
    stops.push(
      watchUploadedPart(mark, (part) => {
        alive();
        progress(part);
      }),
      watchPicture(mark, (picture) => {
        if (picture?.state === "sent") end({ kind: "sent" });
        else if (picture?.state === "refused") end({ kind: "refused", reason: picture.reason ?? "" });
      }),
    );
  });
}
