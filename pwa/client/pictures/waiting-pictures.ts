// Pictures that are kept on this device until they are sent, as they can be shown: live in every tab.
import { useMemo, useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { pictureOfMark } from "../../device/sync/entry.ts";
import type { UserStore } from "../sync/user-store.ts";
import { useCurrentStore } from "../sync/current-store.ts";
import { useUploadProgress } from "./upload-progress.ts";

export type WaitingPicture = {
  /** Address to show it at: the bytes kept here, or where it is by now. */
  url: string;
  /** `waiting`: not sent yet. `sent`: it is on the server. `refused`: the server will not have it, `reason` says why. */
  state: "waiting" | "sent" | "refused";
  reason?: string;
};

type Known = ReadonlyMap<string, WaitingPicture>;

/** Milliseconds for which the address of bytes stays good after they are gone: an image may still be reading them. */
const LINGER = 10_000;

type PicturesHere = {
  /** Undefined while not known. */
  known: Known | undefined;
  /** Addresses of bytes, by picture id. */
  addresses: ReadonlyMap<string, string>;
  /** Whose pictures these are. */
  person: UserStore | null;
  isFollowing: boolean;
  stop: () => void;
};

const picturesHere = createStore<PicturesHere>(() => ({
  known: undefined,
  addresses: new Map(),
  person: null,
  isFollowing: false,
  stop: never(),
}));

/** Undefined while not known. By picture id. */
export function useWaitingPictures(isWanted = true): Known | undefined {
  const subscribe = useMemo(() => (isWanted ? watch : never), [isWanted]);
  return useSyncExternalStore(subscribe, isWanted ? current : unknown, unknown);
}

/** Where a picture of a listing can be seen: its own address, or for one that waits here the address of its bytes. */
export function usePictureAddress(src: string): string | undefined {
  const id = pictureOfMark(src);
  const pictures = useWaitingPictures(id !== null);
  return id === null ? src : pictures?.get(id)?.url;
}

/** The state of one picture of a form; undefined for one that is simply there. */
export function waitingPicture(pictures: Known | undefined, src: string): WaitingPicture | undefined {
  const id = pictureOfMark(src);
  return id === null ? undefined : pictures?.get(id);
}

/** Which part of a picture of a form has gone, from 0 to 1; undefined while it is not on its way from this page. */
export function useUploadedPart(src: string): number | undefined {
  const id = pictureOfMark(src);
  return useUploadProgress((parts) => (id === null ? undefined : parts[id]));
}

/** Calls back with the part that has gone, at every change. Returns the way to stop. */
export function watchUploadedPart(src: string, told: (part: number) => void): () => void {
  const id = pictureOfMark(src) ?? "";
  return useUploadProgress.subscribe(({ [id]: part }) => {
    if (part !== undefined) told(part);
  });
}

/** Calls back with the state of a picture of a form, now and after every change. Returns the way to stop. */
export function watchPicture(src: string, told: (picture: WaitingPicture | undefined) => void): () => void {
  const look = () => {
    const { known } = picturesHere.getState();
    if (known) told(waitingPicture(known, src));
  };
  const end = watch(look);
  look();
  return end;
}

function watch(listener: () => void): () => void {
  const stop = picturesHere.subscribe((now, before) => {
    if (now.known !== before.known) listener();
  });
  if (!picturesHere.getState().isFollowing) {
    picturesHere.setState({ isFollowing: true });
    useCurrentStore.subscribe((state) => follow(state.person));
  }
  follow(useCurrentStore.getState().person);
  return stop;
}

function follow(next: UserStore | null): void {
  const { person, stop } = picturesHere.getState();
  if (next === person) return;
  stop();
  picturesHere.setState({ person: next, stop: never() });
  tell(undefined);
  const here = next?.watchPictures((pictures) => tell(new Map(pictures.map((one) => [one.id, shown(one)]))));
  if (here) picturesHere.setState({ stop: here });
}

function shown({ id, data, path, refusal }: Parameters<Parameters<UserStore["watchPictures"]>[0]>[0][number]) {
  if (path !== undefined) return { url: path, state: "sent" as const };
  const { addresses } = picturesHere.getState();
  const url = addresses.get(id) ?? URL.createObjectURL(data ?? new Blob());
  picturesHere.setState({ addresses: new Map([...addresses, [id, url]]) });
  return refusal ? { url, state: "refused" as const, reason: refusal.message } : { url, state: "waiting" as const };
}

function tell(next: Known | undefined): void {
  const addresses = new Map(picturesHere.getState().addresses);
  for (const [id, url] of addresses) {
    if (next?.get(id)?.url === url) continue;
    addresses.delete(id);
    setTimeout(() => URL.revokeObjectURL(url), LINGER);
  }
  picturesHere.setState({ known: next, addresses });
}

function current(): Known | undefined {
  return picturesHere.getState().known;
}
function unknown(): undefined {
  return undefined;
}
function never(): () => void {
  return () => undefined;
}
