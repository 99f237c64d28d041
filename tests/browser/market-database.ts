// The database of the market's product, for what only time brings about.
import path from "node:path";
import type { Knex } from "knex";
import { startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";

/** Joins the product's running database for one change. */
export async function inMarketDatabase(change: (db: Knex) => Promise<void>): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: path.join(process.env["MARKET_DATA"] ?? "", "postgres"),
  });
  const db = openDatabase(url, { pool: 2 });
  try {
    await change(db);
  } finally {
    await db.destroy();
    await stop();
  }
}
