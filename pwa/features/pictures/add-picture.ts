// A picture that the uploader has handed over joins those of the form, as long as there is a place for it.
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import { toast } from "../../client/shell/toasts.ts";

/** The pictures with the new one, said in a toast; null when there are six already. */
export function addPicture(images: readonly string[], mark: string, isSent: boolean): readonly string[] | null {
  if (images.length >= MAX_PICTURES) {
    void dropPictures([mark]);
    toast({ kind: "bad", title: "Maximum images reached", description: "You can upload up to 6 images." });
    return null;
  }
  toast(
    isSent
      ? { title: "Image uploaded!", description: "Your aircraft image has been uploaded successfully." }
      : { kind: "wait", title: "Saved on this device", description: "Your picture is sent when you have signal." },
  );
  return [...images, mark];
}
