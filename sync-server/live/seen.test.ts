import { expect, it } from "vitest";
import { gatherSeen } from "./seen.ts";

type Call = { userId: string; ids: readonly string[]; end(): void; fail(error: Error): void };

/** Everything that can go on by now has gone on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function aGather() {
  const calls: Call[] = [];
  const faults: unknown[] = [];
  const seen = gatherSeen(
    (userId, ids) => new Promise((end, fail) => calls.push({ userId, ids, end, fail })),
    (error) => faults.push(error),
  );
  return { seen, calls, faults, people: () => calls.map(({ userId }) => userId) };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `id ${from + at}`);

it("[R19] looks after a person once at a time, with all that came meanwhile, of which it keeps the latest 500", async () => {
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

it("[R19] looks after four people at once, the others in turn, and forgets who waits longest when they are a thousand", async () => {
  const { seen, calls, people } = aGather();
  for (let at = 0; at < 1010; at++) seen(`person ${at}`, [`id ${at}`]);
  expect(people()).toEqual(["person 0", "person 1", "person 2", "person 3"]);
  seen("person 2", ["another"]);
  for (const { end } of [...calls]) end();
  await turn();
  // Those who still waited: the eleventh of the crowd is the first, as 1,006 and one more were too many.
  expect(people().slice(4)).toEqual(["person 11", "person 12", "person 13", "person 14"]);
});

it("goes on after a fault", async () => {
  const { seen, calls, faults } = aGather();
  seen("walt", ["one"]);
  seen("walt", ["two"]);
  calls[0]!.fail(new Error("the database is away"));
  await turn();
  expect(faults).toHaveLength(1);
  expect(calls[1]!.ids).toEqual(["two"]);
});
