// Pictures that wait on the device for their upload. Each remembers how far it got, so that it is uploaded once.
import type { Refusal } from "./entry.ts";
import type { Clock, Locks, OutboxTx, Store } from "./ports.ts";
import { commit } from "./outbox.ts";
import { Draft, pictureMark, withText } from "./waits.ts";

export type Picture = {
  id: string;
  /** The bytes as the person chose or shrank them; null once they are on the server. */
  data: Blob | null;
  /** Milliseconds since 1970 at which it was chosen. */
  at: number;
  /** Address to put the bytes to, once the server gave one; good for 15 minutes. */
  address?: string | undefined;
  /** The bytes are there; only the claim is missing. */
  isPut?: boolean | undefined;
  /** Where it is now; kept until a command asks for it. */
  path?: string | undefined;
  /** Why the server will not have it. */
  refusal?: Refusal | undefined;
};

/** `spent`: the address is used up or too old, a new one is needed. Methods reject when no answer came. */
export type PicturePort = {
  address(): Promise<string>;
  put(address: string, data: Blob): Promise<"done" | "spent" | Refusal>;
  claim(address: string): Promise<{ path: string } | "spent" | Refusal>;
};

/** Pictures no command waits for are forgotten after this. */
const FORGET_MS = 7 * 24 * 3_600_000;

/** Addresses one run spends on a picture. */
const MOST_ADDRESSES = 3;

/** The picture is on the server: commands that wait for it name its path and go on. */
async function arrived(tx: OutboxTx, picture: Picture, path: string): Promise<void> {
  const draft = new Draft(await tx.entries());
  const waiting = draft.waitingFor(picture.id);
  const mark = pictureMark(picture.id);
  for (const entry of waiting) draft.set({ ...entry, input: withText(entry.input, mark, path) });
  draft.release(picture.id);
  await commit(tx, draft);
  if (waiting.length > 0) await tx.removePictures([picture.id]);
  else await tx.putPicture({ ...picture, path, data: null });
}

async function refusedBy(tx: OutboxTx, picture: Picture, refusal: Refusal): Promise<void> {
  const draft = new Draft(await tx.entries());
  draft.strand(picture.id, refusal);
  await commit(tx, draft);
  await tx.putPicture({ ...picture, refusal });
}

/** Takes one picture as far as it goes; every step is stored before the next. Rejects when no answer came. */
async function upload(store: Store, picture: Picture, port: PicturePort): Promise<void> {
  let now = picture;
  const keep = async (change: Partial<Picture>) => {
    now = { ...now, ...change };
    await store.writeOutbox((tx) => tx.putPicture(now));
  };
  for (let round = 0; round < MOST_ADDRESSES && now.data; round++) {
    if (now.address === undefined) await keep({ address: await port.address(), isPut: false });
    const address = now.address!;
    const put = now.isPut ? "done" : await port.put(address, now.data);
    if (put === "done" && !now.isPut) await keep({ isPut: true });
    const claimed = put === "done" ? await port.claim(address) : put;
    if (claimed === "spent") {
      await keep({ address: undefined, isPut: false });
    } else if ("path" in claimed) {
      const { path } = claimed;
      await store.writeOutbox((tx) => arrived(tx, now, path));
      return;
    } else {
      await store.writeOutbox((tx) => refusedBy(tx, now, claimed));
      return;
    }
  }
}

/** Uploads what waits, oldest first; true when some command may go on now. */
export async function uploadWaiting(
  ports: { store: Store; locks: Locks; clock: Clock; lockName: string },
  port: PicturePort,
): Promise<boolean> {
  const done = await ports.locks.ifFree(ports.lockName, async () => {
    const { entries, pictures } = await ports.store.read(async (tx) => ({
      entries: await tx.entries(),
      pictures: await tx.pictures(),
    }));
    const wanted = new Set(entries.flatMap((entry) => entry.waitsFor));
    const old = pictures.filter(({ id, at }) => !wanted.has(id) && at < ports.clock.now() - FORGET_MS);
    if (old.length > 0) await ports.store.writeOutbox((tx) => tx.removePictures(old.map(({ id }) => id)));
    const waiting = pictures.filter((picture) => picture.data && !picture.refusal && !old.includes(picture));
    for (const picture of waiting.sort((a, b) => (a.id < b.id ? -1 : 1))) await upload(ports.store, picture, port);
    return waiting.length > 0;
  });
  return done ?? false;
}
