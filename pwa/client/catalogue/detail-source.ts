// Where a detail comes from and when it is asked for again. Public details are kept on the device; what only its owner
// may see lives as long as it is on the screen.
import type { Owner } from "../../../shared/domain/accounts.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import type { DetailsStore } from "../../device/store/details-store.ts";
import { ApiError, read } from "../api/call.ts";
import { refreshCatalogue } from "./catalogue-source.ts";
import { openedDevice, whenQuiet } from "../sync/device.ts";
import { isOnline } from "../api/online.ts";
import { keepPictures } from "../pictures/offline-pictures.ts";
import { sessionCount } from "../api/query.ts";
import { savesData } from "../api/save-data.ts";

export type ReadyDetail = {
  state: "ready";
  aircraft: Aircraft;
  owner: Owner;
  /** What is known of the stored ones among the pictures; nothing in copies that were kept before this was told. */
  pictures?: readonly PictureInfo[] | undefined;
  /** Newest first. */
  reviews: ReviewCard[];
  /** ISO time of this copy: the server's clock in page data, this device's clock after a read. */
  asOf: string;
  /** The last read failed or has not answered yet: the data may be old, and the page shows its age. */
  fromDevice: boolean;
};

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
      fromDevice: false;
    };

/** Milliseconds for which an answer counts as fresh. */
const FRESH = 30_000;
/** Most unused details in memory, so that going back is instant. */
const MOST_IDLE = 30;

type Entry = {
  detail: AircraftDetail;
  /** Time of the server's last answer in ms; 0 before. */
  heardAt: number;
  isAsking: boolean;
  /** A read was wanted while another ran: its answer may be older than the change. */
  isWantedAgain: boolean;
  listeners: Set<() => void>;
};

const nothing = { aircraft: null, owner: null, reviews: [] as [], asOf: null, fromDevice: false } as const;
const loading: AircraftDetail = { state: "loading", ...nothing };
const missing: AircraftDetail = { state: "missing", ...nothing };
const unavailable: AircraftDetail = { state: "unavailable-offline", ...nothing };

export class DetailSource {
  readonly #entries = new Map<string, Entry>();
  #isWatchingPage = false;

  /** What can be said now, without asking anybody. */
  detail(id: string, block: ReadyDetail | null): AircraftDetail {
    return this.#entries.get(id)?.detail ?? this.unread(block);
  }

  /** The same before anything was read: on the server and while hydrating. */
  unread(block: ReadyDetail | null): AircraftDetail {
    return block ?? loading;
  }

  watch(id: string, block: ReadyDetail | null, listener: () => void): () => void {
    this.#watchPage();
    const entry = this.#entries.get(id) ?? this.#begin(id, block);
    entry.listeners.add(listener);
    if (Date.now() - entry.heardAt > FRESH) void this.#ask(id, entry);
    return () => {
      entry.listeners.delete(listener);
      this.#tidy();
    };
  }

  /** Asks the server now, if this aircraft is known here. Never rejects. */
  async refresh(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.heardAt = 0;
    entry.isWantedAgain = entry.isAsking;
    await this.#ask(id, entry);
  }

  /** After a change of user: hides what the server showed to the one before alone, and asks again for what is on the screen. */
  forgetPrivate(): void {
    for (const [id, entry] of this.#entries) {
      const isPublic = entry.detail.state === "ready" && entry.detail.aircraft.isActive;
      entry.heardAt = 0;
      if (!isPublic) this.#show(entry, loading);
      if (entry.listeners.size > 0) void this.#ask(id, entry);
    }
    this.#tidy();
  }

  /** Reads those of these aircraft that the device lacks, one after the other, and keeps them all. Never rejects. */
  async keepSaved(ids: readonly string[]): Promise<void> {
    const details = await store();
    details?.pin(ids);
    for (const id of (await details?.lacking()) ?? []) {
      if (savesData() || !isOnline()) return;
      try {
        await this.#keep(await asked(id));
      } catch (error) {
        // Off the market: nothing to store. Any other failure: the next poll retries.
        if (!(error instanceof ApiError && error.status === 404)) return;
      }
    }
  }

