// Posts one push: encrypted for one browser (RFC 8291), signed with the server's key (RFC 8292), sent to its push
// service (RFC 8030).
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction, TcpNetConnectOpts } from "node:net";
import webPush from "web-push";
import type { Endpoints, Target } from "./endpoints.ts";
import type { VapidKeys } from "./vapid.ts";

export const PUSH_TTL_SECONDS = 86_400;
/** Time limit for name resolution, connection and answer together. */
const POST_TIMEOUT_MS = 10_000;
/** Time limit per connection attempt while another address remains, so that IPv4 has time after a dead IPv6 route. */
const CONNECT_TIMEOUT_MS = 1000;

export type Subscription = { endpoint: string; p256dh: string; auth: string };

export type PushAnswer = {
  status: number;
  /** Seconds the service asks to wait, or null. */
  retryAfter: number | null;
};

export type PostOptions = {
  endpoints: Endpoints;
  vapidKeys: VapidKeys;
  /** Time limit of a post in ms; default 10 000. */
  timeoutMs?: number;
};

/**
 * Posts a payload (at most 2,048 bytes). Messages with one topic replace each other at the service.
 * @throws RefusedEndpoint; a network error as it is; an error of name TimeoutError after the time limit
 */
export async function postPush(
  { endpoints, vapidKeys, timeoutMs = POST_TIMEOUT_MS }: PostOptions,
  { endpoint, p256dh, auth }: Subscription,
  { payload, topic }: { payload: string; topic: string },
): Promise<PushAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const target = await within(signal, endpoints.resolve(endpoint, signal));
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: vapidKeys,
    TTL: PUSH_TTL_SECONDS,
    urgency: "high",
    topic,
    contentEncoding: "aes128gcm",
  });
  const answer = await send(target, headers, body, signal);
  return { status: answer.statusCode ?? 0, retryAfter: retryAfterSeconds(answer.headers["retry-after"], Date.now()) };
}

/** Returns the work's result, or throws when the signal comes first; the work itself cannot be interrupted. */
function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener("abort", leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

function send(
  { url, pinned }: Target,
  headers: Record<string, string | number>,
  body: Buffer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  // Connects to the checked addresses in order, whatever the name resolves to now.
  const lookup: LookupFunction | undefined =
    pinned === null
      ? undefined
      : (_, options, done) => (options.all ? done(null, pinned) : done(null, pinned[0]!.address, pinned[0]!.family));
  const tries: Partial<TcpNetConnectOpts> = {
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", headers, agent: false, signal, ...tries, ...(lookup && { lookup }) },
      (answer) => {
        // Ignores the body at any length, and follows no redirect.
        answer.on("error", () => {});
        answer.destroy();
        resolve(answer);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Parses a `Retry-After` header to seconds: a number, or a date. Null when absent or invalid. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
