/** What has been started, and how each part of it ends. */
export type Closers = {
  add(close: () => Promise<unknown> | void): void;
  /** Ends all of it, the last one started first. Safe to call twice. */
  end(): Promise<void>;
};

export function closers(): Closers {
  const list: (() => Promise<unknown> | void)[] = [];
  let ended: Promise<void> | undefined;
  async function endAll(): Promise<void> {
    for (const close of list.reverse()) await close();
  }
  return {
    add: (close) => void list.push(close),
    end: () => (ended ??= endAll()),
  };
}
