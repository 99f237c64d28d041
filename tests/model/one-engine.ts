// One engine whose server is the test: it reads each request and writes each answer.
import { Engine } from "../../pwa/device/sync/engine.ts";
import type { EngineOptions } from "../../pwa/device/sync/engine-options.ts";
import { type PictureUploads, uploadWaiting } from "../../pwa/device/sync/picture-upload.ts";
import type { PicturePort, Reply, Row, Store } from "../../pwa/device/sync/ports.ts";
import { writes } from "../../pwa/device/sync/writes.ts";
import type { ExchangeAnswer, ExchangeRequest, Outcome } from "../../shared/sync.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { MemoryStore } from "./memory-store.ts";
import { ann, bob, keys, modelId, worldCommands } from "./small-world.ts";

type Timer = { at: number; task: () => void };

export function memoryDisk(): MemoryDisk {
  return new MemoryDisk(keys.keys(), { clientId: modelId(0), life: modelId(0), schema: 1 });
}

/** Waits until all promises and IndexedDB transactions have settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}

type Options = Omit<Partial<EngineOptions>, "pictures"> & {
  /** The server, or how the code of uploads is loaded. */
  pictures?: PicturePort | (() => Promise<PictureUploads>);
};

export function anEngine(store: Store = new MemoryStore(memoryDisk()), { pictures, ...options }: Options = {}) {
  const requests: { request: ExchangeRequest; answer: (reply: Reply) => void; cut: () => void }[] = [];
  const timers = new Set<Timer>();
  const happened: string[] = [];
  const clock = { at: 1_800_000_000_000, elapsed: 0 };
  const session = { mark: "first" as string | null };
  const engine = new Engine({
    userId: ann,
    commands: { commands: worldCommands, writes },
    keys,
    store,
    schema: 1,
    clock: {
      now: () => clock.at,
      elapsed: () => clock.elapsed,
      after: (ms, task) => {
        const timer = { at: clock.elapsed + ms, task };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    chance: { random: () => 0.5, id: modelId },
    locks: { ifFree: (_, work) => work() },
    session: () => session.mark,
    transport: {
      exchange: (request) =>
        new Promise((answer, reject) => requests.push({ request, answer, cut: () => reject(new Error("cut")) })),
    },
    events: {
      signedOut: () => happened.push("signed out"),
      upgradeNeeded: () => happened.push("upgrade needed"),
      broken: () => happened.push("broken"),
      hello: () => happened.push("hello"),
    },
    ...(pictures ? { pictures: typeof pictures === "function" ? pictures : { port: pictures, uploadWaiting } } : {}),
    ...options,
  });
  return {
    engine,
    store,
    clock,
    session,
    happened,
    /** Returns the oldest unanswered request. */
    async nextRequest(): Promise<ExchangeRequest> {
      await settled();
      const next = requests[0];
      if (!next) throw new Error("The phone asked for nothing.");
      return next.request;
    },
    async isQuiet(): Promise<boolean> {
      await settled();
      return requests.length === 0;
    },
    async reply(reply: Reply): Promise<void> {
      await settled();
      requests.shift()!.answer(reply);
      await settled();
    },
    /** Fails the oldest request. */
    async cut(): Promise<void> {
      await settled();
      requests.shift()!.cut();
      await settled();
    },
    /** Advances the clock and runs due timers. */
    async pass(ms: number): Promise<void> {
      clock.at += ms;
      clock.elapsed += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > clock.elapsed || !timers.delete(timer)) continue;
        timer.task();
        await settled();
      }
    },
  };
}

let cursors = 0;

export type AnswerParts = {
  rows?: Record<string, Row[]>;
  drops?: Record<string, string[]>;
  applied?: readonly string[];
  outcomes?: readonly Outcome[];
  from?: string | null;
  to?: string;
  reset?: true;
  more?: true;
};

/** Builds an answer to a request. */
export function answerTo(request: ExchangeRequest, parts: AnswerParts = {}): Reply {
  const answer: ExchangeAnswer = {
    from: parts.reset ? null : parts.from === undefined ? request.cursor : parts.from,
    to: parts.to ?? `c${++cursors}`,
    rows: parts.rows ?? {},
    drops: parts.drops ?? {},
    outcomes: [...(parts.applied ?? []).map((id) => ({ id, status: "applied" as const })), ...(parts.outcomes ?? [])],
    ...(parts.reset ? { reset: true as const } : {}),
    ...(parts.more ? { more: true as const } : {}),
    serverTime: new Date(1_800_000_000_000).toISOString(),
  };
  return { status: 200, answer };
}

/** A note from Ann to Bob, as the server stores it. */
export function aNote(id: string, text: string): Row {
  return { id, from: ann, to: bob, text };
}

/** One of Ann's things, as the server stores it. */
export function aThing(id: string): Row {
  return { id, ownerId: ann, a: "1", b: "1", rev: 3 };
}

export type Phone = ReturnType<typeof anEngine>;

/** A device that has received all rows. */
export async function aPhone(parts: AnswerParts = {}, options: Options = {}) {
  const disk = memoryDisk();
  const phone = anEngine(new MemoryStore(disk), options);
  await phone.engine.start();
  await answerNext(phone, { ...parts, rows: { me: [{ id: ann, isOwner: true }], ...parts.rows } });
  return { ...phone, disk };
}

export async function answerNext(phone: Phone, parts: AnswerParts = {}): Promise<string[]> {
  const request = await phone.nextRequest();
  await phone.reply(answerTo(request, parts));
  return request.commands.map(({ id }) => id);
}

/** Answers all commands of the next request with one outcome. */
export async function answerAll(phone: Phone, outcome: Omit<Outcome, "id">): Promise<string[]> {
  const request = await phone.nextRequest();
  const ids = request.commands.map(({ id }) => id);
  await phone.reply(answerTo(request, { outcomes: ids.map((id) => ({ id, ...outcome })) }));
  return ids;
}

export async function states(phone: Phone): Promise<string[]> {
  return (await phone.engine.outbox()).map(({ name, state }) => `${name} ${state}`);
}

/** Queues a note, to Bob by default. */
export const send = (phone: Phone, text: string, to = bob) => phone.engine.queue("notes.send", { to, text });
