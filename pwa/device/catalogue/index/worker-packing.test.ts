import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aCard } from "../../testing/scripted-catalogue.ts";
import { ScriptedWorkers } from "../../testing/pack-workers.ts";
import type { PackAnswer } from "./pack-job.ts";
import { cardsOf, MalformedFile, Places, type Pack, type ChunkText } from "./pack.ts";
import { packHere, packingWith, type Packing } from "./packing.ts";
import { WorkerPacking, type StartPackWorker } from "./worker-packing.ts";

const pause = async () => {};
const townOf = (n: number) => ["Denver CO", "Austin TX", "São Paulo — 高"][n % 3]!;
const cards = (from: number) => [0, 1, 2, 3].map((n) => aCard(from + n, { location: townOf(from + n) }));
const texts: ChunkText[] = [0, 10, 20].map((from, place) => ({ place: place * 2, text: JSON.stringify(cards(from)) }));
/** Fields in another order: it is read all the same, and gets a text of its own. */
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
  packing = packingWith(pause, new WorkerPacking(workers.start));
  places = new Places();
  // What the page knows already has other numbers than in the worker.
  places.indexOf("Miami FL");
  places.indexOf("Austin TX");
});

afterEach(() => {
  vi.useRealTimers();
});

/** Everything a pack says, with names for places. */
const told = (packs: Pack[], list: Places) =>
  packs.map(({ columns, ...pack }) => ({
    ...pack,
    columns: { ...columns, place: Array.from(columns.place, (index) => list.names[index]) },
  }));

async function expectSame(packs: Promise<Pack[]>, chunks: ChunkText[]) {
  const elsewhere = new Places();
  expect(told(await packs, places)).toEqual(told(await packHere(chunks, elsewhere, pause), elsewhere));
}

describe("packs from the worker", () => {
  it("are those the page would have made, with the page's own numbers for places", async () => {
    const chunks = [...texts, otherLayout];
    const packs = await packing(chunks, places, "aside");
    await expectSame(Promise.resolve(packs), chunks);
    expect(workers.jobs).toHaveLength(4);
    expect(packs.map(({ place }) => place)).toEqual([0, 2, 4, 7]);
    expect(packs.map(cardsOf)).toEqual([0, 10, 20, 30].map(cards));
    expect(places.names.slice(0, 2)).toEqual(["Miami FL", "Austin TX"]);
  });

  it.each(["", "null", "{}", "[7]", '[{"id":"7"}]', texts[0]!.text.slice(0, -5)])(
    "are none where a text is %j, as on the page",
    async (text) => {
      const chunks = [texts[0]!, { place: 1, text }, texts[1]!];
      const here = await packHere(chunks, new Places(), pause).catch((error: unknown) => error);
      expect(here).toBeInstanceOf(MalformedFile);
      await expect(packing(chunks, places, "aside")).rejects.toEqual(here);
      // That was no fault of the worker's.
      await expectSame(packing(texts, places, "aside"), texts);
      expect(workers.started).toBe(1);
    },
  );

  it("are asked for a few at a time", async () => {
    let asked = 0;
    const most: number[] = [];
    const counting: StartPackWorker = ({ answered, failed }) => {
      const count = (answer: PackAnswer) => {
        asked -= 1;
        answered(answer);
      };
      const { post, end } = workers.start({ answered: count, failed });
      return { post: (job) => (most.push((asked += 1)), post(job)), end };
    };
    packing = packingWith(pause, new WorkerPacking(counting));
    const many = Array.from({ length: 20 }, (_, place) => ({ place, text: texts[place % 3]!.text }));
    await expectSame(packing(many, places, "aside"), many);
    expect(most).toHaveLength(20);
    expect(Math.max(...most)).toBeLessThan(10);
  });

  it("are not asked for where somebody waits for them", async () => {
    await expectSame(packing(texts, places, "here"), texts);
    expect(workers.started).toBe(0);
  });
});

describe("a worker", () => {
  it("is ended when it has had nothing to do, and started again for more", async () => {
    await packing(texts, places, "aside");
    expect(workers.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
    await expectSame(packing(texts, places, "aside"), texts);
    expect([workers.started, workers.ended]).toEqual([2, 1]);
  });

  it("that cannot be started costs nothing: the page does the work, and does not try again", async () => {
    const start = vi.fn(() => {
      throw new Error("There are no workers here.");
    });
    packing = packingWith(pause, new WorkerPacking(start));
    await expectSame(packing(texts, places, "aside"), texts);
    await expectSame(packing(texts, places, "aside"), texts);
    expect(start).toHaveBeenCalledOnce();
  });

  it.each([0, 1, 2])("that dies after %i answers loses nothing", async (answers) => {
    let left = answers;
    workers.fault = (_, failed) => {
      if (left-- > 0) return true;
      failed();
      return false;
    };
    await expectSame(packing(texts, places, "aside"), texts);
    await expectSame(packing(texts, places, "aside"), texts);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
  });

  it.each([0, 2])("that falls silent after %i answers is given up, and loses nothing", async (answers) => {
    let left = answers;
    workers.fault = () => left-- > 0;
    const packs = packing(texts, places, "aside");
    await vi.advanceTimersByTimeAsync(60_000);
    await expectSame(packs, texts);
    expect([workers.started, workers.ended]).toEqual([1, 1]);
  });
});
