// One random history of bookings: users act, networks and devices fail, time jumps; then all faults end and the result is checked.
import type { Broken } from "../oracle.ts";
import { Dice } from "../simulation.ts";
import { act } from "./market-acts.ts";
import { checkAgreement, checkEnds } from "./market-checks.ts";
import { Market, type MarketFaults } from "./market.ts";
import type { MarketServer } from "./market-server.ts";

export type MarketPlan = { seed: number; steps: readonly number[] };

/** Derives a plan from a seed. */
export function marketPlanOf(seed: number): MarketPlan {
  const dice = new Dice(seed ^ 0x5bd1e995);
  return { seed, steps: Array.from({ length: 30 + dice.below(21) }, () => dice.below(2_000_000_000)) };
}

/** Weights of the kinds of steps. */
const weights = { act: 72, wait: 6, network: 7, crash: 3, leap: 6, jobs: 4, clock: 3 };
type Kind = keyof typeof weights;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function kindOf(step: number): Kind {
  let left = step % Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  for (const [kind, weight] of Object.entries(weights)) {
    if (left < weight) return kind as Kind;
    left -= weight;
  }
  return "wait";
}

/** Runs a history on the server; returns the broken rule, or null. */
export async function runMarket(
  server: MarketServer,
  { seed, steps }: MarketPlan,
  faults: MarketFaults = {},
): Promise<Broken | null> {
  const market = new Market(server, seed, faults);
  try {
    await market.open();
    for (const step of steps) {
      takeStep(market, step);
      await market.sim.run(market.sim.dice.pick([1, 300, 3_000, 30_000])!);
      if (market.record.broken) return market.record.broken;
    }
    await heal(market);
    return market.record.broken;
  } finally {
    market.close();
  }
}

function takeStep(market: Market, step: number): void {
  const { sim, devices } = market;
  const rest = Math.floor(step / 1000);
  const dice = new Dice(rest);
  // The owner acts most.
  const device = dice.chance(0.4) ? devices[2]! : devices[rest % devices.length]!;
  const kind = kindOf(step % 1000);
  if (kind === "act")
    act(market, device, dice).catch((error: unknown) => market.record.fail("device", String((error as Error).stack)));
  else if (kind === "wait") void device.engine.trigger("visible");
  else if (kind === "network") device.switchNetwork(!device.isOnline);
  else if (kind === "crash") device.crash();
  else if (kind === "jobs") market.runJobs();
  else if (kind === "clock") device.skewMs = (dice.below(61) - 30) * DAY;
  else {
    sim.leap(dice.pick([0.5, 2, 4, 10])! * HOUR + dice.below(HOUR));
    if (dice.chance(0.7)) sim.after(dice.below(20_000), () => market.runJobs());
  }
}

/** Ends all faults and checks that all agree; then lets all flights end and checks again. */
async function heal(market: Market): Promise<void> {
  const { sim, devices, network } = market;
  Object.assign(network, { loss: 0, longestDelayMs: 50, doubles: 0 });
  await sim.run(40_000);
  for (const device of devices) device.switchNetwork(true);
  await sim.run(60_000);
  await refresh(market);
  await checkAgreement(market);
  const ends: string[] = await market.server.db("bookings").where({ aircraftId: market.plane.id }).pluck("endsAt");
  sim.leap(Math.max(sim.now, ...ends.map((end) => Date.parse(end))) - sim.now + HOUR);
  market.runJobs();
  await sim.run(20_000);
  await refresh(market);
  await checkAgreement(market);
  checkEnds(market);
}

async function refresh({ sim, devices }: Market): Promise<void> {
  for (const device of devices) void device.engine.trigger("visible");
  await sim.run(5_000);
}
