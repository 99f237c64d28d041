// The pictures stored on this device until they are uploaded, with addresses to show them at. Updated in every tab.
import { useMemo, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { pictureOfMark } from "../../device/sync/entry.ts";
import type { UploadProgress } from "../../device/sync/picture-upload.ts";
import type { Picture } from "../../device/sync/ports.ts";
import type { UserStore } from "../sync/user-store.ts";
import { useCurrentStore } from "../sync/current-store.ts";
import { useUploadProgress } from "./upload-progress.ts";

export type LocalPicture = {
  /** Where to show it from: the stored bytes, or its path on the server. */
  url: string;
  /** `waiting`: not sent yet. `sent`: the server has it. `refused`: the server rejected it, and `reason` says why. */
  state: "waiting" | "sent" | "refused";
  reason?: string;
  /** Bytes to send. */
  size: number;
};

type PicturesById = ReadonlyMap<string, LocalPicture>;

/** Milliseconds until an object URL is revoked after its bytes are gone, because an image may still be reading them. */
const REVOKE_DELAY_MS = 10_000;

type PictureState = {
  /** Undefined until the pictures are loaded. */
  known: PicturesById | undefined;
  /** Object URLs of the bytes, by picture id. */
  addresses: ReadonlyMap<string, string>;
  /** The user's store from which the pictures come. */
  person: UserStore | null;
  isFollowing: boolean;
  stop: () => void;
};

const pictureStore = createStore<PictureState>(() => ({
  known: undefined,
  addresses: new Map(),
  person: null,
  isFollowing: false,
  stop: never(),
}));

/** The pictures by id; undefined until they are loaded. */
export function useLocalPictures(isWanted = true): PicturesById | undefined {
  const subscribe = useMemo(() => (isWanted ? watch : never), [isWanted]);
  return useSyncExternalStore(subscribe, isWanted ? current : notLoaded, notLoaded);
}

/** The address to show a listing's picture at: its own URL, or an object URL while it waits on this device. */
export function usePictureAddress(src: string): string | undefined {
  const id = pictureOfMark(src);
  const pictures = useLocalPictures(id !== null);
  return id === null ? src : pictures?.get(id)?.url;
}

/** Whether a form's picture is the mark of one stored on this device. */
export function isWaitingMark(src: string): boolean {
  return pictureOfMark(src) !== null;
}

/** The state of one picture of a form; undefined for one that is already on the server. */
export function localPicture(pictures: PicturesById | undefined, src: string): LocalPicture | undefined {
  const id = pictureOfMark(src);
  return id === null ? undefined : pictures?.get(id);
}

/** The progress of a form's pictures; undefined for those that this page is not uploading. */
export function useUploads(images: readonly string[]): readonly (UploadProgress | undefined)[] {
  const uploads = useUploadProgress();
  return images.map((src) => uploads[pictureOfMark(src) ?? ""]);
}

/** Calls back with the uploaded share at every change. Returns an unsubscribe function. */
export function watchUploadedPart(src: string, onChange: (part: number) => void): () => void {
  const id = pictureOfMark(src) ?? "";
  return useUploadProgress.subscribe(({ [id]: part }) => {
    if (typeof part === "number") onChange(part);
  });
}

/** Calls back with the state of a form's picture, now and after every change. Returns an unsubscribe function. */
export function watchPicture(src: string, onChange: (picture: LocalPicture | undefined) => void): () => void {
  const notify = () => {
    const { known } = pictureStore.getState();
    if (known) onChange(localPicture(known, src));
  };
  const end = watch(notify);
  notify();
  return end;
}

function watch(listener: () => void): () => void {
  const stop = pictureStore.subscribe((now, before) => {
    if (now.known !== before.known) listener();
  });
  if (!pictureStore.getState().isFollowing) {
    pictureStore.setState({ isFollowing: true });
    useCurrentStore.subscribe((state) => followStore(state.person));
  }
  followStore(useCurrentStore.getState().person);
  return stop;
}

function followStore(next: UserStore | null): void {
  const { person, stop } = pictureStore.getState();
  if (next === person) return;
  stop();
  pictureStore.setState({ person: next, stop: never() });
  setKnown(undefined);
  if (!next) return;
  const show = (pictures: readonly Picture[]) =>
    setKnown(new Map(pictures.map((one) => [one.id, asLocalPicture(one)])));
  pictureStore.setState({ stop: next.store.watch(() => next.engine.pictures.all(), show) });
}

function asLocalPicture({ id, data, path, refusal }: Picture) {
  const size = data?.size ?? 0;
  if (path !== undefined) return { url: path, state: "sent" as const, size };
  const { addresses } = pictureStore.getState();
  const url = addresses.get(id) ?? URL.createObjectURL(data ?? new Blob());
  pictureStore.setState({ addresses: new Map([...addresses, [id, url]]) });
  return refusal
    ? { url, state: "refused" as const, reason: refusal.message, size }
    : { url, state: "waiting" as const, size };
}

function setKnown(next: PicturesById | undefined): void {
  const addresses = new Map(pictureStore.getState().addresses);
  for (const [id, url] of addresses) {
    if (next?.get(id)?.url === url) continue;
    addresses.delete(id);
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
  }
  pictureStore.setState({ known: next, addresses });
}

function current(): PicturesById | undefined {
  return pictureStore.getState().known;
}
function notLoaded(): undefined {
  return undefined;
}
function never(): () => void {
  return () => undefined;
}
