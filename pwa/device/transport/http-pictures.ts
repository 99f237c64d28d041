// Uploads a picture over HTTP: requests an address, puts the bytes there, and claims them, which gives a path.
import { pageMark } from "../../../shared/domain/eligibility/scan-rules.ts";
import { paths } from "./paths.ts";
import type { Refusal } from "../sync/entry.ts";
import { PictureUploadError } from "../sync/picture-upload.ts";
import type { PicturePort } from "../sync/ports.ts";
import { httpParts, sendInOrder, type SendParts, type UploadResponse } from "./http-parts.ts";

/** Milliseconds to wait for the two small requests. */
const SMALL_TIMEOUT_MS = 15_000;
/** Milliseconds for the bytes where no progress is reported: ten megabytes over a very slow network. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Puts bytes to an address with the session's cookie. Rejects when no response came. */
export type UploadBytes = (
  address: string,
  data: Blob,
  onProgress: (part: number) => void,
  removed: AbortSignal,
) => Promise<UploadResponse>;

export type HttpPicturesOptions = {
  fetch: typeof fetch;
  /** Uploads the bytes where more than `fetch` is available, for example with progress. */
  putBytes?: UploadBytes;
  /** Sends a picture's parts where a faster client than a loop is available. */
  sendParts?: SendParts;
};

function asRefusal(text: string): Refusal {
  try {
    const { error, code } = JSON.parse(text) as { error?: unknown; code?: unknown };
    if (typeof error === "string" && typeof code === "string") return { code, message: error };
  } catch {
    // Not JSON, for example a proxy's page: the status decides.
  }
  return { code: "picture-refused", message: "This picture could not be taken." };
}

/**
 * Maps a status to its meaning. 400, 413 and 415 concern the picture itself.
 * 403, 404, 409 and 410 concern the address. All others concern neither.
 */
function meaningOf({ status, text }: UploadResponse): "spent" | Refusal {
  if (status === 400 || status === 413 || status === 415) return asRefusal(text);
  if (status === 403 || status === 404 || status === 409 || status === 410) return "spent";
  if (status >= 500) throw new PictureUploadError(status === 500);
  throw new Error(`An upload was answered with ${status}.`);
}

export function httpPictures({ fetch: ask, putBytes, sendParts = sendInOrder }: HttpPicturesOptions): PicturePort {
  const sendSmall = async (method: string, path: string, body?: unknown): Promise<UploadResponse> => {
    const response = await ask(path, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(SMALL_TIMEOUT_MS),
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const put = putBytes ?? ((address, data) => fetchBytes(ask, address, data));
  const parts = httpParts({ fetch: ask, sendParts, sendSmall, meaningOf });
  return {
    parts: () => parts,
    async address() {
      const answer = await sendSmall("POST", paths.pictureAddress);
      if (answer.status >= 500) throw new PictureUploadError(false);
      if (answer.status !== 200) throw new Error(`An upload's address was answered with ${answer.status}.`);
      return field(answer.text, "uploadURL");
    },
    async abort(upload) {
      const { status } = await sendSmall("DELETE", paths.partsUpload(upload));
      // 403 and 404: the upload has expired or ended, and the server removes it.
      if (status !== 200 && status !== 403 && status !== 404) throw new Error(`An abort was answered with ${status}.`);
    },
    async put(address, data, ...rest) {
      const answer = await put(address, data, ...rest);
      // 409: the bytes arrived with an earlier try whose response was lost. The claim checks.
      return answer.status === 200 || answer.status === 204 || answer.status === 409 ? "done" : meaningOf(answer);
    },
    async putPage(id, data, ...rest) {
      const answer = await put(paths.walletPage(id), data, ...rest);
      if (answer.status === 200) return { path: pageMark(id) };
      // 409: this server keeps no papers. An earlier version of the server does not know the address: it is asked again later.
      const meaning = answer.status === 409 ? asRefusal(answer.text) : meaningOf(answer);
      if (meaning === "spent") throw new Error(`A page was answered with ${answer.status}.`);
      return meaning;
    },
    async claim(address) {
      const answer = await sendSmall("PUT", paths.pictureClaim, { aircraftImageURL: address });
      return answer.status === 200 ? { path: field(answer.text, "objectPath") } : meaningOf(answer);
    },
  };
}

async function fetchBytes(ask: typeof fetch, address: string, data: Blob): Promise<UploadResponse> {
  const response = await ask(address, {
    method: "PUT",
    credentials: "same-origin",
    headers: { "Content-Type": data.type || "application/octet-stream" },
    body: data,
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}

/** Throws when another server answered, such as the login page of a hotel's network. */
function field(text: string, name: string): string {
  const value = (JSON.parse(text) as Record<string, unknown>)[name];
  if (typeof value !== "string" || value === "") throw new Error("This is no answer of ours.");
  return value;
}
