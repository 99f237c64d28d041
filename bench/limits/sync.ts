// The limit of W2 to W5b: the same rows through `pg`, `http` and `ws` only, durable, without sessions, permissions or cursors.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { WebSocketServer, type WebSocket } from "ws";
import { newId } from "../../shared/kit/ids.ts";

type Row = { from: string; to: string; content: string };

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(`create table if not exists raw_messages (
  id uuid primary key, "from" text not null, "to" text not null, content text not null, at timestamptz not null default now())`);
const insert = {
  name: "insert",
  text: `insert into raw_messages (id, "from", "to", content) select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
};

const sockets = new Map<string, WebSocket>();

async function store(rows: readonly Row[]): Promise<void> {
  const ids = rows.map(() => newId());
  await pool.query({
    ...insert,
    values: [ids, rows.map(({ from }) => from), rows.map(({ to }) => to), rows.map(({ content }) => content)],
  });
  for (const row of rows) sockets.get(row.to)?.send(JSON.stringify(row));
}

const server = createServer((asked, answer) => {
  // A page of the product posts to it too.
  answer.setHeader("Access-Control-Allow-Origin", "*");
  const chunks: Buffer[] = [];
  asked.on("data", (chunk: Buffer) => chunks.push(chunk));
  asked.on("end", () => {
    void store(JSON.parse(Buffer.concat(chunks).toString()) as Row[]).then(() => answer.end("{}"));
  });
});

// Rows that arrive during a commit are stored together by the next one.
let waiting: { row: Row; socket: WebSocket }[] = [];
let underWay = 0;

async function drain(): Promise<void> {
  const group = waiting;
  waiting = [];
  underWay++;
  await store(group.map(({ row }) => row));
  underWay--;
  for (const { socket } of group) socket.send("1");
  if (waiting.length > 0) void drain();
}

const lines = new WebSocketServer({ server, perMessageDeflate: false });
lines.on("connection", (socket, request) => {
  const name = request.url?.slice(2) ?? "";
  sockets.set(name, socket);
  socket.on("message", (data: Buffer) => {
    const row = JSON.parse(data.toString()) as Row | { hello: string };
    if ("hello" in row) return socket.send(data.toString());
    waiting.push({ row, socket });
    if (underWay < 2) void drain();
  });
});
server.listen({ port: 0, host: "localhost", backlog: 4096 }, () =>
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`),
);
