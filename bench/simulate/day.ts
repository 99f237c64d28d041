// Replays a day: every opening of every phone with its line and commands, second by second, and an outage with its storm.
import { createDice, type Dice } from "./dice.ts";

export const DAY = 86_400;
/** Openings late in the day end after it. */
const AFTER = 7200;
export const SECONDS = DAY + AFTER;

export type DayOptions = {
  phones: number;
  seed: number;
  habits: {
    openings: number;
    minutesOpen: number;
    messages: number;
    otherCommands: number;
    details: number;
    visits: number;
    listsOfVisit: number;
    detailsOfVisit: number;
    hours: readonly number[];
  };
  /** Null for a day without one. */
  outage: { fromHour: number; minutes: number } | null;
  retries: { firstMs: number; slowestMs: number };
  /** Lines that all processes together open in a second. */
  handshakesASecond: number;
};

/** Numbers by second. */
export type Series = Uint32Array;

export type Day = {
  /** Lines that opened, and tries that were refused: without a server, or over the limit. */
  handshakes: Series;
  refused: Series;
  /** Lines that are open at the end of a second. */
  lines: Int32Array;
  /** Commands that a server stored. */
  messages: Series;
  others: Series;
  /** Exchanges that carry no command: one an opening. */
  exchanges: Series;
  lists: Series;
  details: Series;
  totals: {
    openings: number;
    /** Openings that ended, with and without a line at that time. */
    closings: number;
    /** Commands that people gave. */
    given: number;
    stored: number;
    /** Lines that the outage cut, and openings that began in it. */
    cut: number;
    /** Of those: back on a line, and closed before. */
    back: number;
    closedBefore: number;
  };
  /** Seconds from the end of the outage until the last waiting phone was back; 0 without an outage. */
  recovery: number;
};

type Waiting = { end: number; tries: number; messages: number; others: number };

/** @throws for a number of phones or an outage that is no day's */
export function replayDay(options: DayOptions): Day {
  const { phones, habits, outage } = options;
  if (!Number.isInteger(phones) || phones < 1) throw new Error(`${phones} phones: a day needs at least one.`);
  const [from, until] = outage
    ? [outage.fromHour * 3600, outage.fromHour * 3600 + outage.minutes * 60]
    : [SECONDS, SECONDS];
  if (outage && (from < 0 || until > DAY || until <= from)) throw new Error("The outage must lie within the day.");
  const dice = createDice(options.seed);
  const series = () => new Uint32Array(SECONDS);
  const day: Day = {
    ...{
      handshakes: series(),
      refused: series(),
      lines: new Int32Array(SECONDS),
      messages: series(),
      others: series(),
    },
    ...{ exchanges: series(), lists: series(), details: series(), recovery: 0 },
    totals: { openings: 0, closings: 0, given: 0, stored: 0, cut: 0, back: 0, closedBefore: 0 },
  };
  const storm: Waiting[][] = [];
  const clock = hourClock(habits.hours, dice);
  const isOut = (second: number) => second >= from && second < until;
  /** An opening waits for its line from `second` on, with the commands that it has until then. */
  const wait = (second: number, waiting: Waiting) => (storm[second] ??= []).push(waiting);
  const store = (second: number, messages: number, others: number) => {
    day.messages[second]! += messages;
    day.others[second]! += others;
    day.totals.stored += messages + others;
  };

  const openings = phones * habits.openings;
  for (let opening = 0; opening < openings; opening++) {
    const start = clock();
    const end = Math.min(SECONDS - 1, start + Math.max(5, Math.round(dice.span(habits.minutesOpen * 60))));
    day.totals.openings++;
    const meets = end > from && start < until;
    const waiting: Waiting = { end, tries: 0, messages: 0, others: 0 };
    for (const [kind, mean] of [
      ["messages", habits.messages],
      ["others", habits.otherCommands],
    ] as const)
      for (let left = dice.count(mean / habits.openings); left > 0; left--) {
        const at = start + Math.floor(dice.next() * (end - start));
        day.totals.given++;
        // What is given without a line is sent when it is back.
        if (meets && at >= from && at < until) waiting[kind]++;
        else store(at, kind === "messages" ? 1 : 0, kind === "others" ? 1 : 0);
      }
    for (let left = dice.count(habits.details / habits.openings); left > 0; left--) {
      const at = start + Math.floor(dice.next() * (end - start));
      if (!isOut(at)) day.details[at]!++;
    }
    if (!isOut(start)) {
      open(day, start);
      day.lines[start]!++;
      if (!meets) {
        close(day, end);
        continue;
      }
      close(day, from, false);
    }
    day.totals.cut++;
    wait(Math.max(from, start), waiting);
  }
  for (let visit = Math.round(phones * habits.visits); visit > 0; visit--) {
    const at = clock();
    if (isOut(at)) continue;
    day.lists[at]! += dice.count(habits.listsOfVisit);
    day.details[at]! += habits.detailsOfVisit;
  }
  if (outage) calm(day, storm, { ...options, until, dice, store });
  for (let second = 1; second < SECONDS; second++) day.lines[second]! += day.lines[second - 1]!;
  return day;
}

function open(day: Day, second: number): void {
  day.handshakes[second]!++;
  day.exchanges[second]!++;
}

/** `lines` holds differences until the end of the replay. */
function close(day: Day, second: number, isEnd = true): void {
  day.lines[second]!--;
  if (isEnd) day.totals.closings++;
}

/** Lets waiting phones try again until each has a line or is closed. */
function calm(
  day: Day,
  storm: Waiting[][],
  {
    until,
    dice,
    retries,
    handshakesASecond,
    store,
  }: DayOptions & { until: number; dice: Dice; store(second: number, messages: number, others: number): void },
): void {
  for (let second = 0; second < SECONDS; second++) {
    // Phones of one second come in any order.
    for (const one of shuffled(storm[second] ?? [], dice)) {
      if (second >= one.end) {
        // The service worker sends what waits, without a line.
        const later = Math.min(SECONDS - 1, Math.max(second, until) + Math.floor(dice.next() * 60));
        store(later, one.messages, one.others);
        if (one.messages + one.others > 0) day.exchanges[later]!++;
        day.totals.closings++;
        day.totals.closedBefore++;
      } else if (second >= until && day.handshakes[second]! < handshakesASecond) {
        open(day, second);
        day.lines[second]!++;
        store(second, one.messages, one.others);
        close(day, one.end);
        day.totals.back++;
        day.recovery = Math.max(day.recovery, second - until);
      } else {
        day.refused[second]!++;
        const most = Math.min(retries.slowestMs, retries.firstMs * 2 ** one.tries);
        one.tries++;
        const next = Math.min(SECONDS - 1, second + Math.max(1, Math.round((dice.next() * most) / 1000)));
        if (next <= second) throw new Error("A phone waited beyond the day.");
        (storm[next] ??= []).push(one);
      }
    }
    storm[second] = [];
  }
}

function shuffled<Item>(items: Item[], dice: Dice): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(dice.next() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
}

/** Draws a second of the day by the shares of its hours. */
function hourClock(hours: readonly number[], dice: Dice): () => number {
  const sum = hours.reduce((all, one) => all + one, 0);
  if (hours.length !== 24 || !(sum > 0)) throw new Error("The day needs the shares of 24 hours.");
  const ends = hours.map((_, hour) => hours.slice(0, hour + 1).reduce((all, one) => all + one, 0) / sum);
  return () => {
    const at = dice.next();
    const hour = ends.findIndex((end) => at < end);
    return (hour < 0 ? 23 : hour) * 3600 + Math.floor(dice.next() * 3600);
  };
}
