// Merges the messages of many requests into few commits.
import { sendBatch, type SendRequest, type UnseenText, type SentMessage, type SentBatch } from "./send-batch.ts";
import type { CommandName } from "../../../shared/commands.ts";
import type { SentCommand } from "../../../shared/sync.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import { newestMarker } from "../../db/starts.ts";
import { batchedCommand, itemOf, itemsOf, type ItemSender, type SendItem } from "./send-items.ts";

/** Most concurrent commits. */
const AT_ONCE = 3;
/**
 * How long requests wait for the running commit, to share the next one: few large statements cost far less than many
 * small ones. A commit that takes longer waits for a lock, and must not hold up the others.
 */
const PATIENCE_MS = 25;
const MOST_ITEMS = 2000;

/** A stored message; `start` is the newest process start that its statement saw. */
export type Delivery = { item: SendItem; sent: SentMessage; start: string };

/** The result of a request, with the changes that the statement read for its sender. */
export type SendResult = {
  /** Stored messages by command id, of other requests in the batch too. */
  sent: ReadonlyMap<string, SentMessage>;
  readPosition: SentBatch["readPosition"];
  /** Null when the session has ended. */
  unseen: SentBatch["unseen"][number];
  /** Messages of the batch to or from the sender. */
  own: readonly SentMessage[];
};

/** The port through which the write path sends in batches, without knowing which command that is. */
export type SendBatcher = {
  /** Name of the commands in a batch, for the ledger's running commands and the metrics. */
  command: CommandName;
  /** A request's commands as items; null when one must run alone. */
  accept(sender: ItemSender, commands: readonly SentCommand[]): SendItem[] | null;
  /** A command with a valid input as an item; null when it is not batchable. */
  itemOf(sender: ItemSender, command: SentCommand): SendItem | null;
  /** Sends the messages of one request. Throws, with nothing done, on any error. */
  send(request: SendRequest): Promise<SendResult>;
};

type PendingSend = { request: SendRequest; resolve(posted: SendResult): void; reject(error: unknown): void };

/** `delivered` runs after each commit, before `send` resolves; `unseen` selects a device's other changes. */
export function createSendBatcher(
  runPrepared: RunPrepared,
  unseen: UnseenText,
  delivered: (deliveries: readonly Delivery[]) => void,
): SendBatcher {
  const waiting: PendingSend[] = [];
  let underWay = 0;
  let impatient: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    underWay++;
    // All requests that arrived together have been parsed by then, so they share a commit.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      clearTimeout(impatient);
      impatient = setTimeout(startAnother, PATIENCE_MS);
      await commit(takeGroup(waiting));
    }
    if (--underWay === 0) clearTimeout(impatient);
  }

  /** Runs as long as a commit is under way. */
  function startAnother(): void {
    impatient = setTimeout(startAnother, PATIENCE_MS);
    if (waiting.length > 0 && underWay < AT_ONCE) void run();
  }

  async function commit(group: readonly PendingSend[]): Promise<void> {
    try {
      const requests = group.map(({ request }) => request);
      const done = await sendBatch(runPrepared, requests, unseen);
      const deliveries = requests.flatMap(({ items }) => items).flatMap((item) => deliveryOf(item, done));
      delivered(deliveries);
      const own = byPerson(deliveries);
      group.forEach(({ request, resolve }, index) =>
        resolve({ ...done, unseen: done.unseen[index] ?? null, own: own.get(request.userId) ?? [] }),
      );
    } catch (error) {
      if (group.length === 1) return group[0]!.reject(error);
      // After an error each request gets its own commit, so that one bad request fails alone.
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
        if (underWay === 0) void run();
      }),
  };
}

function deliveryOf(item: SendItem, { sent, readPosition }: SentBatch): Delivery[] {
  const found = sent.get(item.commandId);
  return found ? [{ item, sent: found, start: newestMarker(readPosition.starts) }] : [];
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
