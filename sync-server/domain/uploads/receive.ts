// Bytes from a client go to a file first, with a hard limit: what is cut off in the middle is gone, what is too large stops at once.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "../../../shared/kit/errors.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { StoreFull } from "./store.ts";

export type Received = {
  file: string;
  size: number;
  /** MD5 in hexadecimal, as an ETag has it. */
  digest: string;
  /** Removes the file, if nobody took it over. */
  discard(): Promise<void>;
};

const OLD_MS = 3_600_000;

/** @throws DomainError too-large */
export function refuseTooLarge(): never {
  throw new DomainError("too-large", { message: "This picture is larger than 10 MB. Choose a smaller one." });
}

/**
 * Writes a body of at most so many bytes to a new file in `folder`.
 * @throws DomainError too-large; StoreFull; whatever the body ends with
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

/** Removes what processes that died left in the folder. */
export async function removeAbandoned(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const name of files) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - OLD_MS) await rm(file, { force: true });
  }
}
