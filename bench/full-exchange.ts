// Measures an exchange of 500 commands that run one by one, and how long it keeps other requests waiting.
import { newId } from "../shared/kit/ids.ts";
import { atMost, ofRounds, type Bench } from "./item.ts";
import { addPhones, exchange, get } from "./sync/people.ts";
import { atServer } from "./sync/place.ts";

const COMMANDS = 500;
const ROUNDS = 3;

export const fullExchange: Bench = {
  run: () =>
    atServer(async ({ url, db }) => {
      const [owner, ...pilots] = await addPhones(db, ROUNDS + 2);
      const planes = Array.from({ length: COMMANDS }, (_, n) => plane(owner!.id, n));
      await db.batchInsert("aircraft", planes, 100);
      const [whole, longest, quiet]: number[][] = [[], [], []];
      for (const [round, pilot] of pilots.entries()) {
        await exchange(url, pilot);
        const commands = planes.map(({ id: aircraftId }) => ({
          id: newId(),
          name: "favorites.add",
          input: { aircraftId },
        }));
        quiet!.push(await longestAnswer(url, wait(300)));
        const startedAt = performance.now();
        const running = exchange(url, pilot, commands);
        longest!.push(await longestAnswer(url, running));
        const { outcomes } = await running;
        whole!.push(performance.now() - startedAt);
        const applied = outcomes.filter(({ status }) => status === "applied").length;
        if (applied !== COMMANDS) throw new Error(`${applied} of ${COMMANDS} applied: ${JSON.stringify(outcomes[0])}`);
        // The first round runs code that is not compiled yet.
        if (round === 0) for (const figures of [whole, longest, quiet]) figures!.length = 0;
      }
      const bar = atMost(50);
      return [
        { item: "S2", what: `${COMMANDS} favorites in one exchange`, ...ofRounds(whole!), unit: "ms" },
        {
          item: "S2",
          what: "  longest health check meanwhile",
          ...ofRounds(longest!, quiet),
          unit: "ms",
          bar,
        },
      ];
    }),
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The longest answer in milliseconds of health checks, one after the other, until `running` settles. */
async function longestAnswer(url: string, running: Promise<unknown>): Promise<number> {
  let isRunning = true;
  void running.finally(() => (isRunning = false)).catch(() => undefined);
  let longest = 0;
  while (isRunning) {
    const startedAt = performance.now();
    await get(`${url}/healthz`);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

function plane(ownerId: string, n: number) {
  return {
    id: newId(),
    ownerId,
    name: `Cessna 172S ${n}`,
    make: "Cessna",
    model: "172S",
    year: "2004",
    type: "single-engine",
    location: "Denver CO",
    hourlyRate: 150,
    ...{ seats: 4, cruiseSpeed: 122, range: 640, fuelCapacity: "53 gal", maxWeight: "2,550 lbs" },
    bucket: "denver-co",
    imageUrl: "/illustrations/default-aircraft.svg",
  };
}
