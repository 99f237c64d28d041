// A line between a browser and the product that can be held at the two moments when a death hurts most: before the server has
// heard of an exchange, and after it has done everything but before the browser knows.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export type Moment = "unheard" | "unanswered";
export type Sender = "anybody" | "worker";

/** An exchange with commands in it that goes no further until it is let go. */
export type Held = {
  /** Whether whoever asked has gone. */
  isOrphan(): boolean;
  /** Lets it go on: to the server, or back to whoever asked if that one still lives. */
  letGo(): void;
};

export type HeldLine = {
  /** Address of the line, for a browser context that takes it as its proxy. */
  url: string;
  /** The next exchange with commands in it, held at that moment; what a page posts while it goes is not of the worker. */
  catchNext(moment: Moment, sender?: Sender): Promise<Held>;
  /** Nothing that is not held yet will be held. */
  stopCatching(): void;
  close(): Promise<void>;
};

type Trap = { moment: Moment; sender: Sender; caught: (held: Held) => void };

export async function startHeldLine(): Promise<HeldLine> {
  let trap: Trap | null = null;
  const sockets = new Set<Socket>();

  /** Waits here if somebody wants this exchange at this moment. */
  async function hold(moment: Moment, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
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
  // The live line comes as a tunnel.
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

/** A request to a proxy names the whole address. */
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
