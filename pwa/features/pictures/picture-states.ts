// The state of each picture of a form, and its words.
import { useOnline } from "../../client/api/online.ts";
import { isWaitingMark, localPicture, useLocalPictures, useUploads } from "../../client/pictures/local-pictures.ts";
import { deviceWord } from "../../client/shell/device-word.ts";

export type PictureState =
  | { kind: "sent" }
  /** `part` is the uploaded share of `size` bytes. */
  | { kind: "sending"; part: number; size: number }
  | { kind: "waiting" }
  /** The reason continues «Picture 4: ». */
  | { kind: "failed"; reason: string };

/** One state for each picture. Online, a picture that waits for its turn is being sent with no bytes yet. */
export function usePictureStates(images: readonly string[]): readonly PictureState[] {
  const pictures = useLocalPictures();
  const uploads = useUploads(images);
  const isOnline = useOnline();
  return images.map((src, place) => {
    const local = localPicture(pictures, src);
    const upload = uploads[place];
    if (!isWaitingMark(src) || local?.state === "sent") return { kind: "sent" };
    // It was stored a moment ago, and the list of stored pictures follows.
    if (!local) return { kind: "sending", part: 0, size: 0 };
    if (local.state === "refused") return { kind: "failed", reason: local.reason ?? "" };
    if (typeof upload === "number") return { kind: "sending", part: upload, size: local.size };
    if (!isOnline) return { kind: "waiting" };
    if (upload === "failed") {
      return { kind: "failed", reason: `the server did not answer. It is still on this ${deviceWord()}.` };
    }
    return { kind: "sending", part: 0, size: local.size };
  });
}

const MEGABYTE = 1_048_576;

/** «3.1 of 5.0 MB», and kilobytes below one megabyte. */
export function sentOf(part: number, size: number): string {
  if (size === 0) return "";
  if (size >= MEGABYTE) return `${((part * size) / MEGABYTE).toFixed(1)} of ${(size / MEGABYTE).toFixed(1)} MB`;
  return `${Math.round((part * size) / 1024)} of ${Math.ceil(size / 1024)} kB`;
}

/** The line under the pictures while some are not on the server; null when all are. */
export function onlyHere(states: readonly PictureState[]): { count: string; rest: string } | null {
  const count = states.filter(({ kind }) => kind !== "sent").length;
  if (count === 0) return null;
  return count === 1
    ? { count: `1 picture is on this ${deviceWord()} only.`, rest: "It sends by itself, also after you save." }
    : {
        count: `${count} pictures are on this ${deviceWord()} only.`,
        rest: "They send by themselves, also after you save.",
      };
}
