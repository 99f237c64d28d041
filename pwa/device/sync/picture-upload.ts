// Uploads the pictures that wait on the device. Each remembers how far it got, so that it is uploaded once.
// A page loads this code only when a picture waits.
import { Draft, type Entry, pictureMark, type Refusal, withText } from "./entry.ts";
import { MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import type { Clock, Locks, OutboxTx, PartsPort, PartsUpload, Picture, PicturePort, Store } from "./ports.ts";
import { commit, isForgotten, isUploadable } from "./stored-pictures.ts";

/** The server answered with an internal error. `isOwn`: caused by this picture, not by load or a restart. */
export class PictureUploadError extends Error {
  readonly isOwn: boolean;

  constructor(isOwn: boolean) {
    super("The server failed on a picture.");
    this.name = "PictureUploadError";
    this.isOwn = isOwn;
  }
}

/** The uploaded fraction, from 0 to 1; `failed` after an upload without an answer, until the next one starts. */
export type UploadProgress = number | "failed";

/** The code that uploads, and the server it uploads to. */
export type PictureUploads = { port: PicturePort; uploadWaiting: typeof uploadWaiting };

export type UploadPorts = {
  store: Store;
  locks: Locks;
  clock: Clock;
  lockName: string;
  /** True from now on when nothing may be sent any more. */
  isStopped(): boolean;
  /** The progress of a picture's upload; null when none runs. */
  progress(pictureId: string, progress: UploadProgress | null): void;
  /** A picture was uploaded or refused: dependent commands may continue or fail. */
  settled(): void;
};

/** Addresses one run spends on a picture. */
const MOST_ADDRESSES = 3;

/** Requests without an answer, one after the other, that end a run: the network is gone. */
const MOST_MISSES = 2;

/** Consecutive internal errors after which a picture needs the user. */
const MOST_ACCIDENTS = 8;

const stumbledOver: Refusal = { code: "internal", message: "Tailhour could not take this picture." };

/** The picture was taken out on the device meanwhile, or nothing may be sent any more. */
class Withdrawn extends Error {}

async function stored(tx: OutboxTx, id: string): Promise<Picture> {
  const found = (await tx.pictures()).find((picture) => picture.id === id);
  if (!found) throw new Withdrawn();
  return found;
}

/** The entry with the picture's path in place of its id, in its wanted and in its shown values. */
function withPath(entry: Entry, mark: string, path: string): Entry {
  if (!JSON.stringify([entry.input, entry.base]).includes(mark)) return entry;
  return { ...entry, input: withText(entry.input, mark, path), base: withText(entry.base, mark, path) };
}

/** The picture is on the server: commands that wait for it name its path and go on. */
async function arrived(tx: OutboxTx, { id }: Picture, path: string): Promise<void> {
  const picture = await stored(tx, id);
  const entries = await tx.entries();
  const draft = new Draft(entries);
  for (const entry of entries) {
    const named = entry.sent ? entry : withPath(entry, pictureMark(id), path);
    if (named !== entry) draft.set(named);
  }
  draft.release(id);
  await commit(tx, draft);
  await tx.putPicture({ id, at: picture.at, data: null, path });
}

async function refusedBy(tx: OutboxTx, { id }: Picture, refusal: Refusal): Promise<void> {
  const picture = await stored(tx, id);
  const draft = new Draft(await tx.entries());
  draft.failDependents(id, refusal);
  await commit(tx, draft);
  await tx.putPicture({ ...picture, refusal });
}

/** Opens a multipart upload, or continues the one that an earlier try opened. */
async function sendParts(
  port: PartsPort,
  data: Blob,
  earlier: PartsUpload | undefined,
  keep: (opened: PartsUpload) => Promise<void>,
  progress: (part: number) => void,
) {
  const upload = earlier ?? (await port.open(data));
  if (upload === "spent" || !("uploadId" in upload)) return upload;
  if (!earlier) await keep(upload);
  return await port.send(upload, data, progress);
}

/** Takes one picture as far as it goes; every step is stored before the next. True when it arrived or was refused. */
async function upload({ store, isStopped, progress }: UploadPorts, picture: Picture, port: PicturePort) {
  const { id, data } = picture;
  let { address, isPut = false, parts } = picture;
  const step = async <Result>(work: (tx: OutboxTx) => Promise<Result>) => {
    if (isStopped()) throw new Withdrawn();
    return await store.writeOutbox(work);
  };
  const keep = (change: Partial<Picture>) =>
    step(async (tx) => await tx.putPicture({ ...(await stored(tx, id)), ...change }));
  for (let round = 0; round < MOST_ADDRESSES && data; round++) {
    const partsPort = address === undefined && data.size > MIN_PART_BYTES ? port.parts?.(id) : null;
    if (partsPort) {
      const sent = await sendParts(
        partsPort,
        data,
        parts,
        (opened) => keep({ parts: opened }),
        (part) => progress(id, part),
      );
      parts = undefined;
      if (sent !== "spent" && !("address" in sent)) {
        await step((tx) => refusedBy(tx, picture, sent));
        return true;
      }
      address = sent === "spent" ? undefined : sent.address;
      isPut = address !== undefined;
      await keep({ address, isPut, parts });
      if (!isPut) continue;
    }
    if (address === undefined) {
      address = await port.address(id);
      await keep({ address, isPut: false });
    }
    const put = isPut ? "done" : await port.put(address, data, (part) => progress(id, part));
    if (put === "done" && !isPut) await keep({ isPut: true });
    const claimed = put === "done" ? await port.claim(address) : put;
    if (claimed !== "spent") {
      await step((tx) => ("path" in claimed ? arrived(tx, picture, claimed.path) : refusedBy(tx, picture, claimed)));
      return true;
    }
    address = undefined;
    isPut = false;
    await keep({ address, isPut });
  }
  return false;
}

/** Counts an internal error of a picture; true when too many make it need the user. */
async function countFailure(store: Store, picture: Picture): Promise<boolean> {
  return await store.writeOutbox(async (tx) => {
    const accidents = (picture.accidents ?? 0) + 1;
    await tx.putPicture({ ...(await stored(tx, picture.id)), accidents });
    if (accidents < MOST_ACCIDENTS) return false;
    await refusedBy(tx, picture, stumbledOver);
    return true;
  });
}

/** What waits for its upload: those that commands wait for first, then as they were chosen. What nobody needs is forgotten. */
async function waiting({ store, clock }: UploadPorts, tried: ReadonlySet<string>): Promise<Picture[]> {
  const { entries, pictures } = await store.read(async (tx) => ({
    entries: await tx.entries(),
    pictures: await tx.pictures(),
  }));
  const wanted = new Set(entries.flatMap((entry) => entry.waitsFor));
  const old = pictures.filter((one) => !wanted.has(one.id) && isForgotten(one, clock.now())).map(({ id }) => id);
  if (old.length > 0) await store.writeOutbox((tx) => tx.removePictures(old));
  const left = pictures.filter((one) => isUploadable(one) && !old.includes(one.id) && !tried.has(one.id));
  const rank = ({ id }: Picture) => (wanted.has(id) ? 0 : 1);
  return left.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

/**
 * Uploads what waits, one after the other; a picture that fails leaves the others their turn. Those chosen meanwhile
 * are taken along. Another tab or the worker may be at it: then nothing is done.
 */
export async function uploadWaiting(ports: UploadPorts, port: PicturePort): Promise<void> {
  await ports.locks.ifFree(ports.lockName, async () => {
    const tried = new Set<string>();
    let misses = 0;
    while (misses < MOST_MISSES && !ports.isStopped()) {
      const [next] = await waiting(ports, tried);
      if (!next) return;
      tried.add(next.id);
      let end: "failed" | null = null;
      try {
        const isSettled = await upload(ports, next, port);
        misses = 0;
        if (isSettled) ports.settled();
      } catch (problem) {
        if (!(problem instanceof Withdrawn)) end = "failed";
        if (problem instanceof PictureUploadError) {
          if (problem.isOwn && (await countFailure(ports.store, next))) ports.settled();
        } else if (!(problem instanceof Withdrawn)) misses++;
      } finally {
        ports.progress(next.id, end);
      }
    }
  });
}
