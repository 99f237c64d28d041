// All pictures of a listing: its photos, or drawings while it has none.
import { cardPicture, type AircraftType } from "../aircraft-rules.ts";
import { classDrawings } from "./drawings.ts";

type Listing = { name: string; type: AircraftType; imageUrl: string; images: readonly string[] };

const BUNDLED = "/illustrations/";

export type ListingPictures = { areDrawings: boolean; addresses: readonly string[] };

/** What the gallery shows: the photos; without any, drawings of the aircraft, its panel and its cabin. */
export function listingPictures(plane: Listing): ListingPictures {
  const main = cardPicture(plane);
  const areDrawings = plane.images.length === 0 && main.startsWith(BUNDLED);
  if (!areDrawings) return { areDrawings, addresses: plane.images.length > 0 ? plane.images : [main] };
  return { areDrawings, addresses: [main, ...classDrawings(plane.type).slice(1)] };
}

/** The photos of a listing, as page and form count them. */
export function photosOf(plane: Listing): readonly string[] {
  const { areDrawings, addresses } = listingPictures(plane);
  return areDrawings ? [] : addresses;
}
