// A phone in the model: disks that survive, tabs that crash, a cookie, a lossy network and a live line.
import { Engine } from "../../pwa/device/sync/engine.ts";
import {
  finishSignOut,
  settleSignOut,
  shownUser,
  signOut,
  type SignOutMarker,
} from "../../pwa/device/sync/sign-out.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { MemoryStore } from "./memory-store.ts";
import { PhoneLines } from "./phone-lines.ts";
import { exchange } from "./phone-network.ts";
import { keys, modelId, worldCommands } from "./small-world.ts";
import type { Tab, World } from "./world.ts";

export class Phone {
  readonly disks = new Map<string, MemoryDisk>();
  readonly tabs: Tab[] = [];
  user: string | null = null;
  marker: SignOutMarker | null = null;
  isOnline = true;
  isSigningOut = false;
  schema = 1;
  /** Writes until the store crashes, or null. */
  crashIn: number | null = null;
  private cookie: string | null = null;
  /** Counts crashes. */
  private life = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private mark: string | null = null;
  private readonly heldLocks = new Set<string>();
  private readonly lines: PhoneLines;
  private readonly world: World;
  /** How wrong its clock is. */
  skewMs: number;

  constructor(world: World, skewMs: number) {
    this.world = world;
    this.skewMs = skewMs;
    this.lines = new PhoneLines(world, {
      isOnline: () => this.isOnline,
      session: () => this.cookie,
    });
  }

  get tab(): Tab | undefined {
    return this.tabs[0];
  }

  // Signing in and out

  /** Signs in as somebody; a sign-out the server has not heard of goes first. False without a network. */
  async signIn(user: string): Promise<boolean> {
    if (this.isSigningOut) return false;
    if (!this.isOnline || !(await settleSignOut(this.leavePorts))) return false;
    if (!this.isOnline) return false;
    this.cookie = this.world.server.logIn(user);
    this.mark = this.cookie;
    this.user = user;
    await this.openTab(user).engine.start();
    return true;
  }

  async signOut(choice: "keep" | "discard"): Promise<void> {
    const { user } = this;
    const tab = this.tabs.find((one) => one.user === user);
    if (!tab || user === null || this.isSigningOut) return;
    this.isSigningOut = true;
    const ended = await signOut(tab.engine, tab.store, {
      userId: user,
      ...this.leavePorts,
      clock: this.clock,
      ask: () => Promise.resolve(choice),
      disconnect: () => Promise.resolve(),
    });
    this.isSigningOut = false;
    if (ended === "signed-out") this.becomeGuest();
  }

  /** A new tab of the person signed in; while a sign-out is not finished it shows a guest. */
  async openAnother(): Promise<void> {
    if (shownUser(this.user, this.marker) === null) return;
    if (this.user === null || this.tabs.length === 0 || this.tabs.length > 2) return;
    await this.openTab(this.user).engine.start();
  }

  /** The session is over, or the person left: nothing private is on the screen. */
  private becomeGuest(): void {
    for (const tab of [...this.tabs]) this.close(tab);
    if (this.user !== null) this.checkLeft(this.user);
    this.user = null;
    this.mark = null;
  }

  /** Nothing private of a person who left is on the disk. */
  private checkLeft(user: string): void {
    const disk = this.disks.get(user);
    if (!disk) return;
    if (disk.isRemoved) {
      this.world.oracle.forgiveDisk(disk);
      this.disks.delete(user);
      return;
    }
    for (const entity of disk.rows.keys()) {
      if (disk.rowsOf(entity).length > 0) this.world.oracle.fail("R23", `${entity} are left after the sign-out`);
    }
  }

  private sessionEnded(user: string): void {
    if (this.user === user) this.becomeGuest();
    else for (const tab of this.tabs.filter((one) => one.user === user)) this.close(tab);
  }

  /** Somebody else signs in over the open app: its tabs go on for a moment. */
  async signInOver(user: string): Promise<void> {
    const old = this.tabs.filter((tab) => tab.user !== user);
    if (await this.signIn(user)) this.world.sim.after(3000, () => old.forEach((tab) => this.close(tab)));
  }

  private readonly markerStore = {
    get: () => Promise.resolve(this.marker),
    set: (marker: SignOutMarker | null) => {
      this.marker = marker;
      return Promise.resolve();
    },
  };

  private get leavePorts() {
    const { markerStore: marker } = this;
    return { marker, logOut: () => this.logOut(), inTurn: <Result>(work: () => Promise<Result>) => this.inTurn(work) };
  }

