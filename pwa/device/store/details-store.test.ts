import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, it } from "vitest";
import { CatalogueDb, type DetailRecord } from "./catalogue-db.ts";
import { detailsStore, MOST_DETAILS, MOST_PINNED } from "./details-store.ts";

let db: CatalogueDb;
let clock = 0;
const store = () => detailsStore(db, () => ++clock);
const detail = (id: string) => ({ id, reviews: [], asOf: "2026-11-21T10:00:00.000Z" }) as unknown as DetailRecord;

beforeEach(() => {
  db = new CatalogueDb({ indexedDB: new IDBFactory(), IDBKeyRange });
});

it("keeps the newest and lets the ones opened longest ago go", async () => {
  const details = store();
  for (let n = 0; n < MOST_DETAILS; n++) await details.keep(detail(`d${n}`));
  await details.keep(detail("d0"));
  await details.keep(detail("one more"));
  expect(await db.details.count()).toBe(MOST_DETAILS);
  expect(await details.get("d0")).toBeDefined();
  expect(await details.get("d1")).toBeUndefined();
});

it("lets nothing go that is pinned, and says which of that it lacks", async () => {
  const details = store();
  details.pin(["d0", "d1", "new"]);
  for (let n = 0; n <= MOST_DETAILS; n++) await details.keep(detail(`d${n}`));
  expect(await db.details.count()).toBe(MOST_DETAILS);
  expect(await details.get("d1")).toBeDefined();
  expect(await details.get("d2")).toBeUndefined();
  expect(await details.lacking()).toEqual(["new"]);
  // As many as there is room for are pinned, and others can still be kept.
  details.pin(Array.from({ length: MOST_DETAILS }, (_, n) => `p${n}`));
  expect(await details.lacking()).toHaveLength(MOST_PINNED);
});

it("names the kept details without free hours of today or later", async () => {
  const details = store();
  const kept = (id: string) => ({ ...detail(id), aircraft: { location: "Denver CO" } }) as DetailRecord;
  const until = (day: string) => [{ days: [{ day, open: [] }] }] as unknown as NonNullable<DetailRecord["hours"]>;
  for (const id of ["old", "passed", "fresh"]) await details.keep(kept(id));
  await details.keepHours("passed", until("2026-11-20"));
  await details.keepHours("fresh", until("2026-11-21"));
  const lacking = (await details.lackingHours("2026-11-21")).map(({ id, location }) => `${id} ${location}`);
  expect(lacking).toEqual(["old Denver CO", "passed Denver CO"]);
});

it("makes room once when storage is full, and says when that does not help", async () => {
  const details = store();
  for (let n = 0; n < 10; n++) await details.keep(detail(`d${n}`));
  let failures = 1;
  db.details.hook("creating", () => {
    if (failures-- > 0) throw new DOMException("full", "QuotaExceededError");
  });
  expect(await details.keep(detail("new"))).toBe(true);
  expect(await db.details.count()).toBe(6);
  failures = 2;
  expect(await details.keep(detail("newer"))).toBe(false);
});

it("keeps free hours with their detail, whichever comes first, and through a newer detail", async () => {
  const details = store();
  const hours = [{ asOf: "2026-11-21T10:00:00.000Z" }] as never;
  await details.keepHours("d0", hours);
  await details.keep(detail("d0"));
  await details.keep(detail("d1"));
  await details.keepHours("d1", hours);
  await details.keep(detail("d1"));
  expect([await details.get("d0"), await details.get("d1")]).toMatchObject([{ hours }, { hours }]);
});

it("answers as if empty without storage", async () => {
  const details = detailsStore(null, () => 0);
  expect(await details.keep(detail("d"))).toBe(false);
  expect(await details.get("d")).toBeUndefined();
  await details.remove("d");
  details.pin(["d"]);
  expect(await details.lacking()).toEqual([]);
});
