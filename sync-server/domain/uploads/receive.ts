// Receives bytes into a file with a hard limit. Interrupted bodies leave nothing; too large ones stop at once.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "../../../shared/kit/errors.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { StoreFull } from "./store.ts";

export type Received = {
  file: string;
  size: number;
  /** MD5 in hexadecimal, as in an ETag. */
  digest: string;
  /** Removes the file, unless it was moved. */
  discard(): Promise<void>;
};

const OLD_MS = 3_600_000;

/** @throws DomainError too-large */
export function refuseTooLarge(): never {
  throw new DomainError("too-large", { message: "This picture is larger than 10 MB. Choose a smaller one." });
}

/**
 * Writes a body of at most `most` bytes to a new file in `folder`.
 * @throws DomainError too-large; StoreFull; errors of the body
 */
export async function receive(
  folder: string,
  body: AsyncIterable<Buffer>,
  most: number = MAX_PICTURE_BYTES,
): Promise<Received> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  const discard = () => rm(file, { force: true });
  const hash = createHash("md5");
  let size = 0;
  try {
    const handle = await open(file, "wx");
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > most) refuseTooLarge();
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    await discard();
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ENOSPC" || code === "EDQUOT" ? new StoreFull(error) : error;
  }
  return { file, size, digest: hash.digest("hex"), discard };
}

/** Removes files of processes that died. */
export async function removeAbandoned(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const name of files) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - OLD_MS) await rm(file, { force: true });
  }
}
