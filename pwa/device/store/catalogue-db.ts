// The device's public store, shared by everyone who uses the device: catalogue chunks and opened details.
// Nothing private ever enters it.
import { Dexie, type DexieOptions, type EntityTable, type Table } from "dexie";
import type { Owner } from "../../../shared/domain/accounts.ts";
import type { ListedAircraft } from "../../../shared/domain/aircraft.ts";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import type { Availability } from "../../../shared/domain/availability.ts";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import type { Manifest } from "../../../shared/sync.ts";

/** The last manifest. One record. */
export type ManifestRecord = {
  key: "manifest";
  manifest: Manifest;
  etag: string | null;
  /** ISO time at which the server last confirmed it. */
  asOf: string;
};

/** A bucket as held here: complete up to segment `head` of its generation. */
export type BucketRecord = {
  bucket: string;
  location: string;
  generation: string;
  head: number;
  rows: number;
  /** Renewed by every write, so that a second tab never builds on chunks it has not read. */
  stamp: string;
};

/** About a thousand cards as JSON text: one record is far cheaper to write and read than a thousand. */
export type ChunkRecord = {
  bucket: string;
  /** Place of the chunk in its bucket; gaps are fine. */
  place: number;
  /** A JSON array of cards. */
  text: string;
};

/** One aircraft in full, as last fetched. */
export type DetailRecord = {
  id: string;
  aircraft: ListedAircraft;
  owner: Owner;
  /** Sizes and placeholders of the stored pictures. */
  pictures?: readonly PictureInfo[] | undefined;
  /** The facts of its airport; none for a detail that was kept before they came with it. */
  airfield?: Airfield | undefined;
  reviews: ReviewCard[];
  /** Free hours, each answer with its own time; none for a detail that was kept before they were read. */
  hours?: readonly Availability[];
  /** ISO time of the server's answer. */
  asOf: string;
  /** Milliseconds; the details opened longest ago go first. */
  openedAt: number;
};

export class CatalogueDb extends Dexie {
  declare manifests: EntityTable<ManifestRecord, "key">;
  declare buckets: EntityTable<BucketRecord, "bucket">;
  declare chunks: Table<ChunkRecord, [bucket: string, place: number]>;
  declare details: EntityTable<DetailRecord, "id">;

  constructor(options?: DexieOptions) {
    super("catalogue", options);
    this.version(1).stores({
      manifests: "key",
      buckets: "bucket",
      chunks: "[bucket+place]",
      details: "id, openedAt",
    });
  }
}
