import { expect, it } from "vitest";
import { batchSeen } from "./seen.ts";

type Call = { userId: string; ids: readonly string[]; end(): void; fail(error: Error): void };

/** Lets all pending promises run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function aGather() {
  const calls: Call[] = [];
  const faults: unknown[] = [];
  const seen = batchSeen(
    (userId, ids) => new Promise((end, fail) => calls.push({ userId, ids, end, fail })),
    (error) => faults.push(error),
  );
  return { seen, calls, faults, people: () => calls.map(({ userId }) => userId) };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `id ${from + at}`);

it("[R19] processes one batch per user at a time, with the latest 500 of the ids that arrived meanwhile", async () => {
  const { seen, calls } = aGather();
  for (const id of numbers(0, 2000)) seen("walt", [id]);
  seen("walt", []);
  expect(calls.map(({ ids }) => ids)).toEqual([["id 0"]]);
  calls[0]!.end();
  await turn();
  expect(calls).toHaveLength(2);
  expect(calls[1]!.ids).toEqual(numbers(1500, 2000));
  seen("walt", ["a", "b", "a"]);
  calls[1]!.end();
  await turn();
  expect(calls[2]!.ids).toEqual(["a", "b"]);
  calls[2]!.end();
  await turn();
  expect(calls).toHaveLength(3);
});

it("[R19] processes four users at once, the others in order, and drops the oldest above a thousand", async () => {
  const { seen, calls, people } = aGather();
  for (let at = 0; at < 1010; at++) seen(`person ${at}`, [`id ${at}`]);
  expect(people()).toEqual(["person 0", "person 1", "person 2", "person 3"]);
  seen("person 2", ["another"]);
  for (const { end } of [...calls]) end();
  await turn();
  // The first six waiting users were dropped.
  expect(people().slice(4)).toEqual(["person 11", "person 12", "person 13", "person 14"]);
});

it("continues after an error", async () => {
  const { seen, calls, faults } = aGather();
  seen("walt", ["one"]);
  seen("walt", ["two"]);
  calls[0]!.fail(new Error("the database is away"));
  await turn();
  expect(faults).toHaveLength(1);
  expect(calls[1]!.ids).toEqual(["two"]);
});
