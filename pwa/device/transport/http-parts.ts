// Uploads a picture in parts with the server's S3 multipart calls. Page and worker share the requests; the page gives another sender.
import { MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import type { PartsPort, PartsUpload } from "../sync/ports.ts";
import { paths } from "./paths.ts";

export type UploadResponse = { status: number; text: string };

export type NamedPart = { PartNumber: number; ETag: string };
export type SignedPart = { url: string; headers?: Record<string, string> };

/** The requests of one multipart upload. Each rejects with PartsError after an answer that is no success. */
export type PartsCalls = {
  list(): Promise<NamedPart[]>;
  sign(partNumber: number): Promise<SignedPart>;
  put(part: SignedPart, body: Blob, removed: AbortSignal): Promise<string>;
  /** Returns the address for the claim. */
  complete(parts: readonly NamedPart[]): Promise<string>;
};

/** Sends the missing parts of an upload and completes it. Returns the address for the claim. Rejects once `removed`. */
export type SendParts = (
  calls: PartsCalls,
  upload: PartsUpload,
  data: Blob,
  progress: (part: number) => void,
  removed: AbortSignal,
) => Promise<string>;

export class PartsError extends Error {
  readonly response: UploadResponse;

  constructor(response: UploadResponse) {
    super(`A multipart upload was answered with ${response.status}.`);
    this.response = response;
  }
}

type HttpPartsOptions<Meaning> = {
  fetch: typeof fetch;
  sendParts: SendParts;
  sendSmall(method: string, path: string, body?: unknown): Promise<UploadResponse>;
  meaningOf(response: UploadResponse): Meaning;
};

/** Codes of refusals that concern the upload and not the picture. */
const SPENT = /"code":"(invalid-part|invalid-part-order|part-too-small)"/;

export function httpParts<Meaning>({ fetch: ask, sendParts, sendSmall, meaningOf }: HttpPartsOptions<Meaning>) {
  const json = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await sendSmall(method, path, body);
    if (response.status !== 200) throw new PartsError(response);
    return JSON.parse(response.text);
  };
  const meaning = (problem: unknown): Meaning | "spent" => {
    if (!(problem instanceof PartsError)) throw problem;
    return SPENT.test(problem.response.text) ? "spent" : meaningOf(problem.response);
  };
  const callsOf = (upload: PartsUpload): PartsCalls => ({
    list: async () => (await json("GET", paths.partsUpload(upload))) as NamedPart[],
    sign: async (partNumber) => (await json("GET", paths.partsUpload(upload, partNumber))) as SignedPart,
    async put({ url, headers }, body, signal) {
      const response = await ask(url, {
        method: "PUT",
        credentials: "same-origin",
        headers: headers ?? {},
        body,
        signal,
      });
      if (!response.ok) throw new PartsError({ status: response.status, text: await response.text() });
      return response.headers.get("ETag") ?? "";
    },
    complete: async (parts) =>
      ((await json("POST", paths.partsUpload(upload, "complete"), { parts })) as { location: string }).location,
  });
  return {
    async open(data: Blob) {
      const body = { filename: "picture", type: data.type };
      return await json("POST", paths.partsUploads, body).then((opened) => opened as PartsUpload, meaning);
    },
    async send(upload: PartsUpload, ...given: [data: Blob, progress: (part: number) => void, removed: AbortSignal]) {
      return await sendParts(callsOf(upload), upload, ...given).then((address) => ({ address }), meaning);
    },
  } satisfies Record<keyof PartsPort, unknown>;
}

/** Sends one missing part after the other, where no faster client is at hand. */
export const sendInOrder: SendParts = async (calls, _, data, progress, removed) => {
  const stored = await calls.list();
  const parts: NamedPart[] = [];
  for (let from = 0; from < data.size; from += MIN_PART_BYTES) {
    const PartNumber = parts.length + 1;
    const known = stored.find((part) => part.PartNumber === PartNumber);
    const body = data.slice(from, from + MIN_PART_BYTES);
    const ETag = known?.ETag ?? (await calls.put(await calls.sign(PartNumber), body, removed));
    parts.push({ PartNumber, ETag });
    progress((from + body.size) / data.size);
  }
  return await calls.complete(parts);
};
