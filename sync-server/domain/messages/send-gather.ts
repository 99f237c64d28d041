// Gathers the messages of many requests into few commits.
import { sendRun, type SendItem, type SentMessage } from "./send-run.ts";
import type { Knex } from "knex";

/** Commits under way at once: one at the disk, one on its way there. */
const AT_ONCE = 2;
const MOST_ITEMS = 2000;

export type Delivery = { item: SendItem; sent: SentMessage };

export type SendGather = {
  /** Sends a run of one person; gives what was stored. Throws, with nothing done, when anything about it is odd. */
  send(items: readonly SendItem[]): Promise<Map<string, SentMessage>>;
};

type Waiting = {
  items: readonly SendItem[];
  resolve(sent: Map<string, SentMessage>): void;
  reject(error: unknown): void;
};

/** `delivered` is told right after each commit, before the senders are. */
export function createSendGather(db: Knex, delivered: (deliveries: readonly Delivery[]) => void): SendGather {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function run(): Promise<void> {
    underWay++;
    // Everything that arrived together has been read by then, so that it goes together.
    await new Promise(setImmediate);
    while (waiting.length > 0) await commit(takeGroup(waiting));
    underWay--;
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    try {
      const items = group.flatMap((one) => one.items);
      const sent = await sendRun(db, items);
      tell(items, sent);
      for (const one of group) one.resolve(sent);
    } catch (error) {
      if (group.length === 1) return group[0]!.reject(error);
      // One of them is odd: each gets a commit of its own, so that nobody waits for another's trouble twice.
      await Promise.all(group.map((one) => commit([one])));
    }
  }

  function tell(items: readonly SendItem[], sent: ReadonlyMap<string, SentMessage>): void {
    delivered(
      items.flatMap((item) => {
        const found = sent.get(item.commandId);
        return found ? [{ item, sent: found }] : [];
      }),
    );
  }

  return {
    send: (items) =>
      new Promise((resolve, reject) => {
        waiting.push({ items, resolve, reject });
        if (underWay < AT_ONCE) void run();
      }),
  };
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  let [count, size] = [0, 0];
  while (count < waiting.length && (count === 0 || size + waiting[count]!.items.length <= MOST_ITEMS)) {
    size += waiting[count]!.items.length;
    count++;
  }
  return waiting.splice(0, count);
}
