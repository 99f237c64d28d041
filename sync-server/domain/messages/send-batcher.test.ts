import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSendBatcher } from "./send-batcher.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Until all that needs no timer has happened. */
const turn = async () => {
  for (let at = 0; at < 5; at++) await new Promise(setImmediate);
};

/** A batcher whose statements end when the test says so. */
function aBatcher() {
  const statements: { messages: number; end(): void }[] = [];
  const runPrepared = (_: object, values: unknown[][]) =>
    new Promise<never[]>((resolve) => statements.push({ messages: values[4]!.length, end: () => resolve([]) }));
  const batcher = createSendBatcher(runPrepared as never, "select", () => {});
  const send = () => {
    const [userId, commandId, receiverId] = [randomUUID(), randomUUID(), randomUUID()];
    const item = { userId, commandId, clientId: null, receiverId, content: "Hello", aircraftId: null };
    return batcher.send({ userId, sessionHash: "", position: null, items: [item] });
  };
  return { statements, send };
}

const some = (count: number, send: () => Promise<unknown>) => Array.from({ length: count }, send);

it("[S932] messages of many people that arrive during a commit share the next one", async () => {
  const { statements, send } = aBatcher();
  const sent = some(3, send);
  await turn();
  sent.push(...some(4, send));
  await turn();
  sent.push(...some(5, send));
  await turn();
  expect(statements.map(({ messages }) => messages)).toEqual([3]);
  statements[0]!.end();
  await turn();
  statements[1]!.end();
  await Promise.all(sent);
  expect(statements.map(({ messages }) => messages)).toEqual([3, 9]);
});

it("[S933] a commit that waits for a lock holds up no message of others", async () => {
  const { statements, send } = aBatcher();
  const held = send();
  await turn();
  for (let round = 1; round < 4; round++) {
    const other = send();
    await turn();
    expect(statements).toHaveLength(round);
    vi.advanceTimersByTime(25);
    await turn();
    statements[round]!.end();
    await other;
    await turn();
  }
  statements[0]!.end();
  await held;
});
