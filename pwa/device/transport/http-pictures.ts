// Uploading a picture over HTTP: an address for it, the bytes there, then the claim that gives it its path.
import { paths } from "./paths.ts";
import type { Refusal } from "../sync/entry.ts";
import { PictureAccident } from "../sync/picture-upload.ts";
import type { PicturePort } from "../sync/ports.ts";

/** Longest wait for the two small requests, in milliseconds. */
const PATIENCE_MS = 15_000;
/** Longest time for the bytes where nothing tells how they get on: ten megabytes over one bar of signal. */
const SLOWEST_MS = 10 * 60_000;

export type PutAnswer = { status: number; text: string };

/** Puts bytes to an address with the session's cookie. Rejects when no answer came. */
export type PutBytes = (address: string, data: Blob, told: (part: number) => void) => Promise<PutAnswer>;

export type HttpPicturesOptions = {
  fetch: typeof fetch;
  /** How the bytes go where more than `fetch` is known, such as how far they are. */
  putBytes?: PutBytes;
};

function asRefusal(text: string): Refusal {
  try {
    const { error, code } = JSON.parse(text) as { error?: unknown; code?: unknown };
    if (typeof error === "string" && typeof code === "string") return { code, message: error };
  } catch {
    // A proxy's page: the status has to do.
  }
  return { code: "picture-refused", message: "This picture could not be taken." };
}

/**
 * Maps a status to its meaning. 400, 413 and 415 concern the picture itself.
 * 403, 404, 409 and 410 concern the address. All others concern neither.
 */
function verdict({ status, text }: PutAnswer): "spent" | Refusal {
  if (status === 400 || status === 413 || status === 415) return asRefusal(text);
  if (status === 403 || status === 404 || status === 409 || status === 410) return "spent";
  if (status >= 500) throw new PictureAccident(status === 500);
  throw new Error(`An upload was answered with ${status}.`);
}

export function httpPictures({ fetch: ask, putBytes }: HttpPicturesOptions): PicturePort {
  const small = async (method: string, path: string, body?: unknown): Promise<PutAnswer> => {
    const response = await ask(path, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const put = putBytes ?? ((address, data) => fetchBytes(ask, address, data));
  return {
    async address() {
      const answer = await small("POST", paths.pictureAddress);
      if (answer.status >= 500) throw new PictureAccident(false);
      if (answer.status !== 200) throw new Error(`An upload's address was answered with ${answer.status}.`);
      return field(answer.text, "uploadURL");
    },
    async put(address, data, told) {
      const answer = await put(address, data, told);
      // 409: the bytes are there already, for the answer to an earlier try got lost. The claim knows.
      return answer.status === 200 || answer.status === 204 || answer.status === 409 ? "done" : verdict(answer);
    },
    async claim(address) {
      const answer = await small("PUT", paths.pictureClaim, { aircraftImageURL: address });
      return answer.status === 200 ? { path: field(answer.text, "objectPath") } : verdict(answer);
    },
  };
}

async function fetchBytes(ask: typeof fetch, address: string, data: Blob): Promise<PutAnswer> {
  const response = await ask(address, {
    method: "PUT",
    credentials: "same-origin",
    headers: { "Content-Type": data.type || "application/octet-stream" },
    body: data,
    signal: AbortSignal.timeout(SLOWEST_MS),
  });
  return { status: response.status, text: await response.text() };
}

/** Throws when the answer is not ours, such as the page of a hotel's network. */
function field(text: string, name: string): string {
  const value = (JSON.parse(text) as Record<string, unknown>)[name];
  if (typeof value !== "string" || value === "") throw new Error("This is no answer of ours.");
  return value;
}
