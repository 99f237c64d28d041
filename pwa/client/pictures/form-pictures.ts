// Stores pictures of a form on this device when the user chooses them, and uploads them. Loaded with the forms.
import { pictureOfMark } from "../../device/sync/entry.ts";
import { openedStore, asNotKept } from "../sync/current-store.ts";

/** The address to which a picture is uploaded, which the server creates for each picture. */
export type UploadParameters = { method: "PUT"; url: string };
/** Fetches the upload parameters of a picture when its upload starts. */
export type GetUploadParameters = (data: Blob) => Promise<UploadParameters>;

/**
 * Stores a picture on this device and returns its mark, which the form holds until the path is known. Without upload
 * parameters the queue asks the server for an address. Rejects with NotKept.
 */
export async function storePicture(data: Blob, getUploadParameters?: GetUploadParameters): Promise<string> {
  try {
    const person = await openedStore();
    const address = getUploadParameters && (async () => (await getUploadParameters(data)).url);
    return await person.engine.pictures.add(data, address);
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Uploads a refused picture again. Rejects with NotKept. */
export async function retryPicture(mark: string): Promise<void> {
  try {
    await (await openedStore()).engine.pictures.retry(mark);
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Discards pictures that no form holds any more, except those that waiting changes need. Never rejects. */
export async function dropPictures(images: readonly string[]): Promise<void> {
  const marks = images.filter((image) => pictureOfMark(image) !== null);
  if (marks.length === 0) return;
  await openedStore()
    .then(({ engine }) => engine.pictures.drop(marks))
    .catch(() => undefined);
}
