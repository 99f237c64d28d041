// Starts the product on its own database, and for some figures the minimal server too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Knex } from "knex";
import type { WebSocket } from "ws";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { startProduct } from "../../tests/setup/product.ts";
import { temporaryPostgres } from "../../tests/setup/temporary.ts";
import { addPhones, exchange, messageTo, type Phone } from "./people.ts";

export type Server = { url: string; pid: number; databaseUrl: string; db: Knex };
export type Place = Server & { raw: string };

/** Starts the product without demo data, runs `work`, and stops it. */
export async function atServer<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
  const postgres = await temporaryPostgres("tailhour-bench");
  const product = await startProduct({ DATABASE_URL: postgres.url, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1" });
  const db = openDatabase(postgres.url);
  try {
    return await work({ url: product.url, pid: product.pid, databaseUrl: postgres.url, db });
  } finally {
    await db.destroy();
    await product.stop();
    await postgres.stop();
  }
}

/** Starts the minimal server on this database. */
export async function startRaw(databaseUrl: string): Promise<{ url: string; pid: number; stop(): void }> {
  const raw = spawn(process.execPath, ["--import", "tsx", "bench/limits/sync.ts", databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(raw.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), pid: raw.pid ?? 0, stop: () => void raw.kill() };
}

/** Starts the minimal server too, on the same database. */
export function atPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  return atServer(async (server) => {
    const raw = await startRaw(server.databaseUrl);
    try {
      return await work({ ...server, raw: raw.url });
    } finally {
      raw.stop();
    }
  });
}

/** Two users with a conversation, after their first pull. */
export async function acquainted(place: Pick<Server, "url" | "db">, pairs: number): Promise<[Phone, Phone][]> {
  const phones = await addPhones(place.db, pairs * 2);
  const couples = Array.from({ length: pairs }, (_, at): [Phone, Phone] => [phones[at * 2]!, phones[at * 2 + 1]!]);
  for (const [one, other] of couples) {
    await exchange(place.url, one, [messageTo(other, "Hello")]);
    await exchange(place.url, other);
    await exchange(place.url, one);
  }
  return couples;
}

export const nextMessage = (socket: WebSocket) => new Promise((resolve) => socket.once("message", resolve));
