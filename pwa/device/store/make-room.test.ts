import "fake-indexeddb/auto";
import { afterEach, expect, it } from "vitest";
import { CatalogueDb } from "./catalogue-db.ts";
import { makeRoom } from "./make-room.ts";

const db = new CatalogueDb();

afterEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

async function keepBucket(bucket: string, location: string, rows: number) {
  await db.buckets.put({ bucket, location, generation: "g", head: 1, rows, stamp: "s" });
  await db.chunks.put({ bucket, place: 0, text: "[]" });
}

it("lets the opened details go first, then far buckets, the largest first, and never the near one", async () => {
  await db.table("details").put({ id: "d1", openedAt: 1 });
  await keepBucket("denver-co", "Denver CO", 9_000);
  await keepBucket("miami-fl", "Miami FL", 10);
  await keepBucket("seattle-wa", "Seattle WA", 5_000);
  const left = async () => (await db.buckets.toCollection().primaryKeys()).join();

  expect(await makeRoom("denver")).toBe(true);
  expect(await db.details.count()).toBe(0);
  expect(await left()).toBe("denver-co,miami-fl,seattle-wa");
  expect(await makeRoom("denver")).toBe(true);
  expect(await left()).toBe("denver-co,miami-fl");
  expect(await makeRoom("denver")).toBe(true);
  expect(await makeRoom("denver")).toBe(false);
  expect(await left()).toBe("denver-co");
  expect(await db.chunks.count()).toBe(1);
});

it("says so when there is nothing to let go", async () => {
  expect(await makeRoom(null)).toBe(false);
});
