// Sends a fuzzed request as it is, and finds what is wrong with the answer.
import { request, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { refusals, type RefusalCode } from "../../shared/kit/errors.ts";
import type { FuzzRequest } from "./requests.ts";

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Longest time to wait for an answer, on a machine that runs much else: longer is a hang. */
export const LONGEST_WAIT_MS = 60_000;

/** Sends the target without normalizing it. @throws Error "no answer" */
export function sendRaw(base: string, { method, target, headers, body }: FuzzRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(
      { hostname, port, path: target, method, headers: { ...headers, ...length }, timeout: LONGEST_WAIT_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = decoded(Buffer.concat(chunks), response.headers["content-encoding"]);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return "";
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  return encoding === "br" ? brotliDecompressSync(bytes).toString() : bytes.toString();
}

/** What only the server's inside knows: stack traces, sources, packages, statements and errors of the database. */
const insides =
  /\n\s+at |\bat [\w.<>]+ \(|node_modules|sync-server|file:\/\/|\.[tj]s:\d+|\b(TypeError|RangeError|ReferenceError|SyntaxError)\b|\(reading '|knex|\bpg_|ECONN|ENOENT|EACCES|violates .* constraint|duplicate key|invalid input syntax|syntax error at|relation "|deadlock detected/i;

/** Answers without JSON: pages, the uploader's format of S3, and answers that have no body by HTTP. */
const isOtherFormat = (type: string) => /^text\/(html|plain)|^application\/xml/.test(type);

/** What is wrong with an answer; null for a good one. */
export function problemIn(sent: FuzzRequest, { status, headers, text }: RawAnswer): string | null {
  if (isNotReady(sent, status, text)) return null;
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 200) return `status ${status}`;
  if (status < 400) return null;
  if (insides.test(errorIn(text) ?? text)) return `shows the inside: ${text.slice(0, 300)}`;
  if (sent.method === "HEAD") return null;
  const type = headers["content-type"] ?? "";
  if (isOtherFormat(type)) return null;
  const body = parsed(text);
  if (!body) return `no JSON with status ${status}: ${type} ${text.slice(0, 300)}`;
  const known = refusals[body.code as RefusalCode] as (typeof refusals)[RefusalCode] | undefined;
  if (!known || typeof body.error !== "string") return `unknown refusal: ${text.slice(0, 300)}`;
  return known[0] === status ? null : `${String(body.code)} with status ${status}`;
}

/** What `/readyz` says when the machine is too busy for its answer within two seconds; the run's end asks it again. */
const isNotReady = ({ method, target }: FuzzRequest, status: number, text: string) =>
  status === 503 && /^\/readyz\b/.test(target) && (method === "HEAD" || text === '{"ok":false,"waiting":["database"]}');

/** The parts of an error that the server words itself; a conflict repeats what was sent. */
function errorIn(text: string): string | null {
  const body = parsed(text);
  return body ? JSON.stringify([body.error, body.code, body.code === "conflict" ? null : body.fields]) : null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Outcomes of an exchange have codes of the same list. */
export function problemInOutcomes({ text }: RawAnswer): string | null {
  const outcomes = parsed(text)?.outcomes;
  if (!Array.isArray(outcomes)) return null;
  for (const { status, code, message } of outcomes as { status: string; code?: string; message?: string }[]) {
    if (status === "retry" && code === "internal") return `an internal error: ${text.slice(0, 300)}`;
    if (status === "refused" && !Object.hasOwn(refusals, code ?? "")) return `unknown refusal ${String(code)}`;
    if (insides.test(message ?? "")) return `shows the inside: ${String(message)}`;
  }
  return null;
}
