// People with sessions, devices and conversations for the benchmarks of the private stream.
import { Agent, request } from "node:http";
import type { Knex } from "knex";
import { WebSocket } from "ws";
import { newId } from "../shared/kit/ids.ts";
import type { ExchangeAnswer, SentCommand } from "../shared/sync.ts";
import { startSession } from "../sync-server/domain/accounts/sessions.ts";

export type Phone = { id: string; token: string; clientId: string; cursor: string | null };

/** Verified people, each signed in on one device. */
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

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** POSTs JSON over a kept connection and gives the answer's text. */
export function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const type = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    const asked = request(url, { method: "POST", agent, headers: { ...type, ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode} ${text.slice(0, 200)}`)),
      );
      answer.on("error", reject);
    });
    asked.on("error", reject).end(body);
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

/** Opens a line and gives it once its hello has been answered. */
export function openLine(url: string, phone: Phone): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, {
      headers: { authorization: `Bearer ${phone.token}` },
      perMessageDeflate: false,
    });
    const { clientId, id: userId, cursor } = phone;
    socket.on("open", () =>
      socket.send(JSON.stringify({ type: "hello", clientId, userId, schema: 1, cursor, buckets: [], visible: true })),
    );
    socket.once("message", () => resolve(socket));
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`line closed with ${code}`)));
  });
}

/** The same for the bare server. */
export function openRaw(url: string, name: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/?${name}`, { perMessageDeflate: false });
    socket.on("open", () => socket.send(`{"hello":"${name}"}`));
    socket.once("message", () => resolve(socket));
    socket.on("error", reject);
  });
}
