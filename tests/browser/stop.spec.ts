// Stops the product in each way that users and supervisors use, while it and all cores are busy.
import { expect, test } from "@playwright/test";
import { stopUnderLoad, ways } from "../setup/stops.ts";

/** `STOPS=10` for a longer run. */
const STOPS = Number(process.env["STOPS"] ?? 1);
/** A supervisor kills remaining processes after this time. */
const SUPERVISOR_SECONDS = 10;

for (const way of ways)
  test(`server and database stop in time under full load: ${way.name}`, async () => {
    test.setTimeout(STOPS * 120_000);
    for (let n = 0; n < STOPS; n++) {
      const stopped = await stopUnderLoad(way, 60_000);
      expect(stopped).toMatchObject({ serverLeft: false, postgresLeft: false });
      expect(stopped.seconds).toBeLessThan(SUPERVISOR_SECONDS);
    }
  });
