import { expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

/** A task that ends on request. */
function task(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    end,
    run: async () => {
      log.push(`${name} begins`);
      await ended;
      log.push(`${name} ends`);
      return name;
    },
  };
}

it("runs a limited number of tasks, and the others in order", async () => {
  const line = createWorkQueue(2, 10);
  const log: string[] = [];
  const tasks = ["a", "b", "c", "d"].map((name) => task(log, name));
  const all = tasks.map(({ run }) => line.run(run));
  await Promise.resolve();
  expect([log, line.waiting()]).toEqual([["a begins", "b begins"], 2]);
  tasks[1]!.end();
  expect(await all[1]).toBe("b");
  for (const one of tasks) one.end();
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  expect(log.indexOf("c begins")).toBeLessThan(log.indexOf("d begins"));
  expect(line.waiting()).toBe(0);
});

it("starts the next task after a failed one", async () => {
  const line = createWorkQueue(1, 10);
  const failing = line.run(() => Promise.reject(new Error("no")));
  const next = line.run(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(await line.run(() => Promise.resolve("and more"))).toBe("and more");
});

it("refuses at once when the queue is full", async () => {
  const line = createWorkQueue(1, 1);
  const [first, second] = [task([], "first"), task([], "second")];
  const running = [line.run(first.run), line.run(second.run)];
  await expect(line.run(() => Promise.resolve())).rejects.toMatchObject({ code: "busy", status: 503, retryAfter: 5 });
  first.end();
  second.end();
  expect(await Promise.all(running)).toEqual(["first", "second"]);
});
