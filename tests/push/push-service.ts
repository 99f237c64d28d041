// A local push service, as strict as the standards: it checks each signature (RFC 8292) and decrypts the body as the
// browser would (RFC 8291). A test sets its answers (RFC 8030).
import { createECDH, createPublicKey, randomBytes, verify, type ECDH } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decrypt } from "http_ece";
import type { PushPayload } from "../../shared/domain/notices-rules.ts";

/** A fixed key pair, so several servers of a test share one VAPID identity. */
export const testKeys = {
  VAPID_PUBLIC_KEY: "BAcVS8j1742YYA91e-v3igQpFDS1EL1kknr2YZU6L1Ecoeu7I39pRiPzWg8diaFHU3_wApWRF6s0feRsviViiCY",
  VAPID_PRIVATE_KEY: "7RRDzSKv-z1EAwNDizIoFwA_X0V3KZDcFpZUtirG11M",
  VAPID_SUBJECT: "mailto:fly@tailhour.example",
};

export type ReceivedPush = { receiver: string; payload: PushPayload; headers: IncomingHttpHeaders; status: number };

/** An answer of the service: a status, with headers, or none. */
type Reply = { status: number; headers?: Record<string, string> } | "silence";

export type Receiver = {
  name: string;
  /** The subscription as a browser returns it to a page. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string }; publicKey: string };
};

export type PushService = {
  origin: string;
  /** Adds a subscribed browser. `script` lists the answers to its requests in order; the last one repeats; default 201. */
  receiver(script?: readonly Reply[]): Receiver;
  /** Valid requests, in order. */
  received: ReceivedPush[];
  /** Errors in requests: signature, audience, encryption, headers. */
  problems: string[];
  /** Number of requests by receiver. */
  count(receiver: Receiver): number;
  close(): Promise<void>;
};

type Known = { ecdh: ECDH; auth: string; script: readonly Reply[]; count: number };

export async function startPushService(): Promise<PushService> {
  const known = new Map<string, Known>();
  const received: ReceivedPush[] = [];
  const problems: string[] = [];
  let origin = "";

  function take(path: string, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
    const name = path.slice(1);
    const receiver = known.get(name);
    if (!receiver) {
      problems.push(`nobody at ${path}`);
      return void response.writeHead(404).end();
    }
    const reply = receiver.script[Math.min(receiver.count, receiver.script.length - 1)] ?? { status: 201 };
    receiver.count += 1;
    try {
      requireSignature(headers, origin);
      requireHeaders(headers);
      const plain = decrypt(body, { version: "aes128gcm", privateKey: receiver.ecdh, authSecret: receiver.auth });
      if (plain.length > 2048) problems.push(`${plain.length} bytes of payload`);
      const payload = JSON.parse(plain.toString()) as PushPayload;
      received.push({ receiver: name, payload, headers, status: reply === "silence" ? 0 : reply.status });
    } catch (error) {
      problems.push((error as Error).message);
    }
    if (reply !== "silence") response.writeHead(reply.status, reply.headers).end("x".repeat(50));
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => take(request.url ?? "", request.headers, Buffer.concat(chunks), response));
    request.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    received,
    problems,
    receiver(script = []) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16).toString("base64url");
      const name = `r${known.size}`;
      known.set(name, { ecdh, auth, script, count: 0 });
      const keys = { p256dh: ecdh.getPublicKey("base64url"), auth };
      const publicKey = testKeys.VAPID_PUBLIC_KEY;
      return { name, subscription: { endpoint: `${origin}/${name}`, keys, publicKey } };
    },
    count: ({ name }) => known.get(name)?.count ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requireHeaders(headers: IncomingHttpHeaders): void {
  const wanted = { ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" };
  for (const [name, value] of Object.entries(wanted))
    if (headers[name] !== value) throw new Error(`${name} is ${String(headers[name])}`);
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(headers["topic"]))) throw new Error(`topic is ${String(headers["topic"])}`);
}

/** Checks the VAPID token (RFC 8292): signature, audience, expiry. @throws if one is wrong */
function requireSignature({ authorization = "" }: IncomingHttpHeaders, origin: string): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([A-Za-z0-9_-]+)$/.exec(authorization) ?? [];
  if (key !== testKeys.VAPID_PUBLIC_KEY) throw new Error("signed with another key");
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isRight) throw new Error("the signature does not fit");
  const { aud, exp, sub } = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  if (aud !== origin) throw new Error(`signed for ${String(aud)}`);
  const left = Number(exp) - Date.now() / 1000;
  if (!(left > 0 && left <= 12 * 3600 + 5)) throw new Error(`signed for ${left} seconds`);
  if (sub !== testKeys.VAPID_SUBJECT) throw new Error(`signed by ${String(sub)}`);
}
