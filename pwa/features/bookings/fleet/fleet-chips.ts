// Places the chips of a week: one for each item, across its days, in slots under the day bars. Pure.
import type { FleetDay, FleetItem } from "./fleet-layout.ts";

export type FleetChip = {
  item: FleetItem;
  /** The first shown day, counted from 0. */
  column: number;
  /** Shown days that it covers. */
  span: number;
  /** Its place under the day bar, counted from 0. */
  slot: number;
};

/** Long chips first, so that their days leave the same slot free; then those of one day, by their start. */
export function chipsOf(days: readonly FleetDay[]): FleetChip[] {
  const whole = new Map<string, { item: FleetItem; column: number; span: number }>();
  days.forEach(({ items }, column) => {
    for (const item of items) {
      const found = whole.get(item.id);
      if (found) found.span = column - found.column + 1;
      else whole.set(item.id, { item, column, span: 1 });
    }
  });
  const taken = days.map(() => new Set<number>());
  return [...whole.values()]
    .sort((one, other) => Number(other.span > 1) - Number(one.span > 1) || one.column - other.column)
    .map((chip) => {
      const columns = taken.slice(chip.column, chip.column + chip.span);
      let slot = 0;
      while (columns.some((slots) => slots.has(slot))) slot += 1;
      for (const slots of columns) slots.add(slot);
      return { ...chip, slot };
    });
}

/** The first slot below all chips of a day. */
export function freeSlot(chips: readonly FleetChip[], column: number): number {
  return chips.filter((chip) => covers(chip, column)).reduce((most, { slot }) => Math.max(most, slot + 1), 0);
}

function covers({ column, span }: FleetChip, day: number): boolean {
  return day >= column && day < column + span;
}
