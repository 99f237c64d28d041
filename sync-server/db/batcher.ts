// Combines concurrent small queries into large ones: items that arrive during a statement join the next.

export type BatcherOptions = {
  /** Most concurrent statements. */
  atOnce: number;
  /** Most items per statement. */
  most: number;
};

type PendingItem<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Returns the function that queues an item. `run` answers its items in order.
 * When it fails for several, each item runs alone, so that one bad item fails no other.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atOnce, most }: BatcherOptions,
): (item: Item) => Promise<Result> {
  const waiting: PendingItem<Item, Result>[] = [];
  let underWay = 0;

  async function answer(group: readonly PendingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else await Promise.all(group.map((one) => answer([one])));
    }
  }

  /** Starts after all events of this turn are read, so that concurrent items share a statement. */
  async function next(): Promise<void> {
    underWay++;
    await new Promise(setImmediate);
    while (waiting.length > 0) await answer(waiting.splice(0, most));
    underWay--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay < atOnce) void next();
    });
}
