import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { nameLookup } from "./name-lookup.ts";

const address: LookupAddress = { address: "17.57.144.1", family: 4 };
const patient = () => new AbortController().signal;
/** Lets all pending promises run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A resolver that answers on request. */
function aService() {
  const asked: { host: string; answer(found: LookupAddress[]): void; fail(error: Error): void }[] = [];
  const find = nameLookup((host) => new Promise((answer, fail) => asked.push({ host, answer, fail })));
  return { find, asked, hosts: () => asked.map(({ host }) => host) };
}

describe("names", () => {
  it("[R19] are resolved two at a time, and once for concurrent requests", async () => {
    const { find, asked, hosts } = aService();
    const names = ["one", "two", "one", "three", "four", "three"];
    const found = Promise.allSettled(names.map((host) => find(host, patient())));
    await turn();
    expect(hosts()).toEqual(["one", "two"]);
    asked[0]!.answer([address]);
    await turn();
    expect(hosts()).toEqual(["one", "two", "three"]);
    asked[1]!.fail(new Error("no such name"));
    await turn();
    expect(hosts()).toEqual(["one", "two", "three", "four"]);
    asked[2]!.answer([address]);
    asked[3]!.answer([]);
    const counts = (await found).map((one) => (one.status === "fulfilled" ? one.value.length : "none"));
    expect(counts).toEqual([1, "none", 1, 1, 0, 1]);
    const again = find("one", patient());
    asked[4]!.answer([address, address]);
    expect(await again).toHaveLength(2);
  });

  it("are not resolved for a caller that has stopped waiting", async () => {
    const { find, asked, hosts } = aService();
    const first = [find("one", patient()), find("two", patient())];
    const leaving = new AbortController();
    const left = find("three", leaving.signal);
    leaving.abort(new Error("time is over"));
    await expect(left).rejects.toThrow("time is over");
    await expect(find("three", leaving.signal)).rejects.toThrow("time is over");
    for (const { answer } of asked) answer([address]);
    await Promise.all(first);
    await turn();
    expect(hosts()).toEqual(["one", "two"]);
  });
});
