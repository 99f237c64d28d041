// One random history: users act, devices crash, networks and the server fail; then all faults end and the result is checked.
import type { EngineSteps } from "../../pwa/device/sync/engine-options.ts";
import { actOn } from "./acts.ts";
import { ModelServer, type ServerFaults } from "./model-server.ts";
import { type Broken, Oracle } from "./oracle.ts";
import { Phone } from "./phone.ts";
import type { ServerState } from "./server-state.ts";
import { Dice, Simulation } from "./simulation.ts";
import { ann, bob, people, resetIds } from "./small-world.ts";
import type { NetworkConditions, SignOutFaults, World } from "./world.ts";

/** The injected faults of device and server. */
export type Faults = { server?: ServerFaults; steps?: Partial<EngineSteps>; signOut?: SignOutFaults };

/** Weights of the kinds of events. */
const ordinary = {
  act: 44,
  wait: 16,
  network: 8,
  crash: 4,
  crashWriting: 4,
  tab: 3,
  signOut: 3,
  signInOver: 1,
  revoke: 1,
  elsewhere: 6,
  truncate: 2,
  backup: 1,
  restore: 1,
  sleep: 1,
  upgrade: 1,
  poison: 1,
  clock: 2,
  decide: 4,
};
export type Weights = Partial<Record<keyof typeof ordinary, number>>;

/** Fixes conditions of a history that are random otherwise. */
export type FixedConditions = Partial<NetworkConditions> & { pageSize?: number; errorChance?: number };

export type Plan = { seed: number; steps: readonly number[]; weights?: Weights; fixedConditions?: FixedConditions };

const DAY = 86_400_000;
const START = 1_800_000_000_000;

function pickKind(step: number, weights: Record<string, number>): string {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  let left = step % total;
  for (const [kind, weight] of Object.entries(weights)) {
    if (left < weight) return kind;
    left -= weight;
  }
  return "wait";
}

class History {
  readonly world: World;
  readonly phones: Phone[];
  private backup: ServerState | null = null;
  private readonly plan: Plan;

  constructor(plan: Plan, faults: Faults) {
    this.plan = plan;
    resetIds();
    const dice = new Dice(plan.seed);
    const sim = new Simulation(START, dice);
    const oracle = new Oracle();
    const poke = (users: Set<string>) => {
      if (users.size > 0) for (const phone of this.phones) phone.poke(users);
    };
    const server = new ModelServer(sim, faults.server ?? {}, poke, (user, clientId, command) =>
      oracle.received(user, clientId, command),
    );
    oracle.watch(server);
    server.pages.size = dice.pick([1, 2, 3, 5, 1000])!;
    server.errorChance = dice.pick([0, 0, 0.1, 0.3])!;
    server.limitChance = dice.pick([0, 0, 0.15])!;
    const { fixedConditions = {} } = plan;
    if (fixedConditions.pageSize !== undefined) server.pages.size = fixedConditions.pageSize;
    if (fixedConditions.errorChance !== undefined) server.errorChance = fixedConditions.errorChance;
    const conditions: NetworkConditions = {
      loss: dice.pick([0, 0.1, 0.3])!,
      longestDelayMs: dice.pick([50, 500, 20_000])!,
      doubles: dice.pick([0, 0.3])!,
      isStoreSlow: dice.chance(0.25),
      hasLocks: dice.chance(0.6),
      hasLine: dice.chance(0.6),
      ...fixedConditions,
    };
    this.world = {
      sim,
      server,
      oracle,
      conditions,
      steps: faults.steps ?? {},
      signOutSteps: faults.signOut ?? {},
      epoch: 0,
    };
    const skew = () => (dice.below(61) - 30) * DAY;
    this.phones = Array.from({ length: dice.chance(0.5) ? 2 : 3 }, () => new Phone(this.world, skew()));
  }

  async run(): Promise<Broken | null> {
    const { sim, oracle } = this.world;
    for (const [at, phone] of this.phones.entries()) void phone.signIn(at === 1 ? bob : ann);
    await sim.run(400);
    const weights = { ...ordinary, ...this.plan.weights };
    for (const step of this.plan.steps) {
      const rest = Math.floor(step / 1000);
      this.step(pickKind(step % 1000, weights), this.phones[rest % this.phones.length]!, new Dice(rest));
      await sim.run(sim.dice.pick([1, 30, 300, 3000])!);
      if (oracle.broken) return oracle.broken;
    }
    await this.heal();
    return oracle.broken;
  }

