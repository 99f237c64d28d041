// Creates users with sessions, devices and conversations for the sync benchmarks.
import { connect, type Socket } from "node:net";
import type { BrowserContext } from "@playwright/test";
import type { Knex } from "knex";
import { WebSocket } from "ws";
import { newId } from "../../shared/kit/ids.ts";
import type { ExchangeAnswer, SentCommand } from "../../shared/sync.ts";
import { startSession } from "../../sync-server/domain/accounts/sessions.ts";

export type Phone = { id: string; token: string; clientId: string; cursor: string | null };

/** Verified users, each signed in on one device. */
export async function addPhones(db: Knex, count: number): Promise<Phone[]> {
  const phones = Array.from({ length: count }, () => ({ id: newId(), clientId: newId(), cursor: null, token: "" }));
  const users = phones.map(({ id }, at) => ({
    id,
    email: `${id}@bench.test`,
    password: "-",
    name: `Person ${at}`,
    userType: "pilot",
    memberSince: "2026",
    isEmailVerified: true,
  }));
  await db.batchInsert("users", users, 500);
  for (let at = 0; at < phones.length; at += 50)
    await Promise.all(
      phones.slice(at, at + 50).map(async (phone) => (phone.token = await startSession(db, phone.id, "bench"))),
    );
  return phones;
}

export const sessionCookies = (url: string, { token }: Phone) => [
  { name: "tailhour_session", value: token, url, httpOnly: true },
  { name: "tailhour_signed_in", value: "1", url },
];

/** Signs a browser in as this user. */
export async function signIn(context: BrowserContext, url: string, phone: Phone): Promise<void> {
  await context.addCookies(sessionCookies(url, phone));
}

type Asked = { resolve(text: string): void; reject(error: Error): void };
/** A keep-alive connection; answers have a content length. */
type Wire = { socket: Socket; asked: Asked | null; got: Buffer };

const idle = new Map<string, Wire[]>();

function openWire(url: URL): Wire {
  const wire: Wire = { socket: connect(Number(url.port), url.hostname), asked: null, got: Buffer.alloc(0) };
  wire.socket.setNoDelay(true).unref();
  wire.socket.on("data", (chunk: Buffer) => take(wire, url.host, chunk));
  wire.socket.on("error", (error) => wire.asked?.reject(error));
  wire.socket.on("close", () => {
    wire.asked?.reject(new Error("the connection was closed"));
    idle.set(url.host, idle.get(url.host)?.filter((one) => one !== wire) ?? []);
  });
  return wire;
}

function take(wire: Wire, host: string, chunk: Buffer): void {
  wire.got = wire.got.length === 0 ? chunk : Buffer.concat([wire.got, chunk]);
  const end = wire.got.indexOf("\r\n\r\n");
  if (end < 0) return;
  const head = wire.got.toString("latin1", 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  if (wire.got.length < end + 4 + length) return;
  const text = wire.got.toString("utf8", end + 4, end + 4 + length);
  const { asked } = wire;
  [wire.asked, wire.got] = [null, Buffer.alloc(0)];
  const others = idle.get(host) ?? [];
  idle.set(host, others);
  others.push(wire);
  if (head.startsWith("HTTP/1.1 200")) asked?.resolve(text);
  else asked?.reject(new Error(`${head.slice(0, 30)} ${text.slice(0, 200)}`));
}

/**
 * POSTs JSON over a keep-alive connection and returns the text of the answer. A minimal client: Node's `fetch` costs
 * more CPU than the server's work for a message, and both share a machine.
 */
export function post(address: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return ask("POST", address, body, { "Content-Type": "application/json", ...headers });
}

/** Sends JSON of a signed-in user in the same way. */
export function send(method: string, address: string, body: string, { token }: Phone): Promise<string> {
  return ask(method, address, body, { "Content-Type": "application/json", authorization: `Bearer ${token}` });
}

/** GETs a text in the same way. */
export function get(address: string): Promise<string> {
  return ask("GET", address, "", {});
}

function ask(method: string, address: string, body: string, headers: Record<string, string>): Promise<string> {
  const url = new URL(address);
  const wire = idle.get(url.host)?.pop() ?? openWire(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    wire.asked = { resolve, reject };
    wire.socket.write(
      `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n${lines.join("")}\r\n${body}`,
    );
  });
}

export async function exchange(url: string, phone: Phone, commands: SentCommand[] = []): Promise<ExchangeAnswer> {
  const { clientId, id: userId, cursor, token } = phone;
  const body = JSON.stringify({ clientId, userId, schema: 1, cursor, commands });
  const answer = JSON.parse(
    await post(`${url}/api/sync`, body, { authorization: `Bearer ${token}` }),
  ) as ExchangeAnswer;
  phone.cursor = answer.to;
  return answer;
}

export function messageTo(receiver: Phone, content: string): SentCommand {
  return { id: newId(), name: "messages.send", input: { receiverId: receiver.id, content, aircraftId: null } };
}

/** Opens a line to the minimal server; it gives a hello back. */
export function openRaw(url: string, name: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/?${name}`, { perMessageDeflate: false });
    socket.on("open", () => socket.send(`{"hello":"${name}"}`));
    socket.once("message", () => resolve(socket));
    socket.on("error", reject);
  });
}
