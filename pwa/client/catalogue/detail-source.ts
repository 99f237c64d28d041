// Loads details of aircraft from the device and the server, and fetches them again when they are stale.
// Stores public details on the device. Details that only the owner may see stay in memory while a screen shows them.
import { listingPictures } from "../../../shared/domain/pictures/listing-pictures.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { ApiError } from "../api/call.ts";
import { keepPinnedHours } from "../availability/hours-source.ts";
import { refreshCatalogue } from "./catalogue-source.ts";
import { fetchDetail, type ReadyDetail } from "./fetch-detail.ts";
import { detailsStore, keptDetail } from "./kept-detail.ts";
import { whenQuiet } from "../sync/device.ts";
import { isOnline } from "../api/online.ts";
import { storeOfflinePictures } from "../pictures/offline-pictures.ts";
import { sessionCount } from "../api/query.ts";
import { savesData } from "../../device/save-data.ts";

export type { ReadyDetail } from "./fetch-detail.ts";

export type AircraftDetail =
  | ReadyDetail
  | {
      /**
       * `missing`: the server answered 404, so it is deleted, off the market or hidden from this user. `unavailable-offline`: no copy
       * on this device, and the read failed.
       */
      state: "loading" | "missing" | "unavailable-offline";
      aircraft: null;
      owner: null;
      reviews: [];
      asOf: null;
      isUnconfirmed: false;
    };

/** After this many milliseconds a watched detail is fetched again. */
const FRESH_MS = 30_000;
/** The cache holds at most this many details that no screen shows, so going back is instant. */
const MAX_IDLE = 30;

type CachedDetail = {
  detail: AircraftDetail;
  /** Time of the server's last response in ms; 0 when there is none, or when it is known to be stale. */
  freshSince: number;
  isFetching: boolean;
  /** A refetch was requested during a read, whose answer may be older than the change. */
  mustRefetch: boolean;
  listeners: Set<() => void>;
};

const nothing = { aircraft: null, owner: null, reviews: [] as [], asOf: null, isUnconfirmed: false } as const;
const loading: AircraftDetail = { state: "loading", ...nothing };
const missing: AircraftDetail = { state: "missing", ...nothing };
const unavailable: AircraftDetail = { state: "unavailable-offline", ...nothing };

export class DetailSource {
  readonly #cache = new Map<string, CachedDetail>();
  #watchesVisibility = false;

  /** The cached detail, or the one from the page. Sends no request. */
  detail(id: string, fromPage: ReadyDetail | null): AircraftDetail {
    return this.#cache.get(id)?.detail ?? this.initialDetail(fromPage);
  }

  /** The detail for the server's renderer and for hydration, which must not use the cache. */
  initialDetail(fromPage: ReadyDetail | null): AircraftDetail {
    return fromPage ?? loading;
  }

  watch(id: string, fromPage: ReadyDetail | null, listener: () => void): () => void {
    this.#watchVisibility();
    const entry = this.#cache.get(id) ?? this.#add(id, fromPage);
    entry.listeners.add(listener);
    if (Date.now() - entry.freshSince > FRESH_MS) void this.#fetch(id, entry);
    return () => {
      entry.listeners.delete(listener);
      this.#evict();
    };
  }

  /** Fetches this aircraft again if it is in the cache. Never rejects. */
  async refetch(id: string): Promise<void> {
    const entry = this.#cache.get(id);
    if (!entry) return;
    entry.freshSince = 0;
    entry.mustRefetch = entry.isFetching;
    await this.#fetch(id, entry);
  }

  /** After a change of user: hides details that only the previous user may see, and fetches the visible ones again. */
  forgetPrivate(): void {
    for (const [id, entry] of this.#cache) {
      const isPublic = entry.detail.state === "ready" && entry.detail.aircraft.isActive;
      entry.freshSince = 0;
      if (!isPublic) this.#setDetail(entry, loading);
      if (entry.listeners.size > 0) void this.#fetch(id, entry);
    }
    this.#evict();
  }

  /**
   * Protects the stored details of these aircraft from removal, and fetches the missing ones in turn, then missing free hours.
   * Never rejects.
   */
  async pin(ids: readonly string[]): Promise<void> {
    const details = await detailsStore();
    details?.pin(ids);
    for (const id of (await details?.lacking()) ?? []) {
      if (savesData() || !isOnline()) return;
      try {
        const detail = await fetchDetail(id);
        await this.#store(detail);
        await keepPinnedHours(id, zonedMinute(Date.now(), zoneOf(detail.aircraft)).day);
      } catch (error) {
        // 404: off the market, so there is nothing to store. After any other failure the next call retries.
        if (!(error instanceof ApiError && error.status === 404)) return;
      }
    }
    await this.#fetchMissingHours();
  }