  private step(kind: string, phone: Phone, dice: Dice): void {
    const { world } = this;
    const { sim, server } = world;
    if (kind === "act" || kind === "decide") void actOn(world, phone, dice, kind === "decide");
    else if (kind === "wait")
      void sim.after(0, () => void phone.tab?.engine.trigger(dice.chance(0.5) ? "visible" : "push"));
    else if (kind === "network") this.switchNetwork(phone);
    else if (kind === "crash") void phone.crash();
    else if (kind === "crashWriting") phone.crashIn = 1 + dice.below(9);
    else if (kind === "tab") void phone.openAnother();
    else if (kind === "signOut") this.signOutOrIn(phone, dice);
    else if (kind === "signInOver") void phone.signInOver(dice.pick(people)!);
    else if (kind === "revoke") this.revoke(dice);
    else if (kind === "elsewhere") sim.after(dice.below(3000), server.beginElsewhere(dice.pick(people)!));
    else if (kind === "truncate") server.truncateLog();
    else if (kind === "backup") this.backup = server.state.copy();
    else if (kind === "restore") this.restore();
    else if (kind === "sleep") this.sleep();
    else if (kind === "upgrade") this.upgrade(phone, dice);
    else if (kind === "clock") phone.skewMs = (dice.below(61) - 30) * DAY;
    else if (kind === "poison") server.poisonedLane = `talk:${dice.pick(people)!}`;
  }

  private switchNetwork(phone: Phone): void {
    phone.isOnline = !phone.isOnline;
    if (phone.isOnline) phone.tabs.forEach((tab) => void tab.engine.trigger("online"));
  }

  private signOutOrIn(phone: Phone, dice: Dice): void {
    if (phone.user === null) void phone.signIn(dice.pick(people)!);
    else void phone.signOut(dice.chance(0.6) ? "keep" : "discard");
  }

  private revoke(dice: Dice): void {
    const session = dice.pick([...this.world.server.sessions.values()]);
    if (session) session.isRevoked = true;
  }

  private restore(): void {
    if (!this.backup) return;
    this.world.epoch++;
    this.world.oracle.hasRestored = true;
    this.world.server.restore(this.backup);
  }

  /** A device unused for a hundred days: its ledger rows and log lines are deleted. */
  private sleep(): void {
    const { sim, server } = this.world;
    sim.leap(100 * DAY);
    server.purgeLedger();
    server.truncateLog();
  }

  private upgrade(phone: Phone, dice: Dice): void {
    if (dice.chance(0.4)) this.world.server.oldestSchema = 2;
    else {
      phone.schema = 2;
      void phone.crash();
    }
  }

  /** Ends all faults; thirty seconds later all devices must be drained and equal to the server. */
  private async heal(): Promise<void> {
    const { sim, server, conditions, oracle } = this.world;
    Object.assign(conditions, { loss: 0, longestDelayMs: 60, doubles: 0 });
    server.errorChance = 0;
    server.limitChance = 0;
    server.poisonedLane = null;
    await sim.run(4000);
    for (const phone of this.phones) {
      phone.isOnline = true;
      phone.crashIn = null;
      if (phone.schema < server.oldestSchema) {
        phone.schema = server.oldestSchema;
        void phone.crash();
      }
    }
    await sim.run(6000);
    for (const user of people) {
      await this.signEveryoneIn(user);
      await sim.run(30_000);
      for (const phone of this.phones) phone.tabs.forEach((tab) => void tab.engine.trigger("visible"));
      await sim.run(3000);
      for (const phone of this.phones) {
        const disk = phone.user === null ? undefined : phone.databases.disks.get(phone.user);
        if (disk) oracle.checkSame(disk, phone.user!);
      }
    }
    oracle.checkEffects();
    oracle.checkNothingLost();
  }

  /** Signs the user in on devices that have rows of the user or show a guest. */
  private async signEveryoneIn(user: string): Promise<void> {
    for (const phone of this.phones) {
      if (phone.user === user || !phone.databases.disks.has(user)) continue;
      if (phone.user !== null) {
        void phone.signOut("keep");
        await this.world.sim.run(6000);
      }
      void phone.signIn(user);
    }
    await this.world.sim.run(1000);
    for (const phone of this.phones) phone.lineOpens();
  }
}

/** Runs a history; returns null when every rule held. */
export async function runHistory(plan: Plan, faults: Faults = {}): Promise<Broken | null> {
  return await new History(plan, faults).run();
}

/** Derives a plan from a seed. */
export function planOf(seed: number, tuning: Pick<Plan, "weights" | "fixedConditions"> = {}): Plan {
  const dice = new Dice(seed ^ 0x5bd1e995);
  const steps = Array.from({ length: 3 + dice.below(24) }, () => dice.below(2_000_000_000));
  return { seed, steps, ...tuning };
}
