// A live-line client for tests that keeps all frames in order.
import { once } from "node:events";
import { WebSocket, type ClientOptions } from "ws";
import type { PhoneFrame, ServerFrame } from "../../shared/sync.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { TestPerson } from "../people.ts";

export type LiveClient = {
  frames: ServerFrame[];
  say(frame: PhoneFrame): void;
  hello(cursor: string | null, over?: object): void;
  /** The next unread frame of a type; skips heartbeats. */
  next<Type extends ServerFrame["type"]>(type: Type): Promise<ServerFrame & { type: Type }>;
  /** Resolves once the server has taken all frames so far, and this client what the server sent meanwhile. */
  taken(): Promise<void>;
  /** The close code, or the HTTP status that rejected the upgrade. */
  closed: Promise<number>;
  socket: WebSocket;
};

/** Opens a line for a user; `socket.close()` closes it. */
export async function openLine(
  url: string,
  person: Pick<TestPerson, "id" | "headers">,
  options: ClientOptions = {},
): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, { headers: person.headers, ...options });
  const frames: ServerFrame[] = [];
  const waiting: { type: string; resolve(frame: ServerFrame): void }[] = [];
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ServerFrame;
    const index = waiting.findIndex(({ type }) => type === frame.type);
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(frame);
    else frames.push(frame);
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", resolve);
    socket.on("unexpected-response", (_, answer) => {
      resolve(answer.statusCode ?? 0);
      socket.terminate();
    });
    socket.on("error", () => {});
  });
  await Promise.race([new Promise((resolve) => socket.once("open", resolve)), closed]);
  return {
    frames,
    closed,
    socket,
    say: (frame) => socket.send(JSON.stringify(frame)),
    hello(cursor, over = {}) {
      const frame = {
        type: "hello",
        clientId: newId(),
        userId: person.id,
        schema: 1,
        cursor,
        buckets: [],
        visible: true,
      };
      socket.send(JSON.stringify({ ...frame, ...over }));
    },
    async taken() {
      socket.ping();
      await once(socket, "pong");
    },
    next(type) {
      const index = frames.findIndex((frame) => frame.type === type);
      const found = index >= 0 ? frames.splice(index, 1)[0] : undefined;
      const frame: ServerFrame | Promise<ServerFrame> =
        found ?? new Promise<ServerFrame>((resolve) => waiting.push({ type, resolve }));
      return Promise.resolve(frame) as Promise<never>;
    },
  };
}
