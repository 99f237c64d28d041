// A proxy between browser and server that holds an exchange at two points where a crash is most dangerous: before the server
// receives it, and after the server's commit but before the browser gets the answer.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export type HoldPoint = "unheard" | "unanswered";
export type Sender = "anybody" | "worker";

/** A held exchange with commands; it continues after `letGo`. */
export type HeldExchange = {
  /** Whether the sender has closed its connection. */
  isOrphan(): boolean;
  /** Continues the exchange: to the server, or back to the sender if it is still connected. */
  letGo(): void;
};

export type HeldLine = {
  /** URL of the proxy, for a browser context. */
  url: string;
  /** Holds the next exchange with commands at that point. With sender `worker` it ignores requests of pages. */
  catchNext(moment: HoldPoint, sender?: Sender): Promise<HeldExchange>;
  /** Holds no further exchange. */
  stopCatching(): void;
  close(): Promise<void>;
};

type Trap = { moment: HoldPoint; sender: Sender; caught: (held: HeldExchange) => void };

export async function startHeldLine(): Promise<HeldLine> {
  let trap: Trap | null = null;
  const sockets = new Set<Socket>();

  /** Waits if a test holds this exchange at this point. */
  async function hold(moment: HoldPoint, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (trap?.moment !== moment || (trap.sender === "worker" && !isOfWorker(asked))) return;
    const { caught } = trap;
    trap = null;
    await new Promise<void>((letGo) => caught({ isOrphan: () => answer.destroyed, letGo }));
  }

  async function carry(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await bytesOf(asked);
    const isExchange = hasCommands(asked, body);
    if (isExchange) await hold("unheard", asked, answer);
    const { statusCode = 502, headers, said } = await ask(asked, body);
    if (isExchange) await hold("unanswered", asked, answer);
    if (answer.destroyed) return;
    answer.writeHead(statusCode, headers);
    answer.end(said);
  }

  const server = createServer((asked, answer) => {
    carry(asked, answer).catch(() => answer.destroy());
  });
  // Browsers tunnel the live line through a proxy.
  server.on("connect", ({ url = "" }: IncomingMessage, near: Socket, head: Buffer) => {
    const { hostname, port } = new URL(`http://${url}`);
    const far = connect(Number(port), hostname, () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.write(head);
      far.pipe(near).pipe(far);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    catchNext: (moment, sender = "anybody") => new Promise((caught) => (trap = { moment, sender, caught })),
    stopCatching() {
      trap = null;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function hasCommands({ method, url = "" }: IncomingMessage, body: Buffer): boolean {
  if (method !== "POST" || !url.endsWith("/api/sync")) return false;
  return (JSON.parse(body.toString()) as { commands: unknown[] }).commands.length > 0;
}

function isOfWorker({ headers }: IncomingMessage): boolean {
  return headers.referer?.endsWith("/sw.js") ?? false;
}

type Said = { statusCode: number | undefined; headers: IncomingMessage["headers"]; said: Buffer };

/** A request to a proxy contains the full URL. */
async function ask({ method, url = "", headers }: IncomingMessage, body: Buffer): Promise<Said> {
  const options: RequestOptions = { method, headers };
  return await new Promise((resolve, reject) => {
    const own = request(url, options, (answer) => {
      const { statusCode, headers: answered } = answer;
      bytesOf(answer).then((said) => resolve({ statusCode, headers: answered, said }), reject);
    });
    own.on("error", reject);
    own.end(body);
  });
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