  /** One at a time; what a crash cut short gives its turn up. */
  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return await done;
  }

  private logOut(): Promise<boolean> {
    const { sim, server } = this.world;
    const { life } = this;
    return new Promise((resolve) => {
      sim.after(sim.dice.below(200), () => {
        // A crash ends whatever waited for the answer.
        if (life !== this.life) return;
        if (!this.isOnline || sim.dice.chance(this.world.weather.loss)) return resolve(false);
        const session = this.cookie === null ? undefined : server.sessions.get(this.cookie);
        if (session) session.isRevoked = true;
        this.cookie = null;
        this.mark = null;
        resolve(true);
      });
    });
  }

  // Tabs

  private openTab(user: string): Tab {
    const { sim, oracle, weather } = this.world;
    let disk = this.disks.get(user);
    if (!disk || disk.isRemoved) {
      disk = new MemoryDisk(keys.keys(), { clientId: modelId(sim.now), life: modelId(sim.now), schema: this.schema });
      this.disks.set(user, disk);
      oracle.addDisk(disk, user);
    }
    const home = disk;
    const store = new MemoryStore(disk, {
      committed: (commit) => oracle.committed(home, user, commit),
      crashesNow: () => this.crashesNow(tab),
      ...(weather.isStoreSlow ? { beforeTurn: () => this.pause() } : {}),
    });
    const locks = new Set<string>();
    const engine: Engine = new Engine({
      userId: user,
      commands: worldCommands,
      keys,
      store,
      schema: this.schema,
      clock: this.clock,
      chance: { random: () => sim.dice.next(), id: modelId },
      session: () => this.mark,
      transport: {
        exchange: (request) =>
          exchange(
            this.world,
            { cookie: this.cookie, isOnline: () => this.isOnline, isAlive: () => tab.isAlive },
            request,
          ),
      },
      locks: { ifFree: (name, work) => this.ifFree(tab, name, work) },
      steps: this.world.steps,
      events: {
        hello: () => void this.lines.hello(tab),
        signedOut: () => this.sessionEnded(user),
        broken: () => this.close(tab),
      },
    });
    const tab: Tab = { engine, store, user, isAlive: true, locks };
    this.tabs.push(tab);
    if (weather.hasLine) this.lines.add(tab);
    return tab;
  }

  private close(tab: Tab): void {
    if (!tab.isAlive) return;
    tab.isAlive = false;
    tab.engine.stop();
    tab.store.kill();
    for (const name of tab.locks) this.heldLocks.delete(name);
    this.lines.remove(tab);
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  /** Memory is gone, the disk stays; the app opens again where it was. */
  async crash(): Promise<void> {
    for (const tab of [...this.tabs]) this.close(tab);
    this.life++;
    this.turn = Promise.resolve();
    this.isSigningOut = false;
    this.crashIn = null;
    if (this.marker) {
      const { userId } = this.marker;
      // Nobody is shown while a sign-out is not finished; somebody else may sign in as soon as it is.
      if (this.user === userId) this.user = this.mark = null;
      const tab = this.openTab(userId);
      await finishSignOut(tab.engine, tab.store, { userId, ...this.leavePorts });
      this.close(tab);
      this.checkLeft(userId);
      return;
    }
    if (this.user !== null) await this.openTab(this.user).engine.start();
  }

  private crashesNow(tab: Tab): boolean {
    if (this.crashIn === null || --this.crashIn > 0) return false;
    this.crashIn = null;
    this.world.sim.after(1, () => {
      if (this.tabs.length === 0 || !this.tabs.includes(tab)) return;
      void this.crash();
    });
    return true;
  }

  // Time, locks, network

  private readonly clock = {
    now: (): number => this.world.sim.now + this.skewMs,
    elapsed: (): number => this.world.sim.now,
    after: (ms: number, task: () => void) => this.world.sim.after(ms, task),
  };

  private pause(): Promise<void> {
    const { sim } = this.world;
    return new Promise((resolve) => sim.after(sim.dice.below(12), resolve));
  }

  private async ifFree<Result>(tab: Tab, name: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (!this.world.weather.hasLocks) return await work();
    if (this.heldLocks.has(name)) return undefined;
    this.heldLocks.add(name);
    tab.locks.add(name);
    try {
      return await work();
    } finally {
      this.heldLocks.delete(name);
      tab.locks.delete(name);
    }
  }

  // The live line

  /** The server has something new for a person. */
  poke(users: ReadonlySet<string>): void {
    this.lines.poke(users);
  }

  lineOpens(): void {
    for (const tab of this.tabs) {
      void this.lines.hello(tab);
      void tab.engine.trigger("line-open");
    }
  }
}
