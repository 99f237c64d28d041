// Uploads the pictures that wait on the device. Each remembers how far it got, so that it is uploaded once.
// A page loads this code only when a picture waits.
import { Draft, type Entry, pictureMark, type Refusal, withText } from "./entry.ts";
import { MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import type { Clock, Locks, OutboxTx, PartsPort, PartsUpload, Picture, PicturePort, Store } from "./ports.ts";
import { commit, isAbandoned, isForgotten, needsServer, removePictures } from "./stored-pictures.ts";

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

/** What an engine knows about its uploads while it lives. */
export type EngineUploads = {
  /** Picture id → who is asked for its first address in place of the server. */
  askers: Map<string, () => Promise<string>>;
  /** Picture id → what ends the requests of its upload when it is removed. */
  removals: Map<string, AbortController>;
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

async function find(tx: OutboxTx, id: string): Promise<Picture | undefined> {
  return (await tx.pictures()).find((picture) => picture.id === id);
}

async function stored(tx: OutboxTx, id: string): Promise<Picture> {
  const found = await find(tx, id);
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
  ...rest: [progress: (part: number) => void, removed: AbortSignal]
) {
  const upload = earlier ?? (await port.open(data));
  if (upload === "spent" || !("uploadId" in upload)) return upload;
  if (!earlier) await keep(upload);
  return await port.send(upload, data, ...rest);
}

/** Stores a picture's new multipart upload. If the picture was removed meanwhile, it is stored to be aborted. */
async function keepParts(tx: OutboxTx, { id, at }: Picture, parts: PartsUpload): Promise<boolean> {
  const found = await find(tx, id);
  await tx.putPicture(found ? { ...found, parts } : { id: parts.uploadId, data: null, at, parts });
  return found !== undefined;
}

/** The first address of a picture, from whom its input named, else from the server. */
async function firstAddress(id: string, port: PicturePort, { askers }: EngineUploads): Promise<string> {
  const ask = askers.get(id);
  askers.delete(id);
  return await (ask?.().catch(() => port.address(id)) ?? port.address(id));
}

/** Takes one picture as far as it goes; every step is stored before the next. True when it arrived or was refused. */
async function upload(
  { store, isStopped, progress }: UploadPorts,
  picture: Picture,
  port: PicturePort,
  uploads: EngineUploads,
) {
  const { id, data } = picture;
  const removal = new AbortController();
  const { signal: removed } = removal;
  uploads.removals.set(id, removal);
  let { address, isPut = false, parts } = picture;
  const step = async <Result>(work: (tx: OutboxTx) => Promise<Result>) => {
    if (isStopped()) throw new Withdrawn();
    return await store.writeOutbox(work);
  };
  const keep = (change: Partial<Picture>) =>
    step(async (tx) => await tx.putPicture({ ...(await stored(tx, id)), ...change }));
  if (picture.isPage && data) {
    const sent = await port.putPage?.(id, data, (part) => progress(id, part), removed);
    if (!sent) return false;
    await step((tx) => ("path" in sent ? arrived(tx, picture, sent.path) : refusedBy(tx, picture, sent)));
    return true;
  }
  for (let round = 0; round < MOST_ADDRESSES && data; round++) {
    const isLarge = data.size > MIN_PART_BYTES && !uploads.askers.has(id);
    const partsPort = address === undefined && isLarge ? port.parts?.(id) : null;
    if (partsPort) {
      const sent = await sendParts(
        partsPort,
        data,
        parts,
        async (opened) => {
          if (!(await step((tx) => keepParts(tx, picture, opened)))) throw new Withdrawn();
        },
        (part) => progress(id, part),
        removed,
      );
      parts = undefined;
      if (sent !== "spent" && !("address" in sent)) {
        await step((tx) => refusedBy(tx, picture, sent));
        return true;
      }
      if (sent === "spent") {
        await step((tx) => withoutParts(tx, id));
        continue;
      }
      ({ address } = sent);
      isPut = true;
      await keep({ address, isPut });
    }
    if (address === undefined) {
      address = await firstAddress(id, port, uploads);
      await keep({ address, isPut: false });
    }
    const put = isPut ? "done" : await port.put(address, data, (part) => progress(id, part), removed);
    if (put === "done" && !isPut) await keep({ isPut: true });
    const claimed = put === "done" ? await port.claim(address) : put;
    if (claimed !== "spent") {
      await step((tx) => ("path" in claimed ? arrived(tx, picture, claimed.path) : refusedBy(tx, picture, claimed)));
      return true;
    }
    address = undefined;
    isPut = false;
    parts = undefined;
    await step((tx) => withoutParts(tx, id));
  }
  return false;
}

/** Forgets a picture's address. Its multipart upload is aborted, and the next try opens another. */
async function withoutParts(tx: OutboxTx, id: string): Promise<void> {
  const { address: _, isPut: __, parts: ___, ...rest } = await stored(tx, id);
  await removePictures(tx, [id]);
  await tx.putPicture(rest);
}

/** Aborts the multipart uploads of removed pictures. What fails is tried again by the next run. */
async function abortAbandoned({ store, isStopped }: UploadPorts, port: PicturePort): Promise<void> {
  for (const { id, parts } of (await store.read((tx) => tx.pictures())).filter(isAbandoned)) {
    if (!parts || isStopped()) return;
    await port.abort?.(parts);
    await store.writeOutbox((tx) => tx.removePictures([id]));
  }
}

/** Counts an internal error of a picture; true when too many make it need the user. */
async function countFailure(store: Store, picture: Picture): Promise<boolean> {
  return await store.writeOutbox(async (tx) => {
    const found = await find(tx, picture.id);
    if (!found) return false;
    const accidents = (picture.accidents ?? 0) + 1;
    await tx.putPicture({ ...found, accidents });
    if (accidents < MOST_ACCIDENTS) return false;
    await refusedBy(tx, picture, stumbledOver);
    return true;
  });
}

/**
 * What waits for its upload: those that commands wait for first, then as they were chosen. A page leaves the device for a command
 * alone. What nobody needs is forgotten.
 */
async function waiting({ store, clock }: UploadPorts, tried: ReadonlySet<string>): Promise<Picture[]> {
  const { entries, pictures } = await store.read(async (tx) => ({
    entries: await tx.entries(),
    pictures: await tx.pictures(),
  }));
  const wanted = new Set(entries.flatMap((entry) => entry.waitsFor));
  const old = pictures.filter((one) => !wanted.has(one.id) && isForgotten(one, clock.now())).map(({ id }) => id);
  if (old.length > 0) await store.writeOutbox((tx) => removePictures(tx, old));
  const left = pictures.filter(
    (one) =>
      one.data &&
      needsServer(one) &&
      !old.includes(one.id) &&
      !tried.has(one.id) &&
      (!one.isPage || wanted.has(one.id)),
  );
  const rank = ({ id }: Picture) => (wanted.has(id) ? 0 : 1);
  return left.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

/**
 * Uploads what waits, one after the other; a picture that fails leaves the others their turn. Those chosen meanwhile
 * are taken along. Another tab or the worker may be at it: then nothing is done.
 */
export async function uploadWaiting(ports: UploadPorts, port: PicturePort, uploads: EngineUploads): Promise<void> {
  await ports.locks.ifFree(ports.lockName, async () => {
    const tried = new Set<string>();
    let misses = 0;
    let isAborting = true;
    while (misses < MOST_MISSES && !ports.isStopped()) {
      const [next] = await waiting(ports, tried);
      if (isAborting)
        isAborting = await abortAbandoned(ports, port).then(
          () => true,
          () => false,
        );
      if (!next) return;
      tried.add(next.id);
      let end: "failed" | null = null;
      try {
        const isSettled = await upload(ports, next, port, uploads);
        misses = 0;
        if (isSettled) ports.settled();
      } catch (problem) {
        if (problem instanceof Withdrawn || uploads.removals.get(next.id)?.signal.aborted) continue;
        end = "failed";
        if (!(problem instanceof PictureUploadError)) misses++;
        else if (problem.isOwn && (await countFailure(ports.store, next))) ports.settled();
      } finally {
        uploads.removals.delete(next.id);
        ports.progress(next.id, end);
      }
    }
  });
}
