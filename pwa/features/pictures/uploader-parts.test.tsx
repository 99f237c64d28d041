// @vitest-environment happy-dom
// Tests how the uploader's library sends a file in parts: their size, and which it retries.
import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const MiB = 1024 * 1024;

/** The result of each attempt, in order; the last one repeats. */
let becomes: (() => Promise<{ ETag: string }>)[];
/** Size of each attempted part. */
let tried: number[];

const fine = () => Promise.resolve({ ETag: "e" });
const fails =
  (status: number, words = "Non 2xx") =>
  () =>
    Promise.reject(Object.assign(new Error(words), { source: { status } }));

beforeEach(() => {
  vi.useFakeTimers();
  becomes = [fine];
  tried = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function send(size: number) {
  const uppy = new Uppy({ logger: { debug: () => undefined, warn: () => undefined, error: () => undefined } });
  (uppy as unknown as { use(plugin: unknown, options: object): void }).use(AwsS3, {
    shouldUseMultipart: true,
    createMultipartUpload: () => Promise.resolve({ uploadId: "u", key: "k" }),
    listParts: () => Promise.resolve([]),
    signPart: () => Promise.resolve({ url: "https://rent.test/part" }),
    completeMultipartUpload: () => Promise.resolve({ location: "https://rent.test/objects/1" }),
    abortMultipartUpload: () => Promise.resolve({}),
    uploadPartBytes: ({ body }: { body: { size: number } }) => {
      tried.push(body.size);
      const next = becomes.length > 1 ? becomes.shift() : becomes[0];
      return next?.();
    },
  });
  const data = { size, type: "image/png", slice: (from: number, to: number) => ({ size: to - from }) };
  uppy.addFile({ name: "ramp.png", type: "image/png", data });
  const end = uppy.upload().then((result) => ({ sent: result?.successful?.length, failed: result?.failed?.length }));
  return { uppy, end };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("parts", () => {
  it("[S327] are at least 5 MiB, and never more than 10000", async () => {
    const { end } = send(12 * MiB);
    await pass(10);
    expect(await end).toEqual({ sent: 1, failed: 0 });
    expect(tried).toEqual([5 * MiB, 5 * MiB, 2 * MiB]);

    tried = [];
    const never = () => new Promise<never>(() => undefined);
    becomes = [never];
    const { uppy } = send(100_000 * MiB);
    await pass(10);
    expect(tried[0]).toBe(10 * MiB);
    uppy.cancelAll();
  });

  it("[S328] are retried after 0, 1000, 3000 and 5000 ms when they fail, then no more", async () => {
    becomes = [fails(503)];
    const { end } = send(6 * MiB);
    const at = async (ms: number) => {
      await pass(ms);
      return tried.filter((size) => size === 5 * MiB).length;
    };
    expect(await at(10)).toBe(2);
    expect(await at(1_000)).toBe(3);
    expect(await at(3_000)).toBe(4);
    expect(await at(5_000)).toBe(5);
    expect(await at(60_000)).toBe(5);
    expect(await end).toEqual({ sent: 0, failed: 1 });
  });

  it("[S302] are not retried when refused, unless their address has expired", async () => {
    becomes = [fails(404)];
    const refused = send(5 * MiB + 1);
    await pass(20_000);
    expect(await refused.end).toEqual({ sent: 0, failed: 1 });
    expect(tried.filter((size) => size === 5 * MiB)).toHaveLength(1);

    tried = [];
    becomes = [fails(403, "Request has expired"), fine];
    const expired = send(5 * MiB + 1);
    await pass(20_000);
    expect(await expired.end).toEqual({ sent: 1, failed: 0 });
  });

  it("[S304] wait after too many requests, and while offline", async () => {
    becomes = [fails(429), fine];
    const slowed = send(5 * MiB + 1);
    await pass(20_000);
    expect(await slowed.end).toEqual({ sent: 1, failed: 0 });

    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    tried = [];
    becomes = [fails(500), fine];
    const cut = send(5 * MiB + 1);
    await pass(60_000);
    const before = tried.length;
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await pass(20_000);
    expect(await cut.end).toEqual({ sent: 1, failed: 0 });
    expect(tried.length).toBeGreaterThan(before);
  });
});

describe("the bytes of a part", () => {
  /** The network's response. */
  let response: { status: number; headers: string } | "cut";
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = "";
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    getAllResponseHeaders = () => (response === "cut" ? "" : response.headers);
    send(): void {
      if (response !== "cut") this.status = response.status;
      this.dispatchEvent(new Event(response === "cut" ? "error" : "load"));
    }
  }
  const put = () => {
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
    const { uploadPartBytes } = AwsS3 as unknown as { uploadPartBytes(part: object): Promise<{ ETag: string }> };
    return uploadPartBytes({ signature: { url: "https://rent.test/part" }, body: { size: 1 } });
  };

  it("[S308] say Non 2xx or Unknown error, and what a missing ETag points to", async () => {
    response = { status: 500, headers: "" };
    await expect(put()).rejects.toThrow("Non 2xx");
    response = "cut";
    await expect(put()).rejects.toThrow("Unknown error");
    response = { status: 200, headers: "etag: e-1" };
    expect(await put()).toMatchObject({ ETag: "e-1" });
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    response = { status: 200, headers: "" };
    void put();
    expect(String(said.mock.calls[0]?.[0])).toMatch(/Could not read the ETag header.*CORS/);
  });
});
