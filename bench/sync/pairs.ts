// Measures W4 and W4b: twenty conversations at once, with one or ten messages in flight each.
import { atLeast, atLeastLimits, atMost, ofRounds, quantile, type Measurement } from "../item.ts";
import { openLine, within } from "./line.ts";
import { messageTo, openRaw, type Phone } from "./people.ts";
import { acquainted, type Place } from "./place.ts";

export const PAIRS = 20;
const ROUNDS = 3;
const SECONDS = 2;
const WARM_UP_MS = 1000;

/** What one round saw. `repeats` are messages that a receiver got more than once, of 100. */
type Round = { perSecond: number; p50: number; p99: number; repeats: number };

export function pairsOf(inFlight: number): (place: Place) => Promise<Measurement[]> {
  return async function pairs(place) {
    const couples = await acquainted(place, PAIRS);
    const [ours, raw]: Round[][] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      raw!.push(await talk(await Promise.all(couples.map((_, at) => rawPair(place, at))), inFlight));
      ours!.push(await talk(await Promise.all(couples.map((couple) => pair(place, couple))), inFlight));
    }
    const of = (figure: keyof Round) =>
      ofRounds(
        ours!.map((one) => one[figure]),
        raw!.map((one) => one[figure]),
      );
    const what = `${PAIRS} pairs, ${inFlight} in flight each`;
    if (inFlight > 1) {
      const bars = { bar: atLeast(5000), goal: atLeastLimits(0.6) };
      // Each message waits for nine others, so only the throughput has a bar.
      return [
        { item: "W4b", what: `${what}: messages/s`, ...of("perSecond"), unit: "", ...bars },
        { item: "W4b", what: `${what}: p50`, ...of("p50"), unit: "ms" },
      ];
    }
    const { limit: _none, ...repeats } = of("repeats");
    const bars = { bar: atLeast(3000), goal: atLeastLimits(0.75) };
    return [
      { item: "W4", what: `${what}: messages/s`, ...of("perSecond"), unit: "", ...bars },
      { item: "W4", what: `${what}: p50`, ...of("p50"), unit: "ms", bar: atMost(7) },
      { item: "W4", what: `${what}: p99`, ...of("p99"), unit: "ms", bar: atMost(20) },
      { item: "W4", what: `${what}: messages that arrive again`, ...repeats, unit: "%" },
    ];
  };
}

/** Sends a message; resolves when the receiver has it and the sender has the answer. */
type Talker = { send(): Promise<void>; failed: Promise<never>; repeats(): number; end(): void };

export async function talk(talkers: Talker[], inFlight: number): Promise<Round> {
  const times: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const until = from + SECONDS * 1000;
  async function go(talker: Talker): Promise<void> {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await talker.send();
      const endedAt = performance.now();
      // A message that ends after the window is not counted, as one that started before it.
      if (startedAt > from && endedAt <= until) times.push(endedAt - startedAt);
    }
  }
  const talking = Promise.all(talkers.flatMap((talker) => Array.from({ length: inFlight }, () => go(talker))));
  await within("the messages of a round", Promise.race([talking, ...talkers.map(({ failed }) => failed)]));
  for (const talker of talkers) talker.end();
  const again = talkers.reduce((sum, talker) => sum + talker.repeats(), 0);
  return {
    perSecond: times.length / SECONDS,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    repeats: (100 * again) / times.length,
  };
}

/** Both phones have a live line, and the sender says hello after each exchange, as the app does. */
export async function pair({ url }: Pick<Place, "url">, [from, to]: [Phone, Phone]): Promise<Talker> {
  const [own, line] = [await openLine(url, from), await openLine(url, to)];
  const waiting = new Map<unknown, () => void>();
  const seen = new Set<unknown>();
  let again = 0;
  line.onRows = ({ messages = [] }) => {
    for (const { id } of messages) {
      if (seen.has(id)) again++;
      seen.add(id);
      waiting.get(id)?.();
    }
  };
  return {
    failed: Promise.race([own.failed, line.failed]),
    async send() {
      const command = messageTo(to, "Is it free on Friday afternoon?");
      const arrived = new Promise<void>((resolve) => waiting.set(command.id, resolve));
      await own.send(command);
      await arrived;
      waiting.delete(command.id);
    },
    repeats: () => again,
    end: () => [own, line].forEach((one) => one.close()),
  };
}

async function rawPair({ raw }: Place, at: number): Promise<Talker> {
  const [from, to] = [await openRaw(raw, `from-${at}`), await openRaw(raw, `to-${at}`)];
  const answered: (() => void)[] = [];
  const arrived: (() => void)[] = [];
  from.on("message", () => answered.shift()?.());
  to.on("message", () => arrived.shift()?.());
  return {
    async send() {
      const both = [answered, arrived].map((list) => new Promise<void>((resolve) => list.push(resolve)));
      from.send(JSON.stringify({ from: `from-${at}`, to: `to-${at}`, content: "Is it free on Friday afternoon?" }));
      await Promise.all(both);
    },
    failed: new Promise<never>(() => undefined),
    repeats: () => 0,
    end: () => [from, to].forEach((socket) => socket.terminate()),
  };
}
