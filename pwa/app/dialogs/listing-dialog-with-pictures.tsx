// Connects the listing form with its picture field and its field for an airfield, since no feature imports another.
import { HomeAirportField } from "../../features/airfields/home-airport-field.tsx";
import { ListingDialog, type ListingDialogProps, type PicturesProps } from "../../features/listings/listing-dialog.tsx";
import type { AirportProps } from "../../features/listings/listing-fields.tsx";
import { PictureField } from "../../features/pictures/picture-field.tsx";

const pictures = (props: PicturesProps) => <PictureField {...props} />;
const airport = (props: AirportProps) => <HomeAirportField {...props} />;

export function ListingDialogWithPictures(props: Omit<ListingDialogProps, "pictures" | "airport">) {
  return <ListingDialog {...props} pictures={pictures} airport={airport} />;
}
