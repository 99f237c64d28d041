// The bus against real Redis and NATS: news reach all other members; outages and invalid messages change nothing.
import { Redis } from "ioredis";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hasBus, startBus, type BusKind, type BusService } from "../../tests/setup/bus.ts";
import { createLog } from "../log.ts";
import { openBus, type Bus, type BusMessage } from "./bus.ts";

const log = createLog({ LOG_LEVEL: "silent" });
const open: { close(): Promise<void> }[] = [];
let service: BusService | null = null;

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await service?.kill();
  service = null;
});

type Member = { bus: Bus; heard: BusMessage[] };

function join(url: string, channel = "one"): Member {
  const heard: BusMessage[] = [];
  const bus = openBus({ url, channel, log, onNews: (news) => void heard.push(news) });
  open.push(bus);
  return { bus, heard };
}

/** Publishes until all have received it, because news from before a subscription are lost. */
async function reach(from: Member, others: readonly Member[], bucket: string): Promise<void> {
  await vi.waitFor(
    () => {
      from.bus.publish({ buckets: [bucket] });
      for (const { heard } of others) expect(heard.some(({ buckets }) => buckets.includes(bucket))).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );
}

for (const kind of ["redis", "nats"] as const satisfies BusKind[])
  describe.skipIf(!hasBus(kind))(`the bus on ${kind}`, () => {
    it("[R14] reaches all other members of the same database, and never the sender", async () => {
      service = await startBus(kind);
      const [one, two, three] = [join(service.url), join(service.url), join(service.url)];
      const stranger = join(service.url, "another");
      await reach(one, [two, three], "first");
      one.bus.publish({ log: true });
      await vi.waitFor(() => expect(two.heard.some((news) => news.log)).toBe(true), 20_000);
      expect([one.heard, stranger.heard]).toEqual([[], []]);
    });

    it("[R14] stops no process while it is unreachable, and is used again later", { timeout: 40_000 }, async () => {
      service = await startBus(kind);
      const [one, two] = [join(service.url), join(service.url)];
      await reach(one, [two], "before");
      await service.kill();
      for (let word = 0; word < 100; word++) one.bus.publish({ log: true, buckets: [`b${word}`] });
      await service.start();
      await reach(one, [two], "after");
    });

    it("may be unreachable at the start", async () => {
      service = await startBus(kind);
      await service.kill();
      const [one, two] = [join(service.url), join(service.url)];
      one.bus.publish({ log: true });
      await service.start();
      await reach(one, [two], "late");
    });
  });

describe.skipIf(!hasBus("redis"))("an invalid message on the bus", () => {
  it("[R14] is ignored", async () => {
    service = await startBus("redis");
    const [one, two] = [join(service.url), join(service.url)];
    await reach(one, [two], "first");
    const evil = new Redis(service.url);
    for (const text of [
      "",
      "{",
      "null",
      "7",
      `{"log":1}`,
      `{"buckets":"x"}`,
      `{"buckets":["../x",{},7]}`,
      "x".repeat(1e6),
    ])
      await evil.publish("tailhour.one", text);
    evil.disconnect();
    await reach(one, [two], "last");
    expect(new Set(two.heard.flatMap(({ buckets }) => buckets))).toEqual(new Set(["first", "last"]));
    expect(two.heard.some((news) => news.log)).toBe(false);
  });
});

describe("without a bus", () => {
  it("publishing does nothing and waits for nothing", async () => {
    const bus = openBus({ url: undefined, channel: "one", log, onNews: () => expect.unreachable() });
    bus.publish({ log: true });
    await bus.close();
  });
});
