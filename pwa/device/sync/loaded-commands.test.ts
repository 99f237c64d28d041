// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { liveQuery } from "dexie";
import { afterEach, expect, test, vi } from "vitest";
import { commands } from "../../../shared/commands.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { personEngine, type PersonEngine } from "../person/person-engine.ts";
import type { OverlaidRow } from "./overlay.ts";
import type { CommandCode, CommandSource } from "./loaded-commands.ts";
import { writes } from "./writes.ts";

const code = { commands, writes };
const opened: PersonEngine[] = [];
afterEach(() => {
  for (const { engine, store } of opened.splice(0)) {
    engine.stop();
    store.close();
  }
});

/** A tab of this user. Without a cursor the server answers with no rows; after that it is silent. */
function tab(userId: string, source: CommandSource): PersonEngine {
  const empty = { from: null, to: "c1", rows: {}, drops: {}, outcomes: [], serverTime: new Date().toISOString() };
  const transport = {
    exchange: ({ cursor }: ExchangeRequest) =>
      cursor === null ? Promise.resolve({ status: 200 as const, answer: empty }) : new Promise<never>(() => undefined),
  };
  const made = personEngine({ userId, commands: source, transport, session: () => "session" });
  opened.push(made);
  return made;
}

function watched(engine: PersonEngine["engine"]): readonly OverlaidRow[][] {
  const seen: OverlaidRow[][] = [];
  liveQuery(() => engine.rows("favorites")).subscribe({ next: (rows) => seen.push(rows) });
  return seen;
}

function favorite(userId: string, aircraftId: string) {
  return { id: newId(), userId, aircraftId, createdAt: "2026-11-21T10:00:00.000Z" };
}

test("[R1] rows without waiting entries need no commands; another tab's entry loads them once, and the query stays live", async () => {
  const me = newId();
  const [waiting, fromServer] = [newId(), newId()];
  let finish: (loaded: CommandCode) => void = () => undefined;
  const load = vi.fn(() => new Promise<CommandCode>((resolve) => (finish = resolve)));
  const { engine } = tab(me, load);
  await engine.start();
  await vi.waitFor(async () => expect((await engine.cursor()).cursor).toBe("c1"));
  const seen = watched(engine);
  await vi.waitFor(() => expect(seen).toEqual([[]]));
  expect(load).not.toHaveBeenCalled();

  const other = tab(me, code);
  await other.engine.queue("favorites.add", { aircraftId: waiting });
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  finish(code);
  await vi.waitFor(() => expect(seen.at(-1)).toMatchObject([{ aircraftId: waiting, waiting: "pending" }]));

  await engine.receive({ from: "c1", to: "c2", rows: { favorites: [favorite(me, fromServer)] }, drops: {} });
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(2));
  expect(load).toHaveBeenCalledTimes(1);
});

test("[R1] a query that waits for the commands shows row changes during and after their load", async () => {
  const me = newId();
  const [waiting, during, after] = [newId(), newId(), newId()];
  let finish: (loaded: CommandCode) => void = () => undefined;
  const load = vi.fn(() => new Promise<CommandCode>((resolve) => (finish = resolve)));
  const { engine } = tab(me, load);
  await engine.start();
  await vi.waitFor(async () => expect((await engine.cursor()).cursor).toBe("c1"));
  await tab(me, code).engine.queue("favorites.add", { aircraftId: waiting });
  // The query starts with a waiting entry and without commands.
  const seen = watched(engine);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(seen).toEqual([]);

  await engine.receive({ from: "c1", to: "c2", rows: { favorites: [favorite(me, during)] }, drops: {} });
  finish(code);
  await vi.waitFor(() =>
    expect(
      seen
        .at(-1)
        ?.map((row) => row["aircraftId"])
        .sort(),
    ).toEqual([waiting, during].sort()),
  );

  await engine.receive({ from: "c2", to: "c3", rows: { favorites: [favorite(me, after)] }, drops: {} });
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(3));
  await engine.receive({ from: "c3", to: "c4", rows: {}, drops: { favorites: [after] } });
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(2));
  expect(load).toHaveBeenCalledTimes(1);
});

test("shows the server's rows where the commands cannot be loaded, and tries again at the next change", async () => {
  const me = newId();
  const load = vi.fn(() => Promise.reject<CommandCode>(new TypeError("Failed to fetch")));
  const { engine } = tab(me, load);
  await engine.start();
  await vi.waitFor(async () => expect((await engine.cursor()).cursor).toBe("c1"));
  const seen = watched(engine);
  await tab(me, code).engine.queue("favorites.add", { aircraftId: newId() });
  const known = favorite(me, newId());
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await engine.receive({ from: "c1", to: "c2", rows: { favorites: [known] }, drops: {} });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([known]));
  load.mockImplementation(() => Promise.resolve(code));
  await engine.receive({ from: "c2", to: "c3", rows: { favorites: [favorite(me, newId())] }, drops: {} });
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(3));
});

test("keeps commands in the order of their calls while the list is loading", async () => {
  const me = newId();
  let finish: (loaded: CommandCode) => void = () => undefined;
  const { engine } = tab(me, () => new Promise<CommandCode>((resolve) => (finish = resolve)));
  await engine.start();
  const ids = [newId(), newId(), newId()];
  const queued = ids.map((aircraftId) => engine.queue("favorites.add", { aircraftId }));
  finish(code);
  await Promise.all(queued);
  expect((await engine.outbox()).map(({ input }) => input["aircraftId"])).toEqual(ids);
});

test("a row without its key, or of another kind, is left out; the others and the cursor are stored", async () => {
  const me = newId();
  const { engine } = tab(me, code);
  await engine.start();
  await vi.waitFor(async () => expect((await engine.cursor()).cursor).toBe("c1"));
  const good = favorite(me, newId());
  const rows = { favorites: [{ userId: me }, { aircraftId: 7 }, good], novelties: [{ id: newId() }] };
  await engine.receive({ from: "c1", to: "c2", rows, drops: { novelties: ["x"] } });
  expect([await engine.rows("favorites"), (await engine.cursor()).cursor]).toEqual([[good], "c2"]);
});
