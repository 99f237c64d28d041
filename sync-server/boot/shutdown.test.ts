import { expect, it } from "vitest";
import { createShutdown } from "./shutdown.ts";

const never = () => new Promise<void>(() => {});

it("stops every part in the opposite order, although one fails, one throws and one hangs", async () => {
  const stopped: string[] = [];
  const failed: string[] = [];
  const opened = createShutdown((name) => failed.push(name));
  opened.add("first", () => void stopped.push("first"));
  opened.add("throws", () => {
    throw new Error("no");
  });
  opened.add("rejects", () => Promise.reject(new Error("no")));
  opened.add("hangs", never, { withinMs: 5 });
  opened.add("last", () => void stopped.push("last"));
  await opened.end();
  expect(stopped).toEqual(["last", "first"]);
  expect(failed).toEqual(["hangs", "rejects", "throws"]);
});

it("stops once, however often it is called", async () => {
  let times = 0;
  const opened = createShutdown();
  opened.add("part", () => void times++);
  await Promise.all([opened.end(), opened.end()]);
  await opened.end();
  expect(times).toBe(1);
});

it("aborts a running start, and stops the parts it still adds", async () => {
  const opened = createShutdown();
  const stopped: string[] = [];
  opened.signal.addEventListener("abort", () => opened.add("at the last moment", () => void stopped.push("moment")));
  await opened.end();
  opened.add("too late", () => void stopped.push("late"));
  await opened.end();
  expect(stopped).toEqual(["moment", "late"]);
});

it("reserves the time of the last part, however many others hang", async () => {
  const opened = createShutdown();
  const began = performance.now();
  const at = new Map<string, number>();
  const note = (name: string) => at.set(name, performance.now() - began);
  opened.add("database", () => void note("database"), { withinMs: 3000, last: true });
  for (let n = 0; n < 20; n++) opened.add(`hangs ${n}`, never, { withinMs: 2500 });
  await opened.end();
  // Twenty parts in sequence, each with its full time, would take 50 seconds.
  expect(at.get("database")).toBeLessThan(15_000);
});
