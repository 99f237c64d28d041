// What every simulated day must keep, whatever its inputs: nothing is lost, made up, or done before it is possible.
import { expect, it } from "vitest";
import { DAY, replayDay, type DayOptions } from "./day.ts";
import { figuresWith } from "./figures.ts";
import { habits, machines, measured, outage, prices, retries, sources } from "./inputs.ts";
import { planFor } from "./tiers.ts";

const PHONES = 4000;
const options: DayOptions = { phones: PHONES, seed: 7, habits, outage, retries, handshakesASecond: 6 };
const sum = (series: ArrayLike<number>) => Array.from(series).reduce((all, one) => all + one, 0);
const [from, until] = [outage.fromHour * 3600, outage.fromHour * 3600 + outage.minutes * 60];

it.each([1, 2, 3])(
  "[S1221] every opening ends, every command is stored once, and all lines close (seed %i)",
  (seed) => {
    for (const one of [options, { ...options, outage: null }]) {
      const day = replayDay({ ...one, seed });
      const { openings, closings, given, stored, cut, back, closedBefore } = day.totals;
      expect([openings, closings]).toEqual([PHONES * habits.openings, openings]);
      expect(stored).toBe(given);
      expect(sum(day.messages) + sum(day.others)).toBe(given);
      expect(given / PHONES / (habits.messages + habits.otherCommands)).toBeCloseTo(1, 1);
      expect(back + closedBefore).toBe(cut);
      expect(cut > 0).toBe(one.outage !== null);
      expect(Math.min(...day.lines)).toBe(0);
      expect(day.lines.at(-1)).toBe(0);
      // A line that was cut opens a second time.
      expect(sum(day.handshakes)).toBeGreaterThan(openings - closedBefore - 1);
    }
  },
);

it("[S1222] in an outage nothing is served, and phones come back no faster than the limit", () => {
  const day = replayDay(options);
  for (const series of [day.messages, day.others, day.lists, day.details, day.handshakes, day.lines])
    expect(sum(series.slice(from, until))).toBe(0);
  expect(sum(day.refused.slice(from, until))).toBeGreaterThan(day.totals.cut);
  const storm = day.handshakes.slice(until, until + day.recovery + 1);
  expect(Math.max(...storm)).toBeLessThanOrEqual(6);
  expect(day.recovery).toBeGreaterThanOrEqual(Math.floor(day.totals.back / 7));
  const faster = replayDay({ ...options, handshakesASecond: 2000 });
  expect(faster.recovery).toBeLessThan(day.recovery);
  // A phone waits at most its slowest retry.
  expect(faster.recovery).toBeLessThanOrEqual(retries.slowestMs / 1000 + 1);
});

it("[S1223] twice the phones give twice the work, and never fewer machines or a lower cost", () => {
  const [small, large] = [1, 2].map((factor) =>
    replayDay({ ...options, outage: null, phones: PHONES * factor * 10 }),
  ) as [ReturnType<typeof replayDay>, ReturnType<typeof replayDay>];
  expect(sum(large.messages) / sum(small.messages)).toBeCloseTo(2, 1);
  // The simulated hours have the shares of the inputs.
  const shares = habits.hours.map((_, hour) => sum(large.handshakes.slice(hour * 3600, hour * 3600 + 3600)));
  const all = habits.hours.reduce<number>((total, one) => total + one, 0);
  shares.forEach((share, hour) => expect(share / sum(large.handshakes)).toBeCloseTo(habits.hours[hour]! / all, 2));
  expect(sum(large.handshakes.slice(DAY))).toBe(0);
  const [one, two] = [planFor(small, measured, PHONES), planFor(large, measured, PHONES * 2)];
  for (const tier of ["processes", "servers", "databaseCores", "proxies"] as const)
    expect(two.machines[tier]).toBeGreaterThanOrEqual(one.machines[tier]);
  expect(two.cost.total).toBeGreaterThan(one.cost.total);
  const dear = planFor(small, measured, PHONES, { prices: { ...prices, databaseCore: prices.databaseCore * 2 } });
  expect(dear.cost.database).toBe(one.cost.database * 2);
  expect(dear.cost.total - one.cost.total).toBeCloseTo(one.cost.database, 6);
  // Reads on replicas leave the primary the writes alone.
  const split = planFor(large, measured, PHONES * 2, { hasReplicas: true });
  expect(split.peak.databaseCores).toBeLessThan(two.peak.databaseCores);
});

it("[S1224] the first bottleneck is the bound with the least room", () => {
  const day = replayDay({ ...options, outage: null });
  const { bounds } = planFor(day, { ...measured, message: { server: 1, postgres: 5e6 } }, PHONES);
  expect(bounds[0]?.what).toBe("cores of PostgreSQL's primary");
  const rooms = bounds.map(({ demand, limit }) => demand / limit);
  expect(rooms).toEqual([...rooms].sort((a, b) => b - a));
  const few = planFor(day, measured, PHONES, { machines: { ...machines, connections: 1 } });
  expect(few.bounds[0]?.what).toBe("direct connections to PostgreSQL");
});

it("[S1225] takes measured figures from a run, and refuses inputs that make no sense", () => {
  const figure = { item: "W11", what: "a message of 20 conversations, both with a line: PostgreSQL", value: 1234 };
  const { figures, used } = figuresWith({ figures: [figure] });
  expect(figures.message).toEqual({ server: measured.message.server, postgres: 1234 });
  expect(used).toHaveLength(1);
  expect(figuresWith(null)).toEqual({ figures: measured, used: [] });
  expect(() => figuresWith({ figures: [{ ...figure, value: Number.NaN }] })).toThrow("is no figure");
  expect(sources.every(({ path: [name] }) => name in measured)).toBe(true);
  expect(() => replayDay({ ...options, phones: 0 })).toThrow("at least one");
  expect(() => replayDay({ ...options, outage: { fromHour: 23, minutes: 90 } })).toThrow("within the day");
  const free = { ...prices, databaseCore: 0 };
  expect(() => planFor(replayDay(options), measured, PHONES, { prices: free })).toThrow("databaseCore must be above 0");
});
