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

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new DomainError("too-large");
  const chunks: Buffer[] = [];
  let size = 0;
  const patience = setTimeout(() => request.destroy(), LONGEST_JSON_MS);
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new DomainError("too-large");
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(patience);
  }
  return Buffer.concat(chunks);
}

function isJson(request: IncomingMessage): boolean {
  if (request.headers["content-encoding"]) return false;
  const [kind = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  return (
    kind.trim() === "application/json" &&
    parameters.every((one) => !one.trim().startsWith("charset=") || /charset="?utf-?8"?/.test(one))
  );
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new DomainError("malformed-body");
  }
}
