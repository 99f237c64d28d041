// @vitest-environment happy-dom
// Tests the parts of the specification that the uploader's library implements, so that a breaking update fails.
import AwsS3 from "@uppy/aws-s3";
import { RequestClient } from "@uppy/companion-client";
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const MiB = 1024 * 1024;
type Options = Record<string, unknown> & { shouldUseMultipart(file: { size: number }): boolean };
type Aws = {
  opts: Options;
  signPart(file: object, part: object): Promise<unknown>;
  createMultipartUpload(file: object): Promise<unknown>;
  createSignedURL(file: object, options: object): Promise<{ expires: number; url: string }>;
};
/** Adds a plugin without checking the types of its options. */
const using = (uppy: Uppy, plugin: unknown, options: object) =>
  (uppy as unknown as { use(plugin: unknown, options: object): Uppy }).use(plugin, options);
const awsWith = (options: object): Aws => {
  const uppy = using(new Uppy(), AwsS3, options);
  return uppy.getPlugin("AwsS3Multipart") as unknown as Aws;
};
const picture = { id: "one", name: "ramp.png", type: "image/png", meta: { name: "ramp.png", type: "image/png" } };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("uploads in parts", () => {
  it("[S326] begin above 100 MiB, six requests at a time, with four tries a part", () => {
    const { opts } = awsWith({ endpoint: "https://rent.test" });
    expect(opts.shouldUseMultipart({ size: 100 * MiB })).toBe(false);
    expect(opts.shouldUseMultipart({ size: 100 * MiB + 1 })).toBe(true);
    expect(opts["limit"]).toBe(6);
    expect(opts["retryDelays"]).toEqual([0, 1000, 3000, 5000]);
  });

  it("[S305] need an endpoint, and a key, an upload and a part to sign", () => {
    expect(() => awsWith({}).createMultipartUpload(picture)).toThrow(/^Expected a `endpoint` option/);
    const sign = () => awsWith({ endpoint: "https://rent.test" }).signPart(picture, { key: "k", partNumber: 1 });
    expect(sign).toThrow("Cannot sign without a key, an uploadId, and a partNumber");
  });

  it("[S330] sign an address for 604800 s where the credentials name no end", async () => {
    const credentials = { AccessKeyId: "id", SecretAccessKey: "secret", SessionToken: "token" };
    const getTemporarySecurityCredentials = () => ({ credentials, bucket: "pictures", region: "us-east-1" });
    const { expires, url } = await awsWith({ getTemporarySecurityCredentials }).createSignedURL(picture, {});
    expect(expires).toBe(604_800);
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("604800");
  });
});

describe("the dashboard", () => {
  it("[S309] is 750 by 550 with thumbnails 280 wide, opens and closes slowly, and has its words", () => {
    const host = document.createElement("div");
    document.body.append(host);
    const uppy = using(new Uppy(), Dashboard, { target: host });
    const { opts, i18n } = uppy.getPlugin("Dashboard") as unknown as {
      opts: Record<string, unknown>;
      i18n: (name: string) => string;
    };
    expect([opts["width"], opts["height"], opts["thumbnailWidth"], opts["animateOpenClose"]]).toEqual([
      750,
      550,
      280,
      true,
    ]);
    expect(["uploadComplete", "uploadFailed", "sessionRestored"].map(i18n)).toEqual([
      "Upload complete",
      "Upload failed",
      "Session restored",
    ]);
    expect(uppy.i18n("noInternetConnection")).toBe("No Internet connection");
    expect(uppy.i18n("noMoreFilesAllowed")).toBe("Cannot add more files");
    uppy.destroy();
    host.remove();
  });
});

