// Makes one pack of cards from several, without parsing them: a changed card costs its own time, not that of its whole chunk.
import type { DayLists } from "./day-lists.ts";
import { emptyColumns, type Columns, type Pack } from "./pack.ts";

/** Neighbors in a pack: `from` is the first, `to` the one after the last. */
export type Cards = { pack: Pack; from: number; to: number };

/** A pack of these cards, in their order. All of them have been packed with the same `Places`. */
export function joinPacks(place: number, parts: readonly Cards[]): Pack {
  const size = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const starts = new Uint32Array(size + 1);
  const columns = emptyColumns(size);
  const texts: string[] = [];
  // The bracket before the first card.
  let length = 1;
  let at = 0;
  for (const { pack, from, to } of parts) {
    if (from === to) continue;
    const start = pack.starts[from]!;
    for (let card = from; card < to; card++) starts[at + card - from] = pack.starts[card]! - start + length;
    for (const name of Object.keys(columns) as (keyof Columns)[])
      columns[name].set(pack.columns[name].subarray(from, to), at);
    // Each card ends before the comma or bracket that follows it.
    const text = pack.text.slice(start, pack.starts[to]! - 1);
    texts.push(text);
    length += text.length + 1;
    at += to - from;
  }
  const text = `[${texts.join(",")}]`;
  starts[size] = text.length;
  return { place, text, starts, columns, days: joinDays(size, parts) };
}

function joinDays(size: number, parts: readonly Cards[]): DayLists {
  const starts = new Uint32Array(size + 1);
  const values: number[] = [];
  const zones = [""];
  let at = 0;
  for (const { pack, from, to } of parts)
    for (let card = from; card < to; card++) {
      const { days } = pack;
      const list = days.values.subarray(days.starts[card], days.starts[card + 1]);
      if (list.length > 0) {
        const zone = days.zones[list[3]!]!;
        if (!zones.includes(zone)) zones.push(zone);
        values.push(list[0]!, list[1]!, list[2]!, zones.indexOf(zone), ...list.subarray(4));
      }
      starts[++at] = values.length;
    }
  return { starts, values: Uint16Array.from(values), zones };
}
