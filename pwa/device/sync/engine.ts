// One user's sync engine: queues commands, stores them and sends them. Its reads are in `engine-reads.ts`.
import type { Batch, ExchangeRequest } from "../../../shared/sync.ts";
import { SCHEMA } from "../../../shared/sync-limits.ts";
import type { Act, Change } from "./amend.ts";
import { applyBatch } from "./apply.ts";
import { LaneBackoff } from "./backoff.ts";
import { type NewEntry, picturesIn } from "./entry.ts";
import type { EngineOptions, EngineSteps } from "./engine-options.ts";
import { EngineReads } from "./engine-reads.ts";
import { flushOnce, flushSteps } from "./flush.ts";
import { hasEnded, hasWaiting, parkSignedOut, sayVerified, unparkForProbe, wakeUp } from "./parking.ts";
import type { LastSends, Outgoing } from "./last-request.ts";
import { type OutboxTx, StoreFault } from "./ports.ts";
import type { Queued, QueueOptions } from "./outbox.ts";
import { QueueError } from "./queue-error.ts";
import { Pump, type PumpStatus, type Trigger } from "./pump.ts";
import type { UploadProgress } from "./picture-upload.ts";
import { WaitingPictures } from "./waiting-pictures.ts";

export class Engine extends EngineReads {
  private readonly options: EngineOptions;
  private readonly steps: EngineSteps;
  private readonly pump: Pump;
  private readonly lanes: LaneBackoff;
  readonly pictures: WaitingPictures;
  private isStopped = false;
  private isExchanging = false;
  /** A live batch was dropped, and no hello was sent since. */
  private hasDropped = false;
  /** At first as stored, then of the last answer: no act waits for a read of it. */
  private clockOffset = 0;

  constructor(options: EngineOptions) {
    super(options);
    this.options = options;
    this.steps = { ...flushSteps, applyBatch, ...options.steps };
    this.lanes = new LaneBackoff(() => options.chance.random());
    this.pump = new Pump({
      lockName: `flush:${options.userId}`,
      locks: options.locks,
      clock: options.clock,
      chance: options.chance,
      lanes: this.lanes,
      isOffline: options.isOffline,
      flush: (pull) => this.flush(pull),
      hasWaiting: () => hasWaiting(options.store),
      changed: (status) => options.events?.status?.(status),
      ended: (end) => this.ended(end),
    });
    this.pictures = this.waitingPictures();
  }

  /** Wakes what a closed app or a sign-out left, probes what was parked, and asks for news. Rejects with StoreFault. */
  async start(): Promise<void> {
    const { store, session, userId } = this.options;
    await wakeUp(store, session(), this.schema, () => this.newId(0));
    await unparkForProbe(store, userId);
    const { meta, entries } = await this.outgoing();
    this.clockOffset = meta.clockOffset;
    // What waits is laid over the rows: without the commands they would show less than the user did.
    if (entries.length > 0) await this.commands.load();
    void this.go("start");
  }

  /** Keeps a command; when this resolves it survives everything. Rejects with QueueError, and then nothing was kept. */
  async queue(name: string, input: unknown, options: QueueOptions = {}): Promise<Queued> {
    const { commands, writes } = await this.commands.writing();
    let entry: NewEntry | undefined;
    const rules = { commands, squash: this.steps.squash, prepared: (made: NewEntry) => (entry = made) };
    return await this.keep(
      (tx, act) => writes.queueInto(tx, name, input, { ...options, ...act }, rules),
      "queue",
      ({ how }) => {
        if (!entry) return;
        if (picturesIn(entry.input).length > 0) this.pictures.expect();
        this.options.events?.queued?.(entry, how === "queued");
      },
    );
  }

  /** «Try again». Answers the id that carries the command now. Rejects with QueueError. */
  async retry(id: string): Promise<string> {
    const { commands, writes } = await this.commands.writing();
    return await this.keep((tx, act) => writes.retryEntry(tx, id, { ...act, commands }), "person");
  }

  /** «Edit». Answers the id that carries the command now. Rejects with QueueError. */
  async edit(id: string, change: Change): Promise<string> {
    const { commands, writes } = await this.commands.writing();
    this.pictures.expect();
    return await this.keep((tx, act) => writes.editEntry(tx, id, change, { ...act, commands }));
  }

  /** «Discard», for what was refused, never sent, or waits for the verified email. Rejects with QueueError. */
  async discard(id: string): Promise<void> {
    const { writes } = await this.commands.writing();
    this.pictures.expect();
    await this.keep((tx) => writes.discardEntry(tx, id));
  }

  /** What a last request is made from. Inside `liveQuery` it is read again when the outbox or the cursor changes. */
  async outgoing(): Promise<Outgoing> {
    return await this.options.store.read(async (tx) => ({ meta: await tx.meta(), entries: await tx.entries() }));
  }

  /** What a page that is being left posts of its sends; null when nothing may go. */
  lastRequest(outgoing: Outgoing, sends: Pick<LastSends, "name" | "inputs">): ExchangeRequest | null {
    const { code } = this.commands;
    if (this.isStopped || !code?.writes) return null;
    const { commands, writes } = code;
    return writes.lastRequest(outgoing, { ...sends, userId: this.options.userId, commands, schema: this.schema });
  }

