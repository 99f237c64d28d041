// Downloads the export of an account, and unpacks it by another program.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { TestPerson } from "./people.ts";

export type Exported = {
  /** Of all files, with their folders. */
  names: string[];
  place: string;
  read: (name: string) => Buffer;
};

/** Downloads the export of a user over REST and unpacks it in a new folder within `folder`. */
export async function exportedTo(folder: string, url: string, { id, headers }: TestPerson): Promise<Exported> {
  const answer = await fetch(`${url}/api/account/export`, { headers });
  expect(answer.status).toBe(200);
  return unpacked(folder, id, Buffer.from(await answer.arrayBuffer()));
}

/** Unpacks the zip of the user `id`. */
export function unpacked(folder: string, id: string, zip: Buffer): Exported {
  const place = path.join(folder, id);
  writeFileSync(`${place}.zip`, zip);
  execFileSync("unzip", ["-q", "-d", place, `${place}.zip`]);
  const names = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."));
  return { names, place, read: (name) => readFileSync(path.join(place, name)) };
}
