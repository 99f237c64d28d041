// Tests the histories of bookings themselves: they must find every mutant.
import { expect, test } from "vitest";
import { marketPlanOf, runMarket } from "./market-history.ts";
import { marketMutants } from "./market-mutants.ts";
import { startMarketServer } from "./market-server.ts";

/** Most histories to find a mutant; each needed fewer than a tenth of them when it was added. */
const MOST = 100;

test.each(marketMutants)("[R24] random histories of bookings find: $name", { timeout: 300_000 }, async (mutant) => {
  const server = await startMarketServer(mutant.sql);
  try {
    for (let seed = 1; seed <= MOST; seed++) {
      const broken = await runMarket(server, marketPlanOf(seed), mutant.faults);
      if (broken && !mutant.rules.includes(broken.rule)) expect.fail(`history ${seed}: ${broken.message}`);
      if (broken) return;
    }
    expect.fail(`${MOST} histories went by and nobody noticed.`);
  } finally {
    await server.stop();
  }
});
