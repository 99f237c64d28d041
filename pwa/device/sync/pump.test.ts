import { describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { LaneBackoff } from "./backoff.ts";
import { Pump, type PumpPorts } from "./pump.ts";

describe("the pump", () => {
  it("[R7] asks for nothing while the device knows of no network, and for all of it after", async () => {
    let isOffline = true;
    const flushed: boolean[] = [];
    const ports: PumpPorts = {
      lockName: "flush",
      locks: { ifFree: (_, work) => work() },
      clock: { now: () => 0, elapsed: () => 0, after: () => () => undefined },
      chance: { random: () => 0, id: () => newId() },
      lanes: { end: () => undefined, next: () => null } as unknown as PumpPorts["lanes"],
      isOffline: () => isOffline,
      flush: (pull) => {
        flushed.push(pull);
        return Promise.resolve({ end: "done" });
      },
      hasWaiting: () => Promise.resolve(false),
      changed: () => undefined,
      ended: () => undefined,
    };
    const pump = new Pump(ports);
    for (const why of ["start", "queue", "timer", "visible"] as const) await pump.trigger(why);
    expect(flushed).toEqual([]);
    // An opened line or the user overrides what the browser reports.
    await pump.trigger("line-open");
    await pump.trigger("person");
    isOffline = false;
    await pump.trigger("queue");
    expect(flushed).toEqual([true, false, false]);
  });

  it("[R12] flushes again for what is queued while it looks at what is left", async () => {
    let flushes = 0;
    let answer: (hasWaiting: boolean) => void = () => undefined;
    const ports: PumpPorts = {
      lockName: "flush",
      locks: { ifFree: (_, work) => work() },
      clock: { now: () => 0, elapsed: () => 0, after: () => () => undefined },
      chance: { random: () => 0, id: () => newId() },
      lanes: { end: () => undefined, next: () => null } as unknown as PumpPorts["lanes"],
      flush: () => {
        flushes++;
        return Promise.resolve({ end: "done" });
      },
      hasWaiting: () => new Promise((resolve) => (answer = resolve)),
      changed: () => undefined,
      ended: () => undefined,
    };
    const pump = new Pump(ports);
    const first = pump.trigger("queue");
    await expect.poll(() => flushes, { timeout: 10_000 }).toBe(1);
    const looking = answer;
    const second = pump.trigger("queue");
    looking(false);
    await expect.poll(() => flushes, { timeout: 10_000 }).toBe(2);
    answer(false);
    await Promise.all([first, second]);
    expect(pump.isFlushing).toBe(false);
  });

  it("[R12] tries again although a timer fires before its time", async () => {
    let elapsed = 0;
    let flushes = 0;
    const timers: { at: number; task: () => void }[] = [];
    const ports: PumpPorts = {
      lockName: "flush",
      locks: { ifFree: (_, work) => work() },
      clock: {
        now: () => 0,
        elapsed: () => elapsed,
        after: (ms, task) => (timers.push({ at: elapsed + ms, task }), () => undefined),
      },
      chance: { random: () => 1, id: () => newId() },
      lanes: { end: () => undefined, next: () => null } as unknown as PumpPorts["lanes"],
      flush: () => {
        flushes++;
        return Promise.resolve(flushes === 1 ? { end: "failed" } : { end: "done" });
      },
      hasWaiting: () => Promise.resolve(false),
      changed: () => undefined,
      ended: () => undefined,
    };
    const pump = new Pump(ports);
    await pump.trigger("queue");
    const early = timers.shift()!;
    elapsed = early.at - 0.4;
    early.task();
    const again = timers.shift()!;
    elapsed = again.at;
    again.task();
    await pump.trigger("queue");
    expect(flushes).toBeGreaterThan(1);
  });

  it("[S1275] sends what rests when «Send now» is pressed while a flush runs whose answer makes it rest", async () => {
    const lanes = new LaneBackoff(() => 1);
    const states: string[] = [];
    let answer: () => void = () => undefined;
    const ports: PumpPorts = {
      lockName: "flush",
      locks: { ifFree: (_, work) => work() },
      clock: { now: () => 0, elapsed: () => 0, after: () => () => undefined },
      chance: { random: () => 1, id: () => newId() },
      lanes,
      flush: async () => {
        states.push(lanes.stateAt("profile", 0));
        if (states.length > 1) return { end: "done" };
        await new Promise<void>((resolve) => (answer = resolve));
        lanes.stopped("profile", 0, undefined);
        return { end: "done" };
      },
      hasWaiting: () => Promise.resolve(false),
      changed: () => undefined,
      ended: () => undefined,
    };
    const pump = new Pump(ports);
    const first = pump.trigger("queue");
    await expect.poll(() => states, { timeout: 10_000 }).toEqual(["free"]);
    const pressed = pump.trigger("person");
    answer();
    await Promise.all([first, pressed]);
    expect(states).toEqual(["free", "probe"]);
  });

  it("[R1] [R12] asks for the news that were announced while a flush failed, or while another tab flushed", async () => {
    for (const ending of ["failed", "locked"] as const) {
      const pulls: boolean[] = [];
      let end: () => void = () => undefined;
      let timer: () => void = () => undefined;
      let isFree = ending === "failed";
      let elapsed = 0;
      const ports: PumpPorts = {
        lockName: "flush",
        locks: {
          ifFree: (_, work) => (isFree ? work() : new Promise((resolve) => (end = () => resolve(undefined)))),
        },
        clock: {
          now: () => 0,
          elapsed: () => elapsed,
          after: (_, task) => ((timer = task), () => undefined),
        },
        chance: { random: () => 1, id: () => newId() },
        lanes: { end: () => undefined, next: () => null } as unknown as PumpPorts["lanes"],
        flush: (pull) => {
          pulls.push(pull);
          if (pulls.length > 1 || ending === "locked") return Promise.resolve({ end: "done" });
          return new Promise((resolve) => (end = () => resolve({ end: "failed" })));
        },
        hasWaiting: () => Promise.resolve(false),
        changed: () => undefined,
        ended: () => undefined,
      };
      const pump = new Pump(ports);
      const first = pump.trigger("queue");
      const second = pump.trigger("behind");
      end();
      await Promise.all([first, second]);
      isFree = true;
      elapsed = 3_600_000;
      timer();
      await pump.trigger("queue");
      expect(pulls.at(ending === "failed" ? 1 : 0), ending).toBe(true);
    }
  });
});
