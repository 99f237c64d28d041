import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCard } from "../../testing/scripted-catalogue.ts";
import { ScriptedWorkers } from "../../testing/pack-workers.ts";
import type { PackResult } from "./pack-job.ts";
import { MalformedFile, Places, type Pack, type ChunkText } from "./pack.ts";
import { packOnPage, packingWith, type Packing } from "./packing.ts";
import type { StartPackWorker } from "./worker-packing.ts";

const pause = async () => {};
const townOf = (n: number) => ["Denver CO", "Austin TX", "São Paulo — 高"][n % 3]!;
const cards = (from: number) => [0, 1, 2, 3].map((n) => aCard(from + n, { location: townOf(from + n) }));
const texts: ChunkText[] = [0, 10, 20].map((from, place) => ({ place: place * 2, text: JSON.stringify(cards(from)) }));
/** Fields in another order: the pack is the same but has its own text. */
const otherLayout: ChunkText = {
  place: 7,
  text: JSON.stringify(
    cards(30).map(({ id, ...rest }) => ({ ...rest, id })),
    null,
    1,
  ),
};

let workers: ScriptedWorkers;
let packing: Packing;
let places: Places;

beforeEach(() => {
  vi.useFakeTimers();
  workers = new ScriptedWorkers();
  packing = packingWith(pause, workers.start);
  places = new Places();
  // The page's indexes differ from the worker's.
  places.indexOf("Miami FL");
  places.indexOf("Austin TX");
});

afterEach(() => {
  vi.useRealTimers();
});

/** All values of a pack, with location names instead of indexes. */
const valuesOf = (packs: Pack[], list: Places) =>
  packs.map(({ columns, ...pack }) => ({
    ...pack,
    columns: { ...columns, place: Array.from(columns.place, (index) => list.names[index]) },
  }));

async function expectSame(packs: Promise<Pack[]>, chunks: ChunkText[]) {
  const elsewhere = new Places();
  expect(valuesOf(await packs, places)).toEqual(valuesOf(await packOnPage(chunks, elsewhere, pause), elsewhere));
}

describe("packs from the worker", () => {
  it("equal the page's packs, with the page's own location indexes", async () => {
    const chunks = [...texts, otherLayout];
    const packs = await packing(chunks, places, "worker");
    await expectSame(Promise.resolve(packs), chunks);
    expect(workers.jobs).toHaveLength(4);
    expect(packs.map(({ place }) => place)).toEqual([0, 2, 4, 7]);
    expect(packs.map(({ text }) => JSON.parse(text))).toEqual([0, 10, 20, 30].map(cards));
    expect(places.names.slice(0, 2)).toEqual(["Miami FL", "Austin TX"]);
  });

  it.each(["", "null", "{}", "[7]", '[{"id":"7"}]', texts[0]!.text.slice(0, -5)])(
    "reject where a text is %j, as on the page",
    async (text) => {
      const chunks = [texts[0]!, { place: 1, text }, texts[1]!];
      const here = await packOnPage(chunks, new Places(), pause).catch((error: unknown) => error);
      expect(here).toBeInstanceOf(MalformedFile);
      await expect(packing(chunks, places, "worker")).rejects.toEqual(here);
      // The worker did not cause this error.
      await expectSame(packing(texts, places, "worker"), texts);
      expect(workers.started).toBe(1);
    },
  );

  it("are requested a few at a time", async () => {
    let inFlight = 0;
    const most: number[] = [];
    const counting: StartPackWorker = ({ onResult, failed }) => {
      const count = (answer: PackResult) => {
        inFlight -= 1;
        onResult(answer);
      };
      const { post, end } = workers.start({ onResult: count, failed });
      return { post: (job) => (most.push((inFlight += 1)), post(job)), end };
    };
    packing = packingWith(pause, counting);
    const many = Array.from({ length: 20 }, (_, place) => ({ place, text: texts[place % 3]!.text }));
    await expectSame(packing(many, places, "worker"), many);
    expect(most).toHaveLength(20);
    expect(Math.max(...most)).toBeLessThan(10);
  });

  it("are not requested for urgent work", async () => {
    await expectSame(packing(texts, places, "page"), texts);
    expect(workers.started).toBe(0);
  });
});

describe("a worker", () => {
  it("ends when idle, and starts again for more work", async () => {
    await packing(texts, places, "worker");
    expect(workers.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
    await expectSame(packing(texts, places, "worker"), texts);
    expect([workers.started, workers.ended]).toEqual([2, 1]);
  });

  it("that cannot start is replaced by the page and not started again", async () => {
    const start = vi.fn(() => {
      throw new Error("There are no workers here.");
    });
    packing = packingWith(pause, start);
    await expectSame(packing(texts, places, "worker"), texts);
    await expectSame(packing(texts, places, "worker"), texts);
    expect(start).toHaveBeenCalledOnce();
  });

  it.each([0, 1, 2])("loses no job when it dies after %i answers", async (answers) => {
    let left = answers;
    workers.fault = (_, failed) => {
      if (left-- > 0) return true;
      failed();
      return false;
    };
    await expectSame(packing(texts, places, "worker"), texts);
    await expectSame(packing(texts, places, "worker"), texts);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
  });

  it.each([0, 2])("is given up when it is silent after %i answers, and loses no job", async (answers) => {
    let left = answers;
    workers.fault = () => left-- > 0;
    const packs = packing(texts, places, "worker");
    await vi.advanceTimersByTimeAsync(60_000);
    await expectSame(packs, texts);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
  });
});
