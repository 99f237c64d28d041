// One aircraft with its owner and two pilots: virtual time, a bad network, the real server, and a device for each.
import type { EngineSteps } from "../../../pwa/device/sync/engine-options.ts";
import type { Reply } from "../../../pwa/device/sync/ports.ts";
import type { Location } from "../../../shared/domain/locations.ts";
import { weekdays, type Plan } from "../../../shared/domain/free-hours.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { advanceBookings, remindOwners } from "../../../sync-server/jobs/booking-clock.ts";
import { aPilot, aPlane, anOwner, type TestPerson } from "../../people.ts";
import { Dice, pause, Simulation } from "../simulation.ts";
import { CommandRecord } from "./command-record.ts";
import { brokenCount, countRows, type RowCounts } from "./market-counts.ts";
import { MarketDevice } from "./market-device.ts";
import type { MarketServer } from "./market-server.ts";

/** Faults that a mutant injects. */
export type MarketFaults = {
  steps?: Partial<EngineSteps>;
  /** A job that never runs. */
  stopped?: "steps" | "reminders";
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before both clock changes of a year, and on a quiet day. */
const STARTS = [Date.UTC(2031, 2, 7, 15), Date.UTC(2031, 9, 31, 15), Date.UTC(2031, 5, 10, 15)];
const PLACES: Location[] = ["Denver CO", "Chicago IL", "Phoenix AZ"];
const ALWAYS: Plan["weekly"] = Object.fromEntries(weekdays.map((day) => [day, [[0, 1_440]]])) as Plan["weekly"];

/** Histories of one process; their number keeps ids unique in a database. */
let histories = 0;

export class Market {
  readonly sim: Simulation;
  readonly server: MarketServer;
  readonly steps: Partial<EngineSteps>;
  readonly record = new CommandRecord();
  readonly network = { loss: 0, longestDelayMs: 50, doubles: 0 };
  readonly devices: MarketDevice[] = [];
  plane!: { id: string; ownerId: string; location: Location; airport: null };
  private readonly stopped: MarketFaults["stopped"];
  private counts!: RowCounts;
  private readonly running = new Set<Promise<void>>();
  private readonly history = ++histories;
  private ids = 0;

  constructor(server: MarketServer, seed: number, faults: MarketFaults) {
    const dice = new Dice(seed);
    this.server = server;
    this.steps = faults.steps ?? {};
    this.stopped = faults.stopped;
    this.sim = new Simulation(dice.pick(STARTS)!, dice, () => this.settled());
    Object.assign(this.network, {
      loss: dice.pick([0, 0.1, 0.3]),
      longestDelayMs: dice.pick([50, 500, 20_000]),
      doubles: dice.pick([0, 0.3]),
    });
  }

  /** Stores the users and the aircraft, and starts the devices. The owner has a second device in some histories. */
  async open(): Promise<void> {
    const { sim, server } = this;
    const { dice } = sim;
    const { db } = server;
    await server.setTime(sim.now);
    const owner = await anOwner(db);
    const location = dice.pick(PLACES)!;
    const id = await aPlane(db, owner.id, { location });
    this.plane = { id, ownerId: owner.id, location, airport: null };
    await db("availability_plans")
      .where({ aircraftId: id })
      .update({
        ...(dice.chance(0.5) && { weekly: JSON.stringify({ ...ALWAYS, sun: [[420, 1_260]] }) }),
        noticeHours: dice.pick([0, 0, 2]),
        bufferMin: dice.pick([0, 30, 60]),
        instant: dice.pick(["off", "off", "returning", "verified"]),
      });
    const pilots = [await aPilot(db, { name: "Ann" }), await aPilot(db, { name: "Bob" })];
    const owners = dice.chance(0.3) ? [owner, owner] : [owner];
    this.counts = await countRows(db, id);
    for (const person of [...pilots, ...owners]) this.addDevice(person);
    await sim.run(500);
  }

  private addDevice(person: TestPerson): void {
    const { sim } = this;
    const name = `${person.name}'s ${this.devices.filter((device) => device.person.id === person.id).length + 1}`;
    const skewMs = sim.dice.pick([0, 0, (sim.dice.below(61) - 30) * DAY, (sim.dice.below(61) - 30) * 60_000])!;
    this.devices.push(new MarketDevice(this, person, name, skewMs));
  }

  /** A unique UUIDv7 for a time. */
  newId(now: number): string {
    const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, "0");
    const count = (this.history * 2 ** 20 + ++this.ids).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`;
  }

  /** Sends a request under the network's conditions. */
  exchange(device: MarketDevice, request: ExchangeRequest): Promise<Reply> {
    const { sim, network } = this;
    const { dice } = sim;
    return new Promise((resolve, reject) => {
      const fail = () => void sim.after(dice.below(2_000), () => reject(new Error("no network")));
      if (!device.isOnline) return fail();
      const arrive = (hasAnswer: boolean) =>
        this.run(async () => {
          const reply = await this.serve(device, request);
          if (!hasAnswer || !device.isOnline || dice.chance(network.loss)) return;
          sim.after(1 + dice.below(network.longestDelayMs), () => device.isOnline && resolve(reply));
        });
      if (dice.chance(network.loss)) return dice.chance(0.5) ? fail() : undefined;
      sim.after(1 + dice.below(network.longestDelayMs), () => arrive(true));
      if (dice.chance(network.doubles)) sim.after(1 + dice.below(20_000), () => arrive(false));
    });
  }

  private async serve(device: MarketDevice, request: ExchangeRequest): Promise<Reply> {
    const { sim, server, record } = this;
    await server.setTime(sim.now);
    const reply = await server.transport(device.person.token).exchange(request, 60_000);
    if (!reply.answer) {
      record.fail("server", `an exchange of ${device.name} got ${reply.status} ${reply.code}`);
      return reply;
    }
    const applied = record.answered(reply.answer.outcomes).filter(({ outcome }) => outcome?.status === "applied");
    await this.check((before, after) => {
      const requested = applied.filter(({ name }) => name === "bookings.request").length;
      if (after.bookings - before.bookings !== requested)
        record.fail("once", `${requested} new requests made ${after.bookings - before.bookings} bookings`);
      if (applied.length === 0 && after.lines !== before.lines) record.fail("once", "a repeated command wrote a line");
    });
    if (applied.length > 0) this.push(device.person.id);
    return reply;
  }

  /** The steps that are due by time, as `jobs/booking-clock.ts` runs them. */
  runJobs(): void {
    this.run(async () => {
      const { db } = this.server;
      await this.server.setTime(this.sim.now);
      if (this.stopped !== "steps") await advanceBookings(db);
      if (this.stopped !== "reminders") await remindOwners(db);
      await this.check((_, { unreminded }) => {
        if (unreminded > 0) this.record.fail("reminders", `${unreminded} owners were not reminded`);
      });
      this.push(null);
    });
  }

  private async check(compare: (before: RowCounts, after: RowCounts) => void): Promise<void> {
    const after = await countRows(this.server.db, this.plane.id);
    const broken = brokenCount(after);
    if (broken) this.record.fail("overlap", broken);
    compare(this.counts, after);
    this.counts = after;
  }

  /** Other devices may receive a push about a change. */
  private push(by: string | null): void {
    const { sim } = this;
    for (const device of this.devices)
      if (device.person.id !== by && sim.dice.chance(0.6))
        sim.after(sim.dice.below(2_000), () => void device.engine.trigger("push"));
  }

  /** Runs work of the server; time waits for it, so that a history repeats from its seed. */
  private run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.record.fail("server", String((error as Error).stack)))
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private async settled(): Promise<void> {
    await pause();
    while (this.running.size > 0) {
      await Promise.all(this.running);
      await pause();
    }
  }

  close(): void {
    for (const device of this.devices) device.close();
  }
}
