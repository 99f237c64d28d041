import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { receive, removeAbandoned } from "./receive.ts";

const folder = path.join(mkdtempSync(path.join(tmpdir(), "tailhour-receive-")), "unfinished");
afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const body = (...chunks: Buffer[]) => Readable.from(chunks) as AsyncIterable<Buffer>;

describe("received bytes", () => {
  it("are in a file until it is moved or discarded", async () => {
    const received = await receive(folder, body(Buffer.from("one "), Buffer.from("two")));
    expect(readFileSync(received.file, "utf8")).toBe("one two");
    expect([received.size, received.digest]).toEqual([7, createHash("md5").update("one two").digest("hex")]);
    await received.discard();
    await received.discard();
    expect(existsSync(received.file)).toBe(false);
  });

  it("[S217] may be exactly ten megabytes, not more", async () => {
    const whole = await receive(folder, body(Buffer.alloc(10_485_760)));
    expect(whole.size).toBe(10_485_760);
    await whole.discard();
    const oneMore = body(Buffer.alloc(10_485_760), Buffer.alloc(1));
    await expect(receive(folder, oneMore)).rejects.toMatchObject({ code: "too-large" });
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked += 1;
        yield await Promise.resolve(Buffer.alloc(1_000_000));
      }
    }
    await expect(receive(folder, endless())).rejects.toMatchObject({ code: "too-large" });
    expect(asked).toBe(11);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leave no file after an interrupted body", async () => {
    async function* broken() {
      yield await Promise.resolve(Buffer.from("half"));
      throw new Error("aborted");
    }
    await expect(receive(folder, broken())).rejects.toThrow("aborted");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are removed an hour after their process died", async () => {
    const [old, young] = [path.join(folder, "old"), path.join(folder, "young")];
    writeFileSync(old, "x");
    writeFileSync(young, "x");
    const before = Date.now() / 1000 - 3601;
    utimesSync(old, before, before);
    await removeAbandoned(folder);
    expect(readdirSync(folder)).toEqual(["young"]);
    await removeAbandoned(path.join(folder, "not-there"));
  });
});
