// A phone's live line that does what the app's does: it follows its cursor, says hello after each exchange, and exchanges when it is behind.
import { WebSocket } from "ws";
import type { Batch, Outcome, SentCommand, ServerFrame } from "../../shared/sync.ts";
import { exchange, type Phone } from "./people.ts";

export type Rows = Batch["rows"];

export type PhoneLine = {
  /** Called with the rows of each batch that follows the cursor. */
  onRows(rows: Rows): void;
  /** Sends a command with all others that wait: one exchange at a time, and a hello after it. @throws when it is not applied */
  send(command: SentCommand): Promise<void>;
  /** Rejects when the line ends or cannot catch up: what waits for its rows would never end. */
  failed: Promise<never>;
  close(): void;
};

/** Milliseconds after which a line that was not answered counts as refused. */
export const PATIENCE_MS = 20_000;

/** Rejects with these words once the patience is over, so that a lost frame hangs no benchmark. */
export function within<Value>(words: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${words}: not within ${PATIENCE_MS / 1000} s.`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Opens a live line and says hello. Resolves once the server has said that the cursor is current. `headers` are added to the handshake's.
 * @throws when the line is refused, closed, or told that it is behind
 */
export async function openLine(url: string, phone: Phone, headers: Record<string, string> = {}): Promise<PhoneLine> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, {
    headers: { authorization: `Bearer ${phone.token}`, ...headers },
    perMessageDeflate: false,
  });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  let waiting: SentCommand[] = [];
  let isExchanging = false;
  const settled = new Map<string, (outcome: Outcome) => void>();
  /** Exchanges until nothing waits any more. What the line brings meanwhile is dropped: the hello after it says the cursor. */
  async function flush(): Promise<void> {
    isExchanging = true;
    do {
      const commands = waiting;
      waiting = [];
      const { rows, outcomes } = await exchange(url, phone, commands);
      line.onRows(rows);
      for (const outcome of outcomes) settled.get(outcome.id)?.(outcome);
      hello(socket, phone);
    } while (waiting.length > 0);
    isExchanging = false;
  }
  const line: PhoneLine = {
    failed,
    onRows: () => undefined,
    async send(command) {
      waiting.push(command);
      const outcome = new Promise<Outcome>((resolve) => settled.set(command.id, resolve));
      if (!isExchanging) flush().catch(fail);
      const { status } = await Promise.race([outcome, failed]);
      settled.delete(command.id);
      if (status !== "applied") throw new Error(`A command was answered with ${status}.`);
    },
    close() {
      socket.removeAllListeners("close");
      socket.terminate();
    },
  };
  await within("an answer to a hello", greeted(socket, phone));
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ServerFrame;
    if (isExchanging) return;
    if (frame.type !== "behind" && frame.type !== "batch") return;
    if (frame.type === "behind" || frame.from !== phone.cursor) return void flush().catch(fail);
    phone.cursor = frame.to;
    line.onRows(frame.rows);
  });
  socket.on("close", (code) => fail(new Error(`A line was closed with ${code}.`)));
  return line;
}

/** Resolves with the answer to a hello of a current cursor: an empty batch that goes from it to it. */
function greeted(socket: WebSocket, phone: Phone): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (code: number) => reject(new Error(`A line was closed with ${code}.`));
    socket.once("open", () => hello(socket, phone));
    socket.once("error", reject);
    socket.once("close", refused);
    socket.once("message", (data: Buffer) => {
      socket.off("close", refused);
      const { type, ...frame } = JSON.parse(data.toString()) as { type: string } & Partial<Batch>;
      const isCurrent = type === "batch" && frame.from === phone.cursor && frame.to === phone.cursor;
      if (isCurrent && Object.keys(frame.rows ?? {}).length === 0) resolve();
      else reject(new Error(`A hello of a current cursor was answered with ${data.toString().slice(0, 200)}`));
    });
  });
}

/** Says the cursor of a device. */
function hello(socket: WebSocket, { clientId, id: userId, cursor }: Phone): void {
  socket.send(JSON.stringify({ type: "hello", clientId, userId, schema: 1, cursor, buckets: [], visible: true }));
}
