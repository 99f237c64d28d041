// The product's exchange and booking jobs on a real database, at a time that the history sets.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Koa from "koa";
import type { Knex } from "knex";
import { vi } from "vitest";
import { httpTransport } from "../../../pwa/device/transport/http-transport.ts";
import type { Transport } from "../../../pwa/device/sync/ports.ts";
import type { RequestState } from "../../../sync-server/http/context.ts";
import { answerErrors } from "../../../sync-server/http/errors.ts";
import { createExchange, exchangeRoutes } from "../../../sync-server/http/exchange.ts";
import { readConfig } from "../../../sync-server/config.ts";
import { freshDatabase } from "../../postgres.ts";
import { replayServicesOf, servicesOf } from "../../services.ts";

export type MarketServer = {
  db: Knex;
  /** Sets the time of server and database. */
  setTime(now: number): Promise<void>;
  /** Sends exchanges with a session. */
  transport(token: string): Transport;
  stop(): Promise<void>;
};

/** Statements and defaults find this `now()` before that of PostgreSQL. The change log, which no user sees, keeps the real time. */
const clock = `
  create schema model;
  create table model.clock (at timestamptz not null);
  insert into model.clock values (pg_catalog.now());
  create function model.now() returns timestamptz stable language sql as 'select at from model.clock';
  do $$ declare line text; begin
    for line in
      select format('alter table %I alter column %I set default model.now()', table_name, column_name)
      from information_schema.columns
      where table_schema = 'public' and column_default = 'now()' and table_name not like 'change_log%'
    loop execute line; end loop;
  end $$;
`;

/** `change` is SQL that runs once on the new database. */
export async function startMarketServer(change = ""): Promise<MarketServer> {
  const { knex: db, url } = await freshDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "tailhour-market-"));
  await db.raw(clock);
  await db.raw("alter database ?? set search_path = model, pg_catalog, public", [new URL(url).pathname.slice(1)]);
  // Only new connections have the setting.
  await db.destroy();
  db.initialize();
  if (change) await db.raw(change);
  const config = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: url,
    DEMO: "0",
    SMTP_URL: "smtp://127.0.0.1:1",
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "100000",
  });
  vi.useFakeTimers({ toFake: ["Date"] });
  const services = replayServicesOf(await servicesOf(db), config);
  const app = new Koa<RequestState>();
  app.use(answerErrors(services.log));
  app.use(exchangeRoutes(createExchange({ ...services, config })));
  const server = createServer((request, response) => void app.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    db,
    async setTime(now) {
      vi.setSystemTime(now);
      await db.raw("update model.clock set at = ?", [new Date(now).toISOString()]);
    },
    transport: (token) =>
      httpTransport({ fetch: (target, init) => fetch(new URL(target as string, origin), init), token: () => token }),
    async stop() {
      vi.useRealTimers();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
