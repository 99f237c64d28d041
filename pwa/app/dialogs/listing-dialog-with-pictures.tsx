// Connects the listing form with its picture field, so that features/listings does not import features/pictures.
import { ListingDialog, type ListingDialogProps, type PicturesProps } from "../../features/listings/listing-dialog.tsx";
import { PictureField } from "../../features/pictures/picture-field.tsx";

const pictures = (props: PicturesProps) => <PictureField {...props} />;

export function ListingDialogWithPictures(props: Omit<ListingDialogProps, "pictures">) {
  return <ListingDialog {...props} pictures={pictures} />;
}
