// A secret of this installation in a file that only its user can read. The first start writes it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { StartError } from "./start-error.ts";

type KeptSecret<Secret> = {
  /** The content of a new file. */
  make(): unknown;
  /** Null for a content that is no secret of this kind. */
  read(content: unknown): Secret | null;
  /** What the operator can do about an unreadable file. */
  advice: string;
};

/** @throws StartError for an unreadable file */
export function keptSecret<Secret>(file: string, { make, read, advice }: KeptSecret<Secret>): Secret {
  if (!existsSync(file)) {
    // Two concurrent starts make one secret: the first to write the file wins.
    try {
      writeFileSync(file, JSON.stringify(make()), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  const secret = read(contentOf(file));
  if (secret === null) throw new StartError(`${file} cannot be read. ${advice}`);
  return secret;
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    return null;
  }
}
