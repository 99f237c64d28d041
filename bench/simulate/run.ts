// `npm run simulate [-- --phones 1000000] [--seed 1] [--figures artifacts/bench.json] [--no-outage]`: a day of many phones on paper.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { replayDay, type Day, type DayOptions } from "./day.ts";
import { figuresWith } from "./figures.ts";
import { habits, machines, outage, retries } from "./inputs.ts";
import { planFor, returnsASecond, type Plan } from "./tiers.ts";

const usage = "npm run simulate -- [--phones 1000000] [--seed 1] [--figures artifacts/bench.json] [--no-outage]";
const given = readArguments();
const run = given.file && existsSync(given.file) ? JSON.parse(readFileSync(given.file, "utf8")) : null;
const { figures, used } = figuresWith(run as Parameters<typeof figuresWith>[0]);

const options: DayOptions = {
  ...{ phones: given.phones, seed: given.seed, habits, retries },
  outage: given.hasOutage ? outage : null,
  handshakesASecond: Infinity,
};
const ordinary = replayDay({ ...options, outage: null });
const plan = planFor(ordinary, figures, given.phones);
print(ordinary, plan, "one database");
if (given.hasOutage) printOutage();
const replicas = planFor(ordinary, figures, given.phones, { hasReplicas: true });
print(ordinary, replicas, "the same with replicas for lists and aircraft");
const source = used.length > 0 ? `${used.length} of ${given.file}, the others as recorded` : "as recorded";
console.log(`
figures: ${source} in bench/simulate/inputs.ts, which also has the assumed habits, machines and prices; a core is at most ${machines.busiest * 100} % busy`);

/** Machines for an ordinary day meet the storm after an outage: what they do in a second bounds who is back when. */
function printOutage(): void {
  const perMinute = (habits.messages + habits.otherCommands) / (habits.openings * habits.minutesOpen);
  const commands = perMinute * outage.minutes;
  const handshakesASecond = returnsASecond(plan.machines, figures, { commands, handshakes: retries.handshakesASecond });
  const { totals, recovery } = replayDay({ ...options, handshakesASecond });
  console.log(
    `  outage           ${outage.minutes} minutes from ${outage.fromHour}:00: of ${whole(totals.cut)} phones ${whole(totals.back)} are back within ${recovery} s (at most ${whole(handshakesASecond)} a second), ${whole(totals.closedBefore)} were closed before; ${whole(totals.stored)} of ${whole(totals.given)} commands stored`,
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function print({ totals }: Day, { peak, machines: planned, cost, bounds }: Plan, name: string): void {
  const dollars = (value: number) => `$${whole(value)}`;
  const parts = Object.entries(cost).filter(([part]) => part !== "total");
  const [first, ...others] = bounds;
  console.log(`
${name}: ${whole(given.phones)} phones, ${whole(totals.openings)} openings, ${whole(totals.stored)} commands stored of ${whole(totals.given)} given
  busiest second   ${whole(peak.lines)} lines, ${whole(peak.messages)} messages, ${whole(peak.lists)} lists, ${whole(peak.details)} aircraft; ${peak.serverCores.toFixed(1)} cores of servers, ${peak.databaseCores.toFixed(1)} of PostgreSQL's primary
  machines         ${planned.processes} processes on ${planned.servers} machines, PostgreSQL with ${planned.databaseCores} cores and a standby, ${planned.replicas} replicas, ${planned.proxies} proxies, ${planned.bus} for the bus
  a month          ${dollars(cost.total)}: ${parts.map(([part, value]) => `${part} ${dollars(value)}`).join(", ")}
  first bottleneck ${first!.what}: ${whole(first!.demand)} of ${whole(first!.limit)}; then: ${first!.then}`);
  for (const { what, demand, limit } of others)
    console.log(
      `                   ${what}: ${whole(demand)} of ${whole(limit)} (${((100 * demand) / limit).toFixed(0)} %)`,
    );
}

function readArguments(): { phones: number; seed: number; file: string; hasOutage: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        phones: { type: "string", default: "1000000" },
        seed: { type: "string", default: "1" },
        figures: { type: "string", default: "artifacts/bench.json" },
        "no-outage": { type: "boolean", default: false },
      },
    });
    const [phones, seed] = [Number(values.phones), Number(values.seed)];
    if (!Number.isInteger(phones) || phones < 1 || phones > 10_000_000 || !Number.isInteger(seed)) throw new Error();
    return { phones, seed, file: values.figures, hasOutage: !values["no-outage"] };
  } catch {
    console.error(`Usage: ${usage}; at most 10,000,000 phones.`);
    process.exit(1);
  }
}
