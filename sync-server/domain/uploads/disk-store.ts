// Stores objects as files. Writes a temporary file, flushes and renames it, so that a name is complete or absent.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { NamedPart, StoredPart } from "../../../shared/domain/uploads.ts";
import { requireFreeDisk } from "./free-disk.ts";
import { StoreUnavailable, StoreFull } from "./store.ts";
import type { Incoming, ObjectStore } from "../../kit/upload-services.ts";

/** Folder of incomplete files; old ones were left by a process that died. */
export const UNFINISHED = "unfinished";

/** A store below `root`, which must be writable; several processes may share it. Keeps `minFree` bytes of the disk free. */
export function diskStore(root: string, minFree = 0): ObjectStore {
  const room = () => requireFreeDisk(root, minFree);
  const place = (name: string) => inside(root, name);
  const partsFolder = (storeId: string) => inside(root, `parts/${storeId}`);

  return {
    direct: null,

    put: (name, bytes) =>
      guarded(async () => {
        await room();
        await keep(root, place(name), bytes);
      }),

    open: (name) =>
      guarded(async () => {
        const file = await orNull(open(place(name)));
        if (!file) return null;
        const { size } = await file.stat();
        return { size, body: createReadStream("", { fd: file, autoClose: true }) };
      }),

    size: (name) => guarded(async () => (await orNull(stat(place(name))))?.size ?? null),

    remove: (names) =>
      guarded(async () => {
        for (const name of names) {
          await orNull(unlink(place(name)));
          // Removes a picture's folder with its last file, but not shared parents, where another process may be about to write.
          if (name.split("/").length > 3) await rmdir(path.dirname(place(name))).catch(() => undefined);
        }
      }),

    startParts: () =>
      guarded(async () => {
        const storeId = randomUUID();
        await mkdir(partsFolder(storeId), { recursive: true });
        return storeId;
      }),

    takePart: (_name, storeId, part, bytes) =>
      guarded(async () => {
        const folder = partsFolder(storeId);
        if (!(await orNull(stat(folder)))) return null;
        await room();
        const etag = await digestOf(bytes);
        const before = await partFiles(folder);
        await keep(root, path.join(folder, `${part}-${etag}-${Date.now()}`), bytes);
        for (const older of before.filter((one) => one.part === part))
          await orNull(unlink(path.join(folder, older.file)));
        return `"${etag}"`;
      }),

    listParts: (_name, storeId) => guarded(() => listParts(partsFolder(storeId))),

    joinParts: (name, storeId, parts) =>
      guarded(async () => {
        await room();
        return joinParts(root, place(name), partsFolder(storeId), parts);
      }),

    dropParts: (_name, storeId) => guarded(() => rm(partsFolder(storeId), { recursive: true, force: true })),
  };
}

/** Object names come from this server, so one that leaves the folder is a bug. */
function inside(root: string, name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(name)) throw new Error(`${name} is no name of an object.`);
  return path.join(root, name);
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);

/** Maps ENOENT to null. */
async function orNull<Result>(task: Promise<Result>): Promise<Result | null> {
  try {
    return await task;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

async function guarded<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(error))) throw new StoreFull(error);
    if (["EACCES", "EROFS", "EIO", "EMFILE", "ENFILE"].includes(codeOf(error)))
      throw new StoreUnavailable(`The folder of pictures can't be used (${codeOf(error)}).`, error);
    throw error;
  }
}

/** Moves a file in, or writes a buffer. */
async function keep(root: string, target: string, bytes: Incoming): Promise<void> {
  if (Buffer.isBuffer(bytes)) return writeWhole(root, target, (file) => fill(file, bytes));
  await mkdir(path.dirname(target), { recursive: true });
  if (await movedInto(bytes.file, target)) return syncFolder(path.dirname(target));
  await writeWhole(root, target, (file) => fill(file, bytes));
}

/** Writes, flushes and renames; removes the temporary file after any failure. */
async function writeWhole(root: string, target: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const draft = path.join(root, UNFINISHED, randomUUID());
  await mkdir(path.dirname(target), { recursive: true });
  await mkdir(path.dirname(draft), { recursive: true });
  try {
    const file = await open(draft, "wx");
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** False when the file is on another disk. */
async function movedInto(file: string, target: string): Promise<boolean> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await rename(file, target);
    return true;
  } catch (error) {
    if (codeOf(error) === "EXDEV") return false;
    throw error;
  }
}

/** Without it a power cut may lose the new name. Some systems cannot flush folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function fill(file: FileHandle, bytes: Incoming): Promise<void> {
  if (Buffer.isBuffer(bytes)) return file.writeFile(bytes);
  for await (const chunk of createReadStream(bytes.file)) await file.writeFile(chunk as Buffer);
}

async function digestOf(bytes: Incoming): Promise<string> {
  const hash = createHash("md5");
  if (Buffer.isBuffer(bytes)) return hash.update(bytes).digest("hex");
  for await (const chunk of createReadStream(bytes.file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

type PartFile = { file: string; part: number; etag: string; at: number };

/** The newest file of each part, in order of the parts. */
async function partFiles(folder: string): Promise<PartFile[]> {
  const found = (await readdir(folder)).flatMap((file): PartFile[] => {
    const [, part, etag, at] = /^(\d+)-([0-9a-f]{32})-(\d+)$/.exec(file) ?? [];
    return part && etag ? [{ file, part: Number(part), etag, at: Number(at) }] : [];
  });
  const newest = new Map<number, PartFile>();
  for (const one of found) if (one.at >= (newest.get(one.part)?.at ?? 0)) newest.set(one.part, one);
  return [...newest.values()].sort((a, b) => a.part - b.part);
}

async function listParts(folder: string): Promise<StoredPart[] | null> {
  const files = await orNull(partFiles(folder));
  if (!files) return null;
  return Promise.all(
    files.map(async ({ file, part, etag }) => {
      const { size } = await stat(path.join(folder, file));
      return { PartNumber: part, Size: size, ETag: `"${etag}"` };
    }),
  );
}

async function joinParts(root: string, target: string, folder: string, parts: readonly NamedPart[]): Promise<boolean> {
  const files = await orNull(partFiles(folder));
  if (!files) return false;
  const sources = parts.map(({ PartNumber }) => files.find(({ part }) => part === PartNumber)?.file);
  if (sources.includes(undefined)) throw new Error("A part to be joined is not there.");
  const write = async (file: FileHandle) => {
    for (const source of sources) await fill(file, { file: path.join(folder, source!) });
  };
  await writeWhole(root, target, write);
  await rm(folder, { recursive: true, force: true });
  return true;
}
