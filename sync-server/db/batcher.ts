// Many small questions as few large ones: what is asked while the last statement is under way goes with the next.

export type BatcherOptions = {
  /** Statements under way at once. */
  atOnce: number;
  /** Questions a statement takes at most. */
  most: number;
};

type PendingItem<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Gives the function that asks. `run` answers its items in their order; when it fails for several, each is asked again by
 * itself, so that one odd question spoils no other's answer.
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

  /** Begins when everything that arrived together has been read, so that it goes together. */
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
