// Connects the listing form with its picture field, so that features/listings does not import features/pictures.
import {
  ListingDialog as Form,
  type ListingDialogProps,
  type PicturesProps,
} from "../../features/listings/listing-dialog.tsx";
import { PictureField } from "../../features/pictures/picture-field.tsx";

const pictures = (props: PicturesProps) => <PictureField {...props} />;

export function ListingDialog(props: Omit<ListingDialogProps, "pictures">) {
  return <Form {...props} pictures={pictures} />;
}
