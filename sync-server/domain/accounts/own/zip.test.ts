import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { zipOf, type ZipFile } from "./zip.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* given(files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}
async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
async function written(files: AsyncIterable<ZipFile>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of zipOf(files)) parts.push(part);
  const file = path.join(folder, `${parts.length}.zip`);
  writeFileSync(file, Buffer.concat(parts));
  return file;
}

describe("a streamed zip", () => {
  it("[S1094] is read by another program: packed, stored and empty files", async () => {
    const file = await written(
      given([
        { name: "a.json", bytes: chunks("hello ".repeat(5000), "end") },
        { name: "pictures/one.jpeg", bytes: chunks("raw"), isStored: true },
        { name: "empty.json", bytes: chunks() },
      ]),
    );
    expect(execFileSync("unzip", ["-t", file]).toString()).toContain("No errors detected");
    expect(execFileSync("unzip", ["-p", file, "a.json"]).toString()).toBe(`${"hello ".repeat(5000)}end`);
    expect(execFileSync("unzip", ["-p", file, "pictures/*"]).toString()).toBe("raw");
    expect(execFileSync("unzip", ["-Z1", file]).toString()).toBe("a.json\npictures/one.jpeg\nempty.json\n");
  });

  it("may have more than 65,535 files", async () => {
    async function* many(): AsyncGenerator<ZipFile> {
      for (let n = 0; n < 66_000; n++) yield { name: `${n}`, bytes: chunks(), isStored: true };
    }
    const file = await written(many());
    expect(execFileSync("unzip", ["-Z", "-h", file]).toString()).toContain("number of entries: 66000");
  });

  it("reads nothing before it is asked for, and ends its source when its reader leaves", async () => {
    const seen: string[] = [];
    async function* watched(): AsyncGenerator<Buffer> {
      try {
        for (let n = 0; ; n++) {
          seen.push(`read ${n}`);
          yield Buffer.alloc(1000);
        }
      } finally {
        seen.push("closed");
      }
    }
    const zip = zipOf(given([{ name: "endless", bytes: watched(), isStored: true }]));
    await zip.next();
    expect(seen).toEqual([]);
    await zip.next();
    await zip.return(undefined);
    expect(seen).toEqual(["read 0", "closed"]);
  });

  it("passes a fault of a source on", async () => {
    async function* faulty(): AsyncGenerator<Buffer> {
      yield Buffer.from("a");
      throw new Error("the source failed");
    }
    await expect(written(given([{ name: "a", bytes: faulty() }]))).rejects.toThrow("the source failed");
  });
});
