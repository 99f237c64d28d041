// Stores objects in an S3-compatible service, with signed path-style requests.
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { NamedPart, StoredPart } from "../../../shared/domain/uploads.ts";
import { elements, elementText, escaped } from "./s3-xml.ts";
import { StoreUnavailable, StoreFull } from "./store.ts";
import type { Incoming, ObjectStore } from "../../kit/upload-services.ts";

export type S3Settings = {
  bucket: string;
  /** URL of the service without the bucket, as in `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether browsers reach the service directly. */
  isDirect: boolean;
};

/** Longest wait for the head of an answer. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Retries temporary errors of the service. */
const TRIES = 3;

type Ask = { method?: string; body?: Incoming | string; type?: string; query?: Record<string, string> };

/** A store in the bucket, which must exist. */
export function s3Store(settings: S3Settings): ObjectStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const bucket = `${settings.endpoint.replace(/\/$/, "")}/${settings.bucket}`;

  async function ask(name: string, { method = "GET", body, type, query }: Ask = {}): Promise<Response> {
    const address = `${bucket}/${name}${query ? `?${new URLSearchParams(query).toString()}` : ""}`;
    const bytes = body !== undefined && typeof body === "object" && "file" in body ? await readFile(body.file) : body;
    const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
    for (let attempt = 1; ; attempt++) {
      // The timeout ends with the answer's head, since a reader of the body may be slow.
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), ANSWER_TIMEOUT_MS);
      const init: RequestInit = { method, headers, signal: patience.signal, body: bytes ?? null };
      const answer = await client.fetch(address, init).catch((error: unknown) => error as Error);
      clearTimeout(timer);
      const isPassing = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (!isPassing || (!(answer instanceof Error) && answer.status === 507)) return answer;
      if (attempt < TRIES) {
        if (!(answer instanceof Error)) await answer.body?.cancel();
        await pause(attempt * 200);
        continue;
      }
      if (answer instanceof Error)
        throw new StoreUnavailable(`The S3 service can't be reached: ${reason(answer)}.`, answer);
      return answer;
    }
  }

  /** Returns the answer's text, or null for 404. */
  async function answerText(name: string, asked: Ask): Promise<string | null> {
    const answer = await ask(name, asked);
    const text = await answer.text();
    if (answer.status === 404) return null;
    if (!answer.ok) throw refusal(answer.status, text);
    // S3 answers long operations with 200 before they end; the body contains a later error.
    if (text.includes("<Error>")) throw refusal(500, text);
    return text;
  }

  async function listParts(name: string, storeId: string): Promise<StoredPart[] | null> {
    const parts: StoredPart[] = [];
    for (let after: string | null = "0"; after !== null;) {
      const text = await answerText(name, { query: { uploadId: storeId, "part-number-marker": after } });
      if (text === null) return null;
      for (const part of elements(text, "Part"))
        parts.push({
          PartNumber: Number(elementText(part, "PartNumber")),
          Size: Number(elementText(part, "Size")),
          ETag: elementText(part, "ETag") ?? "",
        });
      const isCut = elementText(text, "IsTruncated") === "true";
      after = isCut ? elementText(text, "NextPartNumberMarker") : null;
    }
    return parts;
  }

  return {
    async put(name, bytes, type) {
      if ((await answerText(name, { method: "PUT", body: bytes, type })) === null) throw noBucket(settings);
    },

    async open(name) {
      const answer = await ask(name);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok || !answer.body) throw refusal(answer.status, await answer.text());
      const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
      return { size: Number(answer.headers.get("content-length")), body };
    },

    async size(name) {
      const answer = await ask(name, { method: "HEAD" });
      if (answer.status === 404) return null;
      if (!answer.ok) throw refusal(answer.status, "");
      return Number(answer.headers.get("content-length"));
    },

    async remove(names) {
      for (const name of names) await answerText(name, { method: "DELETE" });
    },

    async startParts(name, type) {
      const text = await answerText(name, { method: "POST", query: { uploads: "" }, type });
      const storeId = text === null ? null : elementText(text, "UploadId");
      if (!storeId) throw noBucket(settings);
      return storeId;
    },

    async takePart(name, storeId, part, bytes) {
      const query = { partNumber: String(part), uploadId: storeId };
      const answer = await ask(name, { method: "PUT", body: bytes, query });
      const text = await answer.text();
      if (answer.status === 404) return null;
      if (!answer.ok) throw refusal(answer.status, text);
      return answer.headers.get("etag") ?? "";
    },

    listParts,

    async joinParts(name, storeId, parts) {
      const body = completion(parts);
      return (
        (await answerText(name, { method: "POST", body, type: "application/xml", query: { uploadId: storeId } })) !==
        null
      );
    },

    async dropParts(name, storeId) {
      await answerText(name, { method: "DELETE", query: { uploadId: storeId } });
    },

    direct: settings.isDirect ? direct(client, bucket) : null,
  };
}

function direct(client: AwsClient, bucket: string): ObjectStore["direct"] {
  async function signed(address: string, seconds: number, headers: Record<string, string> = {}): Promise<string> {
    const url = new URL(address);
    url.searchParams.set("X-Amz-Expires", String(Math.max(1, Math.floor(seconds))));
    // Signs all headers, so that a client can send only the allowed content type.
    const request = await client.sign(url, { method: "PUT", headers, aws: { signQuery: true, allHeaders: true } });
    return request.url;
  }
  return {
    origin: new URL(bucket).origin,
    signPut: (name, type, seconds) => signed(`${bucket}/${name}`, seconds, type ? { "Content-Type": type } : {}),
    signPart: (name, storeId, part, seconds) =>
      signed(
        `${bucket}/${name}?${new URLSearchParams({ partNumber: String(part), uploadId: storeId }).toString()}`,
        seconds,
      ),
  };
}

function completion(parts: readonly NamedPart[]): string {
  const lines = parts.map(
    ({ PartNumber, ETag }) => `<Part><PartNumber>${PartNumber}</PartNumber><ETag>${escaped(ETag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${lines.join("")}</CompleteMultipartUpload>`;
}

/** The service's message goes to the log, never to a user. */
function refusal(status: number, text: string): Error {
  const code = elementText(text, "Code") ?? "";
  if (status === 507 || /QuotaExceeded|StorageFull|InsufficientStorage/i.test(code)) return new StoreFull(code);
  return new StoreUnavailable(`The S3 service answered ${status} ${code}.`);
}

function noBucket({ bucket }: S3Settings): Error {
  return new StoreUnavailable(`The S3 service has no bucket ${bucket}.`);
}

function reason(error: Error): string {
  return (error.cause as { code?: string } | undefined)?.code ?? error.name;
}
