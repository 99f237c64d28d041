// Pictures of a form: stored on this device when chosen, uploaded automatically. Loaded with the forms.
import { pictureOfMark } from "../../device/sync/entry.ts";
import { openedStore } from "../sync/current-store.ts";
import { asNotKept } from "../sync/queue.ts";

/** Where the bytes of a picture go: an address that the server gave for it. */
export type UploadParameters = { method: "PUT"; url: string };
/** Fetches the upload parameters of a picture when its turn comes. */
export type GetUploadParameters = (data: Blob) => Promise<UploadParameters>;

/**
 * Keeps a picture on this device; returns the mark that a form holds until the path is known. Without upload parameters the queue asks
 * the server for an address itself. Rejects with NotKept.
 */
export async function keepPicture(data: Blob, getUploadParameters?: GetUploadParameters): Promise<string> {
  try {
    const person = await openedStore();
    const address = getUploadParameters && (async () => (await getUploadParameters(data)).url);
    const mark = await person.engine.pictures.add(data, address);
    person.sendLater();
    return mark;
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Tries a refused picture again. Rejects with NotKept. */
export async function retryPicture(mark: string): Promise<void> {
  try {
    await (await openedStore()).engine.pictures.retry(mark);
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Lets pictures go that no form holds any more; what waiting changes need stays. Never rejects. */
export async function dropPictures(images: readonly string[]): Promise<void> {
  const marks = images.filter((image) => pictureOfMark(image) !== null);
  if (marks.length === 0) return;
  await openedStore()
    .then(({ engine }) => engine.pictures.drop(marks))
    .catch(() => undefined);
}
