// One push on its way: encrypted for one browser (RFC 8291), signed with the server's key (RFC 8292), posted to its push service (RFC 8030).
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction, TcpNetConnectOpts } from "node:net";
import webPush from "web-push";
import type { Endpoints, Target } from "./endpoints.ts";
import type { VapidKeys } from "./vapid.ts";

export const TTL_SECONDS = 86_400;
/** For everything: the name, the connection, the answer. */
const PATIENCE_MS = 10_000;
/** For a connection while there is another address: where IPv6 leads nowhere, IPv4 still has its time. */
const ADDRESS_PATIENCE_MS = 1000;

export type Subscription = { endpoint: string; p256dh: string; auth: string };

export type PushAnswer = {
  status: number;
  /** Seconds the service asks to wait, or null. */
  retryAfter: number | null;
};

export type PostOptions = {
  endpoints: Endpoints;
  keys: VapidKeys;
  /** How long a post may take; 10 s. */
  patienceMs?: number;
};

/**
 * Posts a payload (at most 2,048 bytes). Messages with one topic replace each other at the service.
 * @throws RefusedEndpoint; what the network throws, as it is; an error of name TimeoutError when its time is over
 */
export async function postPush(
  { endpoints, keys, patienceMs = PATIENCE_MS }: PostOptions,
  { endpoint, p256dh, auth }: Subscription,
  { payload, topic }: { payload: string; topic: string },
): Promise<PushAnswer> {
  const signal = AbortSignal.timeout(patienceMs);
  const target = await within(signal, endpoints.resolve(endpoint, signal));
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: keys,
    TTL: TTL_SECONDS,
    urgency: "high",
    topic,
    contentEncoding: "aes128gcm",
  });
  const answer = await send(target, headers, body, signal);
  return { status: answer.statusCode ?? 0, retryAfter: retryAfterSeconds(answer.headers["retry-after"], Date.now()) };
}

/** What comes of work that cannot be interrupted, unless the signal is first. */
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
  // Whatever the name leads to by now, the connection goes to the addresses that were looked at, one after the other.
  const lookup: LookupFunction | undefined =
    pinned === null
      ? undefined
      : (_, options, done) => (options.all ? done(null, pinned) : done(null, pinned[0]!.address, pinned[0]!.family));
  const tries: Partial<TcpNetConnectOpts> = {
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_PATIENCE_MS,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", headers, agent: false, signal, ...tries, ...(lookup && { lookup }) },
      (answer) => {
        // What it says beside its status is of no use, however long it is; a redirect is not followed.
        answer.on("error", () => {});
        answer.destroy();
        resolve(answer);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Seconds from a `Retry-After` header: a number, or a date. Null when there is none or it makes no sense. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