  /** For details that an earlier version stored, or whose days have passed: they get free hours without being opened. */
  async #fetchMissingHours(): Promise<void> {
    const lacking = await (await detailsStore())?.lackingHours(new Date().toISOString().slice(0, 10));
    for (const { id, ...plane } of lacking ?? []) {
      if (savesData() || !isOnline()) return;
      try {
        await keepPinnedHours(id, zonedMinute(Date.now(), zoneOf(plane)).day);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) return;
        await this.#remove(id);
      }
    }
  }

  #add(id: string, fromPage: ReadyDetail | null): CachedDetail {
    const entry: CachedDetail = {
      detail: fromPage ?? loading,
      freshSince: 0,
      isFetching: false,
      mustRefetch: false,
      listeners: new Set(),
    };
    this.#cache.set(id, entry);
    if (fromPage) {
      entry.freshSince = Date.now();
      // The page contained the detail. It is not fetched, only stored, after hydration.
      whenQuiet(() => void this.#store(fromPage), 3_000);
    }
    return entry;
  }

  async #fetch(id: string, entry: CachedDetail): Promise<void> {
    if (entry.isFetching) return;
    entry.isFetching = true;
    const session = sessionCount();
    const copy = entry.detail.state === "ready" ? Promise.resolve() : this.#showStored(id, entry);
    try {
      const detail = await fetchDetail(id);
      if (session !== sessionCount()) return;
      this.#setDetail(entry, detail);
      entry.freshSince = Date.now();
      void this.#store(detail);
    } catch (error) {
      if (session !== sessionCount()) return;
      if (error instanceof ApiError && error.status === 404) {
        this.#setDetail(entry, missing);
        await this.#removeMissing(id);
      } else {
        await copy;
        if (entry.detail.state === "ready") this.#setDetail(entry, { ...entry.detail, isUnconfirmed: true });
        else this.#setDetail(entry, unavailable);
      }
    } finally {
      entry.isFetching = false;
      const isForNewSession = session !== sessionCount() && entry.listeners.size > 0;
      if (isForNewSession || entry.mustRefetch) {
        entry.mustRefetch = false;
        void this.#fetch(id, entry);
      }
    }
  }

  async #showStored(id: string, entry: CachedDetail): Promise<void> {
    const stored = await keptDetail(id);
    if (!stored || entry.detail.state === "ready" || entry.detail.state === "missing") return;
    const { aircraft, owner, pictures, airfield, reviews, asOf } = stored;
    this.#setDetail(entry, { state: "ready", aircraft, owner, pictures, airfield, reviews, asOf, isUnconfirmed: true });
  }

  #setDetail(entry: CachedDetail, detail: AircraftDetail): void {
    entry.detail = detail;
    for (const listener of entry.listeners) listener();
  }

  /** Stores a detail. Several users may share the device, so it stores only active aircraft, which everyone may see. */
  async #store({ aircraft, owner, pictures, airfield, reviews, asOf }: ReadyDetail): Promise<void> {
    if (!aircraft.isActive) return this.#remove(aircraft.id);
    await (await detailsStore())?.keep({ id: aircraft.id, aircraft, owner, pictures, airfield, reviews, asOf });
    storeOfflinePictures([
      ...listingPictures(aircraft).addresses,
      owner.avatarUrl ?? "",
      ...reviews.map((it) => it.userAvatar ?? ""),
    ]);
  }

  async #remove(id: string): Promise<void> {
    await (await detailsStore())?.remove(id);
  }

  /** Removes the stored copy, and refreshes the lists, which may still contain the aircraft. */
  async #removeMissing(id: string): Promise<void> {
    await this.#remove(id);
    await refreshCatalogue();
  }

  #evict(): void {
    const idle = [...this.#cache].filter(([, entry]) => entry.listeners.size === 0);
    const surplus = idle.length - MAX_IDLE;
    idle.forEach(([id, { detail }], at) => {
      const isPublic = detail.state === "ready" && detail.aircraft.isActive;
      if (!isPublic || at < surplus) this.#cache.delete(id);
    });
  }

  #watchVisibility(): void {
    if (this.#watchesVisibility) return;
    this.#watchesVisibility = true;
    const refetchStale = () => {
      if (document.visibilityState !== "visible") return;
      for (const [id, entry] of this.#cache) {
        if (entry.listeners.size > 0 && Date.now() - entry.freshSince > FRESH_MS) void this.#fetch(id, entry);
      }
    };
    window.addEventListener("focus", refetchStale);
    window.addEventListener("online", () => {
      for (const entry of this.#cache.values()) entry.freshSince = 0;
      refetchStale();
    });
    document.addEventListener("visibilitychange", refetchStale);
  }
}
