// The page's upload of pictures, loaded when one waits. Uses XMLHttpRequest, because fetch reports no upload progress.
import { type PictureUploads, uploadWaiting } from "../../device/sync/picture-upload.ts";
import { httpPictures, type UploadBytes } from "../../device/transport/http-pictures.ts";
import type { SendParts } from "../../device/transport/http-parts.ts";
import { noteReachable } from "../api/online.ts";

/** Milliseconds without progress after which the upload is aborted. */
const STALLED_MS = 45_000;

/** `ask` sends the two small requests of each picture. */
export function pictureUploads(ask: typeof fetch): PictureUploads {
  return { port: httpPictures({ fetch: ask, putBytes: uploadBytes, sendParts }), uploadWaiting };
}

/** Loads Uppy only for a picture that exceeds one part. */
const sendParts: SendParts = async (...given) => (await import("./uppy-parts.ts")).sendWithUppy(...given);

const uploadBytes: UploadBytes = (address, data, onProgress, removed) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const failed = () => {
      clearTimeout(stalled);
      if (!removed.aborted) noteReachable(false);
      reject(new Error("The picture's bytes did not arrive."));
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      restartTimer();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      clearTimeout(stalled);
      noteReachable(true);
      resolve({ status: request.status, text: request.responseText });
    });
    request.addEventListener("error", failed);
    request.addEventListener("abort", failed);
    removed.addEventListener("abort", () => request.abort());
    request.open("PUT", address);
    request.setRequestHeader("Content-Type", data.type || "application/octet-stream");
    restartTimer();
    onProgress(0);
    request.send(data);
  });