describe("pictures from other services", () => {
  let answers: Response[];
  let requests: { url: string; body: unknown }[];
  let sockets: FakeSocket[];

  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    readonly OPEN = 1;
    readyState = 1;
    readonly sent: string[] = [];
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push((JSON.parse(text) as { action: string }).action);
    }
    close(): void {
      this.readyState = 3;
      this.dispatchEvent(new Event("close"));
    }
    says(action: string, payload: object): void {
      this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify({ action, payload }) }));
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    answers = [];
    requests = [];
    sockets = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", async (url: string, init: { body?: string }) => {
      requests.push({ url, body: init.body ? JSON.parse(init.body) : undefined });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (!answer) throw new TypeError("Failed to fetch");
      return answer.clone();
    });
  });

  const says = (status: number, body: object, statusText = "") => Response.json(body, { status, statusText });

  /** Requests one picture of a remote service and records the events. */
  function remote() {
    const uppy = new Uppy();
    uppy.setState({
      capabilities: { resumableUploads: true, individualCancellation: true, uploadProgress: true },
    });
    const companionUrl = "https://rent.test/companion";
    const id = uppy.addFile({
      ...{ name: "ramp.png", type: "image/png", data: { size: 10 }, isRemote: true },
      remote: {
        companionUrl,
        url: `${companionUrl}/drive/get/1`,
        body: { fileId: "1" },
        provider: "drive",
        requestClientId: "drive",
      },
    } as never);
    const client = new RequestClient(uppy as never, { companionUrl, pluginId: "drive", provider: "drive" });
    const queue = {
      wrapPromiseFunction:
        (run: (...args: unknown[]) => Promise<unknown>) =>
        (...args: unknown[]) =>
          abortable(run(...args)),
    };
    const done = client.uploadRemoteFile(
      uppy.getFile(id) as never,
      { protocol: "s3-multipart" },
      {
        signal: new AbortController().signal,
        getQueue: () => queue,
      },
    );
    const end = done.then(
      () => "done",
      (error: Error) => error,
    );
    return { uppy, end };
  }
  const abortable = (promise: Promise<unknown>) => Object.assign(promise, { abortOn: () => promise });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it("[S281] get a token, and a socket that reports progress and success", async () => {
    answers = [says(200, { token: "t-1" })];
    const { uppy, end } = remote();
    const seen: string[] = [];
    uppy.on("upload-progress", (_, progress) => seen.push(`progress ${progress.bytesUploaded}`));
    uppy.on("upload-success", (_, answer) => seen.push(`success ${answer.uploadURL}`));
    await settle();
    expect(requests).toEqual([
      { url: "https://rent.test/companion/drive/get/1", body: { fileId: "1", protocol: "s3-multipart" } },
    ]);
    expect(sockets.map(({ url }) => url)).toEqual(["wss://rent.test/companion/api/t-1"]);
    sockets[0]?.says("progress", { progress: 50, bytesUploaded: 5, bytesTotal: 10 });
    sockets[0]?.says("success", { url: "https://rent.test/objects/1" });
    expect(await end).toBe("done");
    expect(seen).toEqual(["progress 5", "success https://rent.test/objects/1"]);
  });

  it("[S283] receive pause, resume and end", async () => {
    answers = [says(200, { token: "t-1" })];
    const { uppy, end } = remote();
    await settle();
    uppy.emit("pause-all");
    uppy.emit("resume-all");
    uppy.emit("cancel-all");
    expect(await end).toBe("done");
    expect(sockets[0]?.sent).toEqual(["pause", "resume", "cancel"]);
  });

  it("[S300] show the error of the service", async () => {
    answers = [says(401, {})];
    expect(await remote().end).toMatchObject({ message: "Authorization required" });
    answers = [says(422, { message: "This file has no preview." })];
    const { end } = remote();
    await settle(3_600_000);
    expect(String(await end)).toContain("This file has no preview.");
    answers = [says(501, { requestId: "r-7", message: "No." }, "Not Implemented")];
    expect(String(await remote().end)).toContain(
      "Failed request with status: 501. Not Implemented message: No. request-Id: r-7",
    );
  });

  it.each([
    [408, true],
    [409, true],
    [418, true],
    [423, true],
    [429, true],
    [500, true],
    [503, true],
    [501, false],
    [505, false],
    [404, false],
  ])("[S301] after a %i retry: %s", async (status, isRetried) => {
    answers = [says(status, {}), says(200, { token: "t-1" })];
    remote().end.catch(() => undefined);
    await settle(3_000);
    expect(requests.length).toBe(isRetried ? 2 : 1);
  });

  it("[S329] retry at most ten times", async () => {
    answers = [says(503, {})];
    const { end } = remote();
    await settle(3_600_000);
    expect(String(await end)).toContain("Failed request with status: 503");
    expect(requests).toHaveLength(11);
  });

  const logOf = (uppy: Uppy) => {
    const log = vi.spyOn(uppy, "log");
    return () => log.mock.calls.map(([text]) => String(text)).join("\n");
  };

  it("[S306] restart when a socket is silent for five minutes", async () => {
    answers = [says(200, { token: "t-1" })];
    const { uppy } = remote();
    const logged = logOf(uppy);
    await settle(5 * 60_000 - 1);
    expect([requests.length, logged()]).toEqual([1, expect.not.stringContaining("Timeout")]);
    await settle(3_000);
    expect(logged()).toContain("Timeout waiting for message from Companion socket");
    expect(requests).toHaveLength(2);
    uppy.cancelAll();
  });

  it("[S307] reopen a closed socket with the same token", async () => {
    answers = [says(200, { token: "t-1" })];
    const { uppy } = remote();
    await settle();
    for (let closes = 1; closes <= 3; closes++) {
      sockets.at(-1)?.close();
      await settle(20_000);
      expect(sockets).toHaveLength(closes + 1);
    }
    expect(new Set(sockets.map(({ url }) => url)).size).toBe(1);
    expect(requests).toHaveLength(1);
    uppy.cancelAll();
  });
});
