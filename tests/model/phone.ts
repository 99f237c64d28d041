// A model device: disks that survive, tabs that crash, a cookie, a lossy network and a live line.
import { Engine } from "../../pwa/device/sync/engine.ts";
import type { LeftoverPorts } from "../../pwa/device/sync/leftovers.ts";
import { parkLeftoverUsers, settlePendingSignOut, signInAfterLast } from "../../pwa/device/sync/leftovers.ts";
import { finishSignOut, parkUser, shownUser, signOut, type SignOutMarker } from "../../pwa/device/sync/sign-out.ts";
import { writes } from "../../pwa/device/sync/writes.ts";
import { PhoneDatabases } from "./phone-databases.ts";
import { PhoneLines } from "./phone-lines.ts";
import { exchange } from "./phone-network.ts";
import { keys, modelId, worldCommands } from "./small-world.ts";
import type { Tab, World } from "./world.ts";

export class Phone {
  readonly databases: PhoneDatabases;
  readonly tabs: Tab[] = [];
  user: string | null = null;
  marker: SignOutMarker | null = null;
  isOnline = true;
  isSigningOut = false;
  schema = 1;
  /** Number of writes until the store crashes, or null. */
  crashIn: number | null = null;
  private cookie: string | null = null;
  /** Counts crashes. */
  private life = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private mark: string | null = null;
  /** Parked data that survives a crash. */
  private readonly leftovers = new Set<string>();
  private readonly heldLocks = new Set<string>();
  private readonly lines: PhoneLines;
  private readonly world: World;
  /** The error of its clock. */
  skewMs: number;

  constructor(world: World, skewMs: number) {
    this.world = world;
    this.skewMs = skewMs;
    this.databases = new PhoneDatabases(world, { clock: this.clock, schema: () => this.schema });
    this.lines = new PhoneLines(world, {
      isOnline: () => this.isOnline,
      session: () => this.cookie,
    });
  }

  get tab(): Tab | undefined {
    return this.tabs[0];
  }

  // Sign-in and sign-out

  /** Signs in with the function of the app, after a pending sign-out. False without a network. */
  async signIn(user: string): Promise<boolean> {
    if (this.isSigningOut || !this.isOnline) return false;
    const { server } = this.world;
    const logIn = () => Promise.resolve(this.isOnline ? server.logIn(user) : null);
    const cookie = await signInAfterLast(this.leftoverPorts, logIn);
    if (cookie === null) return false;
    const before = this.user;
    this.cookie = this.mark = cookie;
    this.user = user;
    if (before !== null && before !== user) void this.park(before);
    await this.openTab(user).engine.start();
    return true;
  }

  async signOut(choice: "keep" | "discard"): Promise<void> {
    const { user } = this;
    const tab = this.tabs.find((one) => one.user === user);
    if (!tab || user === null || this.isSigningOut) return;
    this.isSigningOut = true;
    let leave: SignOutMarker["leave"] = "discard";
    const ended = await signOut(tab, {
      userId: user,
      ...this.sessionPorts,
      clock: this.clock,
      ask: () => Promise.resolve((leave = choice)),
      disconnect: () => Promise.resolve(),
    });
    this.isSigningOut = false;
    if (ended === "signed-out") this.becomeGuest(leave);
  }

  /** Opens another tab of the signed-in user; during a sign-out it shows a guest. */
  async openAnother(): Promise<void> {
    if (shownUser(this.user, this.marker) === null) return;
    if (this.user === null || this.tabs.length === 0 || this.tabs.length > 2) return;
    await this.openTab(this.user).engine.start();
  }

  /** The session ended or the user signed out: the screen shows nothing private. */
  private becomeGuest(leave: SignOutMarker["leave"]): void {
    for (const tab of [...this.tabs]) this.close(tab);
    if (this.user !== null) this.checkLeft(this.user, leave);
    this.user = null;
    this.mark = null;
  }

  /** Checks that the disk has no private rows of a signed-out user, except what the user chose to keep. */
  private checkLeft(user: string, leave: SignOutMarker["leave"]): void {
    const disk = this.databases.disks.get(user);
    if (!disk) return;
    if (disk.isRemoved) {
      this.world.oracle.removed(disk, leave);
      this.databases.disks.delete(user);
      return;
    }
    for (const entity of disk.rows.keys()) {
      if (disk.rowsOf(entity).length > 0) this.world.oracle.fail("R23", `${entity} are left after the sign-out`);
    }
  }

