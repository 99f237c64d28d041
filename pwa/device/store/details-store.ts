// The newest opened details, readable without a network.
import type { Availability } from "../../../shared/domain/availability.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import type { CatalogueDb, DetailRecord } from "./catalogue-db.ts";
import { troubleOf, withStore } from "./storage-trouble.ts";

/** Details kept at most. */
export const MOST_DETAILS = 300;
/** Of them, those that stay because somebody saved or booked the aircraft. */
export const MOST_PINNED = 200;

export type DetailsStore = {
  /** Undefined when it was never opened here, or when storage cannot be read. */
  get(id: string): Promise<DetailRecord | undefined>;
  /** Keeps a detail with the free hours it had, and lets the oldest go. False when it could not be stored. */
  keep(detail: Omit<DetailRecord, "openedAt" | "hours">): Promise<boolean>;
  /** Keeps the free hours of an aircraft beside its detail, also when that is stored next. */
  keepHours(id: string, hours: readonly Availability[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Pins these details against eviction; of more than MOST_PINNED the first ones. */
  pin(ids: readonly string[]): void;
  /** Pinned details that are not stored yet; none when storage cannot be read. */
  lacking(): Promise<string[]>;
  /** Kept details without free hours from `today` (`YYYY-MM-DD`) on; none when storage cannot be read. */
  lackingHours(today: string): Promise<({ id: string } & Placed)[]>;
};

export function detailsStore(db: CatalogueDb | null, now: () => number): DetailsStore {
  let pinned: ReadonlySet<string> = new Set();
  /** Free hours that came before their detail was stored. */
  let early: { id: string; hours: readonly Availability[] } | null = null;
  const put = (db: CatalogueDb, detail: DetailRecord) =>
    db.transaction("rw", db.details, async () => {
      const former = await db.details.get(detail.id);
      const hours = early?.id === detail.id ? early.hours : former?.hours;
      const airfield = detail.airfield ?? airfieldOf(former, detail);
      await db.details.put({ ...detail, ...(hours && { hours }), ...(airfield && { airfield }) });
      const surplus = (await db.details.count()) - MOST_DETAILS;
      if (surplus > 0) await dropOldestDetails(db, surplus, pinned);
    });
  return {
    async get(id) {
      if (!db) return undefined;
      try {
        return await withStore(db, () => db.details.get(id));
      } catch {
        return undefined;
      }
    },
    async keep(detail) {
      if (!db) return false;
      const kept = { ...detail, openedAt: now() };
      try {
        await withStore(db, () => put(db, kept));
        return true;
      } catch (error) {
        if (troubleOf(error) !== "full") return false;
      }
      try {
        // Room for the one on the screen is worth more than the half that was opened longest ago.
        await dropOldestDetails(db, Math.ceil((await db.details.count()) / 2));
        await put(db, kept);
        return true;
      } catch {
        return false;
      }
    },
    async keepHours(id, hours) {
      if (!db) return;
      try {
        early = { id, hours };
        await withStore(db, () => db.details.update(id, { hours }));
      } catch {
        // The free hours of this session stay in memory.
      }
    },
    pin(ids) {
      pinned = new Set(ids.slice(0, MOST_PINNED));
    },
    async lacking() {
      if (!db) return [];
      try {
        const kept = new Set(await withStore(db, () => db.details.toCollection().primaryKeys()));
        return [...pinned].filter((id) => !kept.has(id));
      } catch {
        return [];
      }
    },
    async lackingHours(today) {
      if (!db) return [];
      try {
        const kept = await withStore(db, () => db.details.toArray());
        const lacking = kept.filter(({ hours }) => (hours?.at(-1)?.days.at(-1)?.day ?? "") < today);
        return lacking.map(({ id, aircraft: { location, airport } }) => ({ id, location, airport }));
      } catch {
        return [];
      }
    },
    async remove(id) {
      if (!db) return;
      try {
        await withStore(db, () => db.details.delete(id));
      } catch {
        // Unreadable storage shows nothing either.
      }
    },
  };
}

/** The facts that are here of the same airport, for an answer without any. */
function airfieldOf(former: DetailRecord | undefined, { aircraft }: DetailRecord): DetailRecord["airfield"] {
  const placeOf = ({ location, airport }: DetailRecord["aircraft"]) => `${location} ${airport?.id}`;
  return former?.airfield && placeOf(former.aircraft) === placeOf(aircraft) ? former.airfield : undefined;
}

/** Removes the details opened longest ago, save those that are `spared`. */
export async function dropOldestDetails(
  db: CatalogueDb,
  count: number,
  spared: ReadonlySet<string> = new Set(),
): Promise<void> {
  const oldest = await db.details.orderBy("openedAt").primaryKeys();
  await db.details.bulkDelete(oldest.filter((id) => !spared.has(id)).slice(0, count));
}
