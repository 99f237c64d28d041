// Adds a picture from the uploader to the form's pictures while there is room. Also the toasts about added pictures.
import { MAX_PICTURES } from "../../../shared/domain/aircraft-rules.ts";
import { dropPictures } from "../../client/pictures/form-pictures.ts";
import { toast } from "../../client/shell/toasts.ts";

export function tooMany(): void {
  toast({ kind: "bad", title: "Maximum images reached", description: "You can upload up to 6 images." });
}

export function uploaded(): void {
  toast({ title: "Image uploaded!", description: "Your aircraft image has been uploaded successfully." });
}

export function savedHere(): void {
  toast({ kind: "wait", title: "Saved on this device", description: "Your picture is sent when you have signal." });
}

/** The list with the new picture, confirmed by a toast; null when it already has six. */
export function addPicture(images: readonly string[], mark: string, isSent: boolean): readonly string[] | null {
  if (images.length >= MAX_PICTURES) {
    void dropPictures([mark]);
    tooMany();
    return null;
  }
  if (isSent) uploaded();
  else savedHere();
  return [...images, mark];
}