  private sessionEnded(user: string): void {
    if (this.user === user) this.becomeGuest("keep");
    else for (const tab of this.tabs.filter((one) => one.user === user)) this.close(tab);
  }

  /** Another user signs in while the app is open; its tabs go on briefly. */
  async signInOver(user: string): Promise<void> {
    const old = this.tabs.filter((tab) => tab.user !== user);
    if (await this.signIn(user)) this.world.sim.after(3000, () => old.forEach((tab) => this.close(tab)));
  }

  /** Parks a user's data after the session ended without a sign-out. */
  private async park(user: string): Promise<void> {
    this.leftovers.add(user);
    await parkLeftoverUsers(null, this.leftoverPorts);
    if (this.user !== user && !this.leftovers.has(user)) this.checkLeft(user, "keep");
  }

  private readonly markerStore = {
    get: () => Promise.resolve(this.marker),
    set: (marker: SignOutMarker | null) => {
      this.marker = marker;
      return Promise.resolve();
    },
  };

  private get sessionPorts() {
    const { markerStore: marker } = this;
    const { signOutSteps: steps } = this.world;
    const inTurn = <Result>(work: () => Promise<Result>) => this.inTurn(work);
    return { marker, logOut: () => this.logOut(), inTurn, steps };
  }

  private get leftoverPorts(): LeftoverPorts {
    const { leftovers, sessionPorts, world } = this;
    const open = (user: string) => this.databases.openIdle(user, (isOpen) => this.crashesNow(isOpen));
    return {
      ...sessionPorts,
      leftovers: {
        all: () => [...leftovers],
        add: (user) => leftovers.add(user),
        remove: (user) => leftovers.delete(user),
      },
      finish: async ({ userId, leave }) => {
        await finishSignOut(open, { userId, ...sessionPorts });
        if (this.user !== userId) this.checkLeft(userId, leave);
      },
      park: (user) =>
        (world.signOutSteps.park ?? parkUser)(user, {
          open,
          isSignedIn: () => this.user === user,
          disconnect: () => Promise.resolve(),
        }),
      failed: () => undefined,
    };
  }

  /** Runs one sign-out at a time; a crash ends the turn. */
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
        // After a crash nothing waits for the answer.
        if (life !== this.life) return;
        if (!this.isOnline || sim.dice.chance(this.world.conditions.loss)) return resolve(false);
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
    const { sim, conditions } = this.world;
    const store = this.databases.open(user, () => this.crashesNow(() => this.tabs.includes(tab)));
    const locks = new Set<string>();
    const engine: Engine = new Engine({
      userId: user,
      commands: { commands: worldCommands, writes },
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
    if (conditions.hasLine) this.lines.add(tab);
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

  /** Loses the memory and keeps the disk; the app then opens in the same state. */
  async crash(): Promise<void> {
    for (const tab of [...this.tabs]) this.close(tab);
    this.databases.killIdle();
    this.life++;
    this.turn = Promise.resolve();
    this.isSigningOut = false;
    this.crashIn = null;
    // A starting page first finishes the last sign-out.
    if (shownUser(this.user, this.marker) === null) this.user = this.mark = null;
    if (!(await settlePendingSignOut(this.leftoverPorts))) return;
    await parkLeftoverUsers(this.user, this.leftoverPorts);
    if (this.tabs.length > 0) return;
    if (this.user !== null) await this.openTab(this.user).engine.start();
  }

  private crashesNow(isOpen: () => boolean): boolean {
    if (this.crashIn === null || --this.crashIn > 0) return false;
    this.crashIn = null;
    this.world.sim.after(1, () => {
      if (isOpen()) void this.crash();
    });
    return true;
  }

  // Time, locks, network

  private readonly clock = {
    now: (): number => this.world.sim.now + this.skewMs,
    elapsed: (): number => this.world.sim.now,
    after: (ms: number, task: () => void) => this.world.sim.after(ms, task),
  };

  private async ifFree<Result>(tab: Tab, name: string, work: () => Promise<Result>): Promise<Result | undefined> {
    if (!this.world.conditions.hasLocks) return await work();
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

  /** The server has changes for these users. */
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
