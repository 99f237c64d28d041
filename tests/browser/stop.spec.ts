// Stops the product in each way that users and supervisors use, while it and all cores are busy.
import { expect, test } from "@playwright/test";
import { stopUnderLoad, ways } from "../setup/stops.ts";
import { removeFolder, temporaryFolder } from "../setup/temporary.ts";

/** `STOPS=10` for a longer run. */
const STOPS = Number(process.env["STOPS"] ?? 1);
/** A supervisor kills remaining processes after this time. */
const SUPERVISOR_SECONDS = 10;

/** Each start but the first uses the data of the last stop: it starts faster than on new data, and shows that the data is whole. */
let folder: string;

test.beforeAll(() => {
  folder = temporaryFolder("tailhour-stop");
});

test.afterAll(async () => {
  await removeFolder(folder);
});

for (const way of ways)
  test(`server and database stop in time under full load: ${way.name}`, async () => {
    test.setTimeout(STOPS * 120_000);
    for (let n = 0; n < STOPS; n++) {
      const stopped = await stopUnderLoad(way, folder, 60_000);
      expect(stopped).toMatchObject({ serverLeft: false, postgresLeft: false });
      expect(stopped.seconds).toBeLessThan(SUPERVISOR_SECONDS);
    }
  });
