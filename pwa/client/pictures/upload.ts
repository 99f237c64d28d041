// Puts a picture's bytes where the server asked for them. XMLHttpRequest, because only it tells how far they are.
import type { PutBytes } from "../../device/transport/http-pictures.ts";
import { noteReach } from "../api/online.ts";

/** Milliseconds without a byte moving after which a picture is given up for this time. */
const STALLED_MS = 45_000;

export const uploadBytes: PutBytes = (address, data, told) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const failed = () => {
      clearTimeout(stalled);
      noteReach(false);
      reject(new Error("The picture's bytes did not arrive."));
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      moved();
      if (total > 0) told(loaded / total);
    });
    request.addEventListener("load", () => {
      clearTimeout(stalled);
      noteReach(true);
      resolve({ status: request.status, text: request.responseText });
    });
    request.addEventListener("error", failed);
    request.addEventListener("abort", failed);
    request.open("PUT", address);
    request.setRequestHeader("Content-Type", data.type || "application/octet-stream");
    moved();
    told(0);
    request.send(data);
  });
