// A device of a history: the product's engine with the product's commands on a disk in memory, which survives crashes.
import { entityKeys } from "../../../pwa/device/person/mirrors.ts";
import type { EngineSteps } from "../../../pwa/device/sync/engine-options.ts";
import { Engine } from "../../../pwa/device/sync/engine.ts";
import type { QueueOptions } from "../../../pwa/device/sync/outbox.ts";
import type { Reply } from "../../../pwa/device/sync/ports.ts";
import { writes } from "../../../pwa/device/sync/writes.ts";
import { commands } from "../../../shared/commands.ts";
import { SCHEMA } from "../../../shared/sync-limits.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import type { TestPerson } from "../../people.ts";
import { MemoryDisk } from "../memory-disk.ts";
import { MemoryStore } from "../memory-store.ts";
import type { Simulation } from "../simulation.ts";
import type { CommandRecord } from "./command-record.ts";

/** What a device needs of its history. */
export type DeviceWorld = {
  sim: Simulation;
  record: CommandRecord;
  steps: Partial<EngineSteps>;
  newId(now: number): string;
  exchange(device: MarketDevice, request: ExchangeRequest): Promise<Reply>;
};

export class MarketDevice {
  readonly person: TestPerson;
  readonly name: string;
  readonly disk: MemoryDisk;
  isOnline = true;
  /** The error of its clock. */
  skewMs: number;
  engine!: Engine;
  private store!: MemoryStore;
  private readonly world: DeviceWorld;

  constructor(world: DeviceWorld, person: TestPerson, name: string, skewMs: number) {
    this.world = world;
    this.person = person;
    this.name = name;
    this.skewMs = skewMs;
    const newId = () => world.newId(world.sim.now);
    this.disk = new MemoryDisk(entityKeys.keys(), { clientId: newId(), life: newId(), schema: SCHEMA });
    this.open();
  }

  private open(): void {
    const { world, person } = this;
    const { sim, record, steps } = world;
    this.store = new MemoryStore(this.disk);
    this.engine = new Engine({
      userId: person.id,
      commands: { commands, writes },
      keys: entityKeys,
      store: this.store,
      clock: {
        now: () => sim.now + this.skewMs,
        elapsed: () => sim.now,
        after: (ms, task) => sim.after(ms, task),
      },
      chance: { random: () => sim.dice.next(), id: (now) => world.newId(now) },
      session: () => person.token,
      transport: { exchange: (request) => world.exchange(this, structuredClone(request)) },
      locks: { ifFree: (_, work) => work() },
      steps,
      events: {
        signedOut: () => record.fail("server", `the session of ${this.name} ended`),
        upgradeNeeded: () => record.fail("server", `${this.name} needs an upgrade`),
        broken: (fault) => record.fail("server", `the store of ${this.name} broke: ${String(fault)}`),
      },
    });
    void this.engine.start();
  }

  close(): void {
    this.engine.stop();
    this.store.kill();
  }

  /** Loses the memory and keeps the disk. */
  crash(): void {
    this.close();
    this.open();
  }

  switchNetwork(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (isOnline) void this.engine.trigger("online");
  }

  /** The server's time as the device knows it. */
  async now(): Promise<Date> {
    return new Date(this.world.sim.now + this.skewMs + (await this.engine.cursor()).clockOffset);
  }

  /** Queues a command and records it. */
  async queue(name: string, input: Record<string, unknown>, options: QueueOptions = {}): Promise<void> {
    const { id } = await this.engine.queue(name, input, options);
    this.world.record.queued(id, this.name, name, input);
  }
}
