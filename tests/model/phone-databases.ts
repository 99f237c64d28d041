// The databases of a model device, and engines on them that do not run.
import { Engine } from "../../pwa/device/sync/engine.ts";
import type { Clock } from "../../pwa/device/sync/ports.ts";
import type { UserDevice } from "../../pwa/device/sync/sign-out.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { MemoryStore } from "./memory-store.ts";
import { keys, modelId } from "./small-world.ts";
import type { World } from "./world.ts";

export class PhoneDatabases {
  readonly disks = new Map<string, MemoryDisk>();
  private readonly idle = new Set<MemoryStore>();
  private readonly world: World;
  private readonly phone: { clock: Clock; schema(): number };

  constructor(world: World, phone: PhoneDatabases["phone"]) {
    this.world = world;
    this.phone = phone;
  }

  /** Connects to a user's database; creates a missing one. */
  open(user: string, crashesNow: () => boolean): MemoryStore {
    const { oracle, conditions } = this.world;
    const disk = this.disk(user);
    return new MemoryStore(disk, {
      committed: (commit) => oracle.committed(disk, user, commit),
      crashesNow,
      ...(conditions.isStoreSlow ? { beforeTurn: () => this.pause() } : {}),
    });
  }

  /** The same, with an engine that sends nothing. */
  openIdle(user: string, crashesNow: (isOpen: () => boolean) => boolean): UserDevice {
    const { sim } = this.world;
    const { clock, schema } = this.phone;
    const store = this.open(user, () => crashesNow(() => this.idle.has(store)));
    this.idle.add(store);
    const engine = new Engine({
      userId: user,
      commands: { commands: {} },
      keys,
      store,
      schema: schema(),
      clock,
      chance: { random: () => sim.dice.next(), id: modelId },
      session: () => null,
      transport: { exchange: () => Promise.reject(new Error("Nobody is signed in.")) },
      locks: { ifFree: (_, work) => work() },
    });
    return { engine, store };
  }

  /** Crashes these connections: their uncommitted transactions are lost. */
  killIdle(): void {
    for (const store of this.idle) store.kill();
    this.idle.clear();
  }

  private disk(user: string): MemoryDisk {
    const before = this.disks.get(user);
    if (before && !before.isRemoved) return before;
    const { sim, oracle } = this.world;
    const clientId = modelId(sim.now);
    const disk = new MemoryDisk(keys.keys(), { clientId, life: modelId(sim.now), schema: this.phone.schema() });
    this.disks.set(user, disk);
    oracle.addDisk(disk, user);
    return disk;
  }

  private pause(): Promise<void> {
    const { sim } = this.world;
    return new Promise((resolve) => sim.after(sim.dice.below(12), resolve));
  }
}