  #begin(id: string, block: ReadyDetail | null): Entry {
    const entry: Entry = {
      detail: block ?? loading,
      heardAt: 0,
      isAsking: false,
      isWantedAgain: false,
      listeners: new Set(),
    };
    this.#entries.set(id, entry);
    if (block) {
      entry.heardAt = Date.now();
      // The page contained it: nothing to fetch, but to store after hydration.
      whenQuiet(() => void this.#keep(block), 3_000);
    }
    return entry;
  }

  async #ask(id: string, entry: Entry): Promise<void> {
    if (entry.isAsking) return;
    entry.isAsking = true;
    const session = sessionCount();
    const copy = entry.detail.state === "ready" ? Promise.resolve() : this.#showCopy(id, entry);
    try {
      const detail = await asked(id);
      if (session !== sessionCount()) return;
      this.#show(entry, detail);
      entry.heardAt = Date.now();
      void this.#keep(detail);
    } catch (error) {
      if (session !== sessionCount()) return;
      if (error instanceof ApiError && error.status === 404) {
        this.#show(entry, missing);
        await this.#dropAfterNotFound(id);
      } else {
        await copy;
        if (entry.detail.state === "ready") this.#show(entry, { ...entry.detail, fromDevice: true });
        else this.#show(entry, unavailable);
      }
    } finally {
      entry.isAsking = false;
      const isForAnother = session !== sessionCount() && entry.listeners.size > 0;
      if (isForAnother || entry.isWantedAgain) {
        entry.isWantedAgain = false;
        void this.#ask(id, entry);
      }
    }
  }

  async #showCopy(id: string, entry: Entry): Promise<void> {
    const kept = await (await store())?.get(id);
    if (!kept || entry.detail.state === "ready" || entry.detail.state === "missing") return;
    const { aircraft, owner, pictures, reviews, asOf } = kept;
    this.#show(entry, { state: "ready", aircraft, owner, pictures, reviews, asOf, fromDevice: true });
  }

  #show(entry: Entry, detail: AircraftDetail): void {
    entry.detail = detail;
    for (const listener of entry.listeners) listener();
  }

  /** The device's store is for everyone who uses the device: only what everyone may see goes there. */
  async #keep({ aircraft, owner, pictures, reviews, asOf }: ReadyDetail): Promise<void> {
    if (!aircraft.isActive) return this.#remove(aircraft.id);
    await (await store())?.keep({ id: aircraft.id, aircraft, owner, pictures, reviews, asOf });
    keepPictures([
      ...aircraft.images,
      cardPicture(aircraft),
      owner.avatarUrl ?? "",
      ...reviews.map((it) => it.userAvatar ?? ""),
    ]);
  }

  async #remove(id: string): Promise<void> {
    await (await store())?.remove(id);
  }

  /** Gone for good: the lists should know too. */
  async #dropAfterNotFound(id: string): Promise<void> {
    await this.#remove(id);
    await refreshCatalogue();
  }

  #tidy(): void {
    const idle = [...this.#entries].filter(([, entry]) => entry.listeners.size === 0);
    const surplus = idle.length - MOST_IDLE;
    idle.forEach(([id, { detail }], at) => {
      const isPublic = detail.state === "ready" && detail.aircraft.isActive;
      if (!isPublic || at < surplus) this.#entries.delete(id);
    });
  }

  #watchPage(): void {
    if (this.#isWatchingPage) return;
    this.#isWatchingPage = true;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      for (const [id, entry] of this.#entries) {
        if (entry.listeners.size > 0 && Date.now() - entry.heardAt > FRESH) void this.#ask(id, entry);
      }
    };
    window.addEventListener("focus", look);
    window.addEventListener("online", () => {
      for (const entry of this.#entries.values()) entry.heardAt = 0;
      look();
    });
    document.addEventListener("visibilitychange", look);
  }
}

async function asked(id: string): Promise<ReadyDetail> {
  const [{ aircraft, owner, pictures }, reviews] = await Promise.all([
    read("aircraft.withOwner", { id }),
    read("aircraft.reviews", { id }),
  ]);
  return { state: "ready", aircraft, owner, pictures, reviews, asOf: new Date().toISOString(), fromDevice: false };
}

/** Null when the device's code cannot be fetched. */
async function store(): Promise<DetailsStore | null> {
  try {
    return (await openedDevice()).details;
  } catch {
    return null;
  }
}