  /** Resolves when the flush it caused, or joined, has ended. Never rejects. */
  async trigger(why: Trigger): Promise<void> {
    if (this.isStopped) return;
    if (why === "line-open") {
      try {
        await unparkForProbe(this.options.store, this.options.userId);
      } catch (fault) {
        this.ended({ fault });
      }
    }
    await this.go(why);
  }

  /** Resolves when no upload runs and the commands that waited for pictures were sent. Never rejects. */
  async uploaded(): Promise<void> {
    await this.pictures.uploaded();
    await this.pump.trigger("queue");
  }

  /**
   * A batch from the live line. While a flush is under way it is dropped: the hello after it says the cursor.
   * One that does not follow what is stored is dropped too, and an exchange follows.
   */
  async receive(batch: Batch): Promise<void> {
    if (this.isStopped) return;
    if (this.isExchanging) {
      this.hasDropped = true;
      return;
    }
    let fits: boolean;
    try {
      fits = await this.steps.applyBatch(this.options.store, batch, this.options.keys);
    } catch (fault) {
      return this.ended({ fault });
    }
    if (!fits) return void this.go("misfit");
    this.options.events?.received?.(batch.rows);
    if (sayVerified(batch.rows)) void this.go("queue");
  }

  get status(): PumpStatus {
    return this.pump.status;
  }

  /** Cancels every timer; late answers do nothing. The store stays open. */
  stop(): void {
    this.isStopped = true;
    this.pump.close();
  }

  /** Signed out with «keep»: the outbox waits for this person, every row goes. The engine is stopped. */
  async park(): Promise<void> {
    this.stop();
    const { store, session } = this.options;
    await parkSignedOut(store, session(), this.newId(0));
  }

  private get schema(): number {
    return this.options.schema ?? SCHEMA;
  }

  private newId(clockOffset: number): string {
    return this.options.chance.id(this.options.clock.now() + clockOffset);
  }

  /** The age inside an id, and the time on the screen, follow the server's clock where it is known. */
  private act(): Act {
    const at = new Date(this.options.clock.now() + this.clockOffset).toISOString();
    return { newId: () => this.newId(this.clockOffset), at };
  }

  /** Runs a write of the outbox: what the store could not keep is said, never swallowed. */
  private async keep<Result>(
    write: (tx: OutboxTx, act: Act) => Promise<Result>,
    why: Trigger = "queue",
    kept?: (result: Result) => void,
  ): Promise<Result> {
    if (this.isStopped) throw new QueueError("signed-out");
    try {
      const result = await this.options.store.writeOutbox((tx) => write(tx, this.act()));
      // The screen comes before the network.
      kept?.(result);
      this.options.events?.stored?.();
      void this.go(why);
      return result;
    } catch (problem) {
      if (problem instanceof StoreFault) throw new QueueError("not-saved", { cause: problem });
      throw problem;
    }
  }

  /** Runs a flush, and uploads beside it, so that a slow picture blocks no other command. */
  private async go(why: Trigger): Promise<void> {
    if (why !== "queue" && why !== "timer") this.pictures.expect();
    void this.pictures.upload(true);
    await this.pump.trigger(why);
  }

  private waitingPictures(): WaitingPictures {
    const { userId, pictures: uploads, store, locks, clock, events } = this.options;
    const settled = () => void this.pump.trigger("queue");
    const progress = (id: string, part: UploadProgress | null) => events?.uploading?.(id, part);
    const isStopped = () => this.isStopped;
    return new WaitingPictures({
      uploads,
      ports: { store, locks, clock, lockName: `upload:${userId}`, isStopped, progress, settled },
      newId: ({ clockOffset }) => this.newId(clockOffset),
      keep: (write, isAskedFor) => this.keep((tx) => write(tx), isAskedFor ? "person" : "queue"),
    });
  }

  private flush(pull: boolean) {
    // Also when only the timer asked: what stopped for want of a network goes on.
    void this.pictures.upload(false);
    const { userId, store, transport, clock, session, keys } = this.options;
    return flushOnce(
      {
        userId,
        store,
        transport,
        clock,
        session,
        keys,
        schema: this.schema,
        lanes: this.lanes,
        steps: this.steps,
        newId: () => this.newId(0),
        isStopped: () => this.isStopped,
        underWay: (isUnderWay) => {
          this.isExchanging = isUnderWay;
          // Also a flush that found nothing to ask takes its time, and no exchange says hello after it.
          if (!isUnderWay && this.hasDropped && !this.isStopped) this.sayHello();
        },
        answered: (clockOffset) => (this.clockOffset = clockOffset),
        exchanged: () => this.sayHello(),
      },
      pull,
    );
  }

  private sayHello(): void {
    this.hasDropped = false;
    this.options.events?.hello?.();
  }

  private ended(end: "signed-out" | "upgrade" | "stopped" | { fault: unknown }): void {
    const { events } = this.options;
    if (typeof end === "object") {
      this.stop();
      events?.broken?.(end.fault);
    } else if (end === "signed-out") {
      this.stop();
      events?.signedOut?.();
    } else if (end === "upgrade") {
      events?.upgradeNeeded?.();
    } else {
      void this.seeWhoIsIn();
    }
  }

  /** The worker or another tab may have learned first that this session is over. */
  private async seeWhoIsIn(): Promise<void> {
    if (this.isStopped) return;
    try {
      if ((await hasEnded(this.options.store, this.options.session)) && !this.isStopped) this.ended("signed-out");
    } catch (fault) {
      this.ended({ fault });
    }
  }
}
