// Pictures that are kept on this device until they are sent, as they can be shown: live in every tab.
import { useMemo, useSyncExternalStore } from "react";
import { pictureOfMark } from "../../device/sync/waits.ts";
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

const addresses = new Map<string, string>();
const listeners = new Set<() => void>();
let known: Known | undefined;
let person: UserStore | null = null;
let isFollowing = false;
let stop: () => void = () => undefined;

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
  const look = () => known && told(waitingPicture(known, src));
  const end = watch(look);
  look();
  return end;
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  if (!isFollowing) {
    isFollowing = true;
    useCurrentStore.subscribe((state) => follow(state.person));
  }
  follow(useCurrentStore.getState().person);
  return () => listeners.delete(listener);
}

function follow(next: UserStore | null): void {
  if (next === person) return;
  person = next;
  stop();
  tell(undefined);
  stop = next ? next.watchPictures((pictures) => tell(new Map(pictures.map((one) => [one.id, shown(one)])))) : never();
}

function shown({ id, data, path, refusal }: Parameters<Parameters<UserStore["watchPictures"]>[0]>[0][number]) {
  if (path !== undefined) return { url: path, state: "sent" as const };
  const url = addresses.get(id) ?? URL.createObjectURL(data ?? new Blob());
  addresses.set(id, url);
  return refusal ? { url, state: "refused" as const, reason: refusal.message } : { url, state: "waiting" as const };
}

function tell(next: Known | undefined): void {
  known = next;
  for (const [id, url] of addresses) {
    if (next?.get(id)?.url === url) continue;
    addresses.delete(id);
    setTimeout(() => URL.revokeObjectURL(url), LINGER);
  }
  for (const listener of listeners) listener();
}

function current(): Known | undefined {
  return known;
}
function unknown(): undefined {
  return undefined;
}
function never(): () => void {
  return () => undefined;
}
