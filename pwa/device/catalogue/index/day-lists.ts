// The free days of the cards in a pack as lists of numbers: a search by date parses no card.
import {
  daysToBook,
  DEFAULT_HORIZON_DAYS,
  DEFAULT_NOTICE_HOURS,
  isClosedOn,
  type CardDays,
} from "../../../../shared/domain/hours/card-days.ts";
import { zoneOfLocation, type Placed } from "../../../../shared/domain/locations.ts";

/**
 * `starts` has the start of each card's list, and one more entry with the end. The list of a card with the usual plan is empty. Others
 * have closed weekdays, notice, horizon, an index into `zones`, and then the full days. An empty zone is that of the location.
 */
export type DayLists = { starts: Uint32Array<ArrayBuffer>; values: Uint16Array<ArrayBuffer>; zones: string[] };

/** The lists of cards. A value that is no number counts as 0, so a malformed card only shows other days. */
export function dayListsOf(cards: readonly (CardDays & Placed)[]): DayLists {
  const starts = new Uint32Array(cards.length + 1);
  const values: number[] = [];
  const zones = [""];
  cards.forEach(({ closedDays, noticeHours, horizonDays, fullDays, airport }, at) => {
    if (closedDays || noticeHours !== undefined || horizonDays || fullDays || airport) {
      const zone = airport?.zone ?? "";
      if (!zones.includes(zone)) zones.push(zone);
      values.push(closedDays ?? 0, noticeHours ?? DEFAULT_NOTICE_HOURS, horizonDays ?? DEFAULT_HORIZON_DAYS);
      values.push(zones.indexOf(zone), ...[fullDays ?? []].flat());
    }
    starts[at + 1] = values.length;
  });
  return { starts, values: Uint16Array.from(values), zones };
}

/**
 * Tells whether a card is free on a day: a function of its lists, its index in them, and its place. Asks the clock of each zone once for
 * each notice and horizon, since that takes 10 µs.
 */
export function freeOn(day: number, places: readonly string[], now: number) {
  const known = new Map<string, boolean>();
  const isInRange = (zone: string, noticeHours: number, horizonDays: number) => {
    const key = [zone, noticeHours, horizonDays].join();
    let isInside = known.get(key);
    if (isInside === undefined) {
      const { first, last } = daysToBook(zone, now, { noticeHours, horizonDays });
      known.set(key, (isInside = day >= first && day <= last));
    }
    return isInside;
  };
  const placeZones = places.map(zoneOfLocation);
  const usual = placeZones.map((zone) => isInRange(zone, DEFAULT_NOTICE_HOURS, DEFAULT_HORIZON_DAYS));
  return ({ starts, values, zones }: DayLists, index: number, place: number): boolean => {
    const [from, to] = [starts[index]!, starts[index + 1]!];
    if (from === to) return usual[place]!;
    const zone = zones[values[from + 3]!] || placeZones[place]!;
    if (isClosedOn(values[from]!, day) || !isInRange(zone, values[from + 1]!, values[from + 2]!)) return false;
    return !values.subarray(from + 4, to).includes(day);
  };
}
