// `npm run db:seed -- --aircraft N`: seeds the demo, and optionally a generated fleet of N aircraft.
import { parseArgs } from "node:util";
import type { Knex } from "knex";
import { ensureSyncMeta, keepPartitions } from "../change-log.ts";
import { seedDemo } from "./demo.ts";
import { seedFleet } from "./fleet.ts";

const MOST_AIRCRAFT = 1_000_000;

/**
 * Seeds a migrated database as the arguments demand; calls `say` with one line per result.
 * @throws Error with a readable sentence when an argument is wrong
 */
export async function runSeed(db: Knex, args: readonly string[], say: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { aircraft: { type: "string" } } });
  const count = values.aircraft === undefined ? 0 : Number(values.aircraft);
  if (!Number.isInteger(count) || count < 0 || count > MOST_AIRCRAFT)
    throw new Error(
      `--aircraft must be a whole number up to ${MOST_AIRCRAFT}. Example: npm run db:seed -- --aircraft 10000`,
    );
  await ensureSyncMeta(db);
  await keepPartitions(db);
  say((await seedDemo(db)) ? "Seeded the demo." : "The demo is already there.");
  if (count > 0) {
    await seedFleet(db, count);
    await db.raw("analyze aircraft, users");
    say(`The generated fleet has ${count} aircraft.`);
  }
}
