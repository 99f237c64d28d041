// A local push service for Chromium: it registers a browser and accepts pushes from servers (RFC 8030). It delivers
// them over Chromium's own protocol, as its sources define it. The product does not know this service.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";

export type BrowserService = {
  /** The origin that servers post to. */
  origin: string;
  /** Command-line switches that make Chromium use this service. */
  switches: string[];
  /** Received requests, each with its headers. */
  posted: IncomingMessage["headers"][];
  close(): Promise<void>;
};

const VERSION = 41;
const LOGIN_RESPONSE = 3;
const DATA_MESSAGE = 8;
const PING = 0;
const PONG = 1;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

const bytesField = (number: number, value: string | Buffer) => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
};
const numberField = (number: number, value: number) => Buffer.concat([varint(number * 8), varint(value)]);

function fixedField(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint(number * 8 + 1), bytes]);
}

const stanza = (tag: number, ...fields: Buffer[]) => {
  const body = Buffer.concat(fields);
  return Buffer.concat([Buffer.from([tag]), varint(body.length), body]);
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Registration = { app: string; subtype: string; sender: string };

export async function startBrowserService(): Promise<BrowserService> {
  const registrations = new Map<string, Registration>();
  const sockets = new Set<TLSSocket>();
  const posted: IncomingMessage["headers"][] = [];
  let sent = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const body = await bodyOf(request);
    if (path.startsWith("/checkin")) {
      const fields = [numberField(1, 1), numberField(3, Date.now()), fixedField(7, 4242n), fixedField(8, 4343n)];
      return void response.writeHead(200, { "content-type": "application/x-protobuffer" }).end(Buffer.concat(fields));
    }
    if (path.startsWith("/register")) {
      const form = new URLSearchParams(body.toString());
      const token = `token-${registrations.size}`;
      const [app, subtype, sender] = ["app", "X-subtype", "sender"].map((name) => form.get(name) ?? "");
      registrations.set(token, { app: app!, subtype: subtype!, sender: sender! });
      return void response.writeHead(200).end(`token=${token}`);
    }
    const registration = registrations.get(path.split("/").at(-1) ?? "");
    if (!registration) return void response.writeHead(404).end();
    posted.push(request.headers);
    for (const socket of sockets) socket.write(message(registration, body, ++sent));
    response.writeHead(201).end();
  }

  const posts = createServer((request, response) => void answer(request, response));
  const pem = readFileSync(new URL("localhost.pem", import.meta.url));
  const channel = createTlsServer({ key: pem, cert: pem }, (socket) => {
    sockets.add(socket);
    let isGreeted = false;
    socket.on("data", (data: Buffer) => {
      if (!isGreeted)
        socket.write(Buffer.concat([Buffer.from([VERSION]), stanza(LOGIN_RESPONSE, bytesField(1, "hello"))]));
      else if (data[0] === PING) socket.write(stanza(PONG));
      isGreeted = true;
    });
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  const portOf = (server: typeof posts | typeof channel) =>
    new Promise<number>((resolve) => {
      server.listen(0, "localhost", () => resolve((server.address() as AddressInfo).port));
    });
  const [postPort, channelPort] = [await portOf(posts), await portOf(channel)];
  return {
    origin: `http://localhost:${postPort}`,
    posted,
    switches: [
      `--gcm-checkin-url=http://localhost:${postPort}/checkin`,
      `--gcm-registration-url=http://localhost:${postPort}/register`,
      `--gcm-mcs-endpoint=https://localhost:${channelPort}`,
      "--ignore-certificate-errors",
    ],
    async close() {
      for (const socket of sockets) socket.destroy();
      posts.closeAllConnections();
      await Promise.all([posts, channel].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function message({ app, subtype, sender }: Registration, body: Buffer, number: number): Buffer {
  const data = (key: string, value: string) => bytesField(7, Buffer.concat([bytesField(1, key), bytesField(2, value)]));
  return stanza(
    DATA_MESSAGE,
    bytesField(3, sender),
    bytesField(5, app),
    data("subtype", subtype),
    data("content-encoding", "aes128gcm"),
    bytesField(9, `message-${number}`),
    numberField(10, number + 1),
    bytesField(21, body),
  );
}
