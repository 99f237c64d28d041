// Gathers the messages of many requests into few commits.
import { sendBatch, type SendRequest, type NewsText, type SentMessage, type SentBatch } from "./send-batch.ts";
import type { CommandName } from "../../../shared/commands.ts";
import type { SentCommand } from "../../../shared/sync.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import { batchedCommand, itemOf, itemsOf, type ItemSender, type SendItem } from "./send-items.ts";

/** Commits under way at once: one at the disk, one on its way there. */
const AT_ONCE = 2;
const MOST_ITEMS = 2000;

export type Delivery = { item: SendItem; sent: SentMessage };

/** What became of a request, with all that its transaction told its sender. */
export type SendResult = {
  /** By command id, what was stored; of other requests of the batch as well. */
  sent: ReadonlyMap<string, SentMessage>;
  readPosition: SentBatch["readPosition"];
  /** Null when the session has ended. */
  news: SentBatch["news"][number];
  /** Messages of the batch to or from the sender. */
  own: readonly SentMessage[];
};

/** The port through which the write path sends in batches, without knowing which command that is. */
export type SendBatcher = {
  /** Name of the commands in a batch, for the ledger's running commands and the metrics. */
  command: CommandName;
  /** Everything a request sends as items; null when one of its commands must run alone. */
  accept(sender: ItemSender, commands: readonly SentCommand[]): SendItem[] | null;
  /** One command with a valid input as an item; null when batches do not take it. */
  itemOf(sender: ItemSender, command: SentCommand): SendItem | null;
  /** Sends the messages of one request. Throws, with nothing done, when anything about it is odd. */
  send(request: SendRequest): Promise<SendResult>;
};

type PendingSend = { request: SendRequest; resolve(posted: SendResult): void; reject(error: unknown): void };

/** `delivered` is told right after each commit, before the senders are; `news` reads the other changes that the device has not received. */
export function createSendBatcher(
  runPrepared: RunPrepared,
  news: NewsText,
  delivered: (deliveries: readonly Delivery[]) => void,
): SendBatcher {
  const waiting: PendingSend[] = [];
  let underWay = 0;

  async function run(): Promise<void> {
    underWay++;
    // Everything that arrived together has been read by then, so that it goes together.
    await new Promise(setImmediate);
    while (waiting.length > 0) await commit(takeGroup(waiting));
    underWay--;
  }

  async function commit(group: readonly PendingSend[]): Promise<void> {
    try {
      const requests = group.map(({ request }) => request);
      const done = await sendBatch(runPrepared, requests, news);
      const deliveries = requests.flatMap(({ items }) => items).flatMap((item) => deliveryOf(item, done));
      delivered(deliveries);
      const own = byPerson(deliveries);
      group.forEach(({ request, resolve }, index) =>
        resolve({ ...done, news: done.news[index] ?? null, own: own.get(request.userId) ?? [] }),
      );
    } catch (error) {
      if (group.length === 1) return group[0]!.reject(error);
      // One of them is odd: each gets a commit of its own, so that nobody waits for another's trouble twice.
      await Promise.all(group.map((one) => commit([one])));
    }
  }

  return {
    command: batchedCommand,
    accept: itemsOf,
    itemOf,
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        if (underWay < AT_ONCE) void run();
      }),
  };
}

function deliveryOf(item: SendItem, { sent }: SentBatch): Delivery[] {
  const found = sent.get(item.commandId);
  return found ? [{ item, sent: found }] : [];
}

function byPerson(deliveries: readonly Delivery[]): Map<string, SentMessage[]> {
  const people = new Map<string, SentMessage[]>();
  for (const { item, sent } of deliveries)
    for (const userId of [item.userId, item.receiverId]) {
      const own = people.get(userId);
      if (own) own.push(sent);
      else people.set(userId, [sent]);
    }
  return people;
}

function takeGroup(waiting: PendingSend[]): PendingSend[] {
  let [count, size] = [0, 0];
  while (count < waiting.length && (count === 0 || size + waiting[count]!.request.items.length <= MOST_ITEMS)) {
    size += waiting[count]!.request.items.length;
    count++;
  }
  return waiting.splice(0, count);
}
