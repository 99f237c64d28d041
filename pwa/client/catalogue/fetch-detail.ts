import type { Owner } from "../../../shared/domain/accounts.ts";
import type { ListedAircraft } from "../../../shared/domain/aircraft.ts";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";
import type { PictureInfo } from "../../../shared/domain/uploads.ts";
import { read } from "../api/call.ts";

export type ReadyDetail = {
  state: "ready";
  aircraft: ListedAircraft;
  owner: Owner;
  /** Sizes, formats and placeholders of the uploaded pictures. Undefined in copies that an older version stored. */
  pictures?: readonly PictureInfo[] | undefined;
  /** The facts of its airport. Undefined in copies that an older version stored. */
  airfield?: Airfield | undefined;
  /** Newest first. */
  reviews: ReviewCard[];
  /** ISO time of this copy: the server's clock in page data, this device's clock after a read. */
  asOf: string;
  /** This session has not confirmed the data: the last read failed or is running. The page shows the data's age. */
  isUnconfirmed: boolean;
};

/** Reads an aircraft with its owner and reviews. Throws ApiError. */
export async function fetchDetail(id: string): Promise<ReadyDetail> {
  const [found, reviews] = await Promise.all([read("aircraft.withOwner", { id }), read("aircraft.reviews", { id })]);
  return { state: "ready", ...found, reviews, asOf: new Date().toISOString(), isUnconfirmed: false };
}
