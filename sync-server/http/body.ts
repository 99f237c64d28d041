// Reads a JSON body: checks its size, then its content type, then parses it.
import type { IncomingMessage } from "node:http";
import { DomainError } from "../../shared/kit/errors.ts";

/** Bytes; the longest listing takes about half. */
export const MAX_COMMAND_BYTES = 64 * 1024;

/** Longest time to receive a JSON body; a slower client would hold a connection for nothing. */
const LONGEST_JSON_MS = 60_000;

/**
 * The body as an object; `{}` when there is none.
 * @throws DomainError too-large, wrong-kind, malformed-body
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  if (!isJson(request)) throw new DomainError("wrong-kind");
  const body = parse(bytes);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new DomainError("malformed-body");
  return body as Record<string, unknown>;
}

/**
 * The bytes of a body. Reads by events: an asynchronous iterator costs a tenth of a whole exchange.
 * @throws DomainError too-large
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return reject(new DomainError("too-large"));
    if (request.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    const patience = setTimeout(() => request.destroy(), LONGEST_JSON_MS);
    const settled = (settle: () => void) => {
      clearTimeout(patience);
      request.off("data", take).off("close", close);
      settle();
    };
    const close = () => settled(() => reject(cutOff()));
    function take(chunk: Buffer): void {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      request.pause();
      settled(() => reject(new DomainError("too-large")));
    }
    request.on("data", take);
    request.once("end", () => settled(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))));
    request.once("error", (error) => settled(() => reject(error)));
    request.once("close", close);
  });
}

const cutOff = () => Object.assign(new Error("the body is incomplete"), { code: "ERR_STREAM_PREMATURE_CLOSE" });

function isJson(request: IncomingMessage): boolean {
  if (request.headers["content-encoding"]) return false;
  const [kind = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  return (
    kind.trim() === "application/json" &&
    parameters.every((one) => !one.trim().startsWith("charset=") || /charset="?utf-?8"?/.test(one))
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** An escape of half a character, such as an emoji cut in two. */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/;

/** The database cannot store halves in JSON: they become U+FFFD, as in its texts. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

function parse(bytes: Buffer): unknown {
  try {
    const text = utf8.decode(bytes);
    return JSON.parse(text, HALF_CHARACTER.test(text) ? wellFormed : undefined);
  } catch {
    throw new DomainError("malformed-body");
  }
}
