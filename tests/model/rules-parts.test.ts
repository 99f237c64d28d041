// Pictures sent in parts: an upload continues where it was, and a removed picture leaves no parts on the server.
import { expect, test } from "vitest";
import { PictureUploadError } from "../../pwa/device/sync/picture-upload.ts";
import type { PartsUpload, PicturePort } from "../../pwa/device/sync/ports.ts";
import { MemoryStore } from "./memory-store.ts";
import { anEngine, aPhone, settled } from "./one-engine.ts";

const large = () => new Blob([new Uint8Array(5_242_881)], { type: "image/png" });

type Step = "open" | "send" | "abort" | "claim";

/** A fake server of multipart uploads, with faults that a test sets. */
class PartsServer implements PicturePort {
  readonly calls: string[] = [];
  /** Uploads with parts. */
  readonly uploads = new Set<string>();
  objects = 0;
  /** Called before each step; throws, waits, or returns another answer. */
  trouble: (step: Step, removed?: AbortSignal) => Promise<"spent" | undefined> | "spent" | undefined = () => undefined;
  private count = 0;

  parts() {
    return {
      open: async () => {
        const uploadId = `u${++this.count}`;
        this.uploads.add(uploadId);
        this.calls.push(`open ${uploadId}`);
        await this.trouble("open");
        return { uploadId, key: "k" };
      },
      send: async ({ uploadId }: PartsUpload, _: Blob, __: unknown, removed: AbortSignal) => {
        this.calls.push(`send ${uploadId}`);
        return (await this.trouble("send", removed)) ?? { address: `/put/${uploadId}` };
      },
    };
  }
  async abort({ uploadId }: PartsUpload) {
    this.calls.push(`abort ${uploadId}`);
    await this.trouble("abort");
    this.uploads.delete(uploadId);
  }
  async claim(address: string) {
    this.calls.push(`claim ${address}`);
    const instead = await this.trouble("claim");
    if (instead) return instead;
    this.uploads.delete(address.slice(5));
    return { path: `/objects/${++this.objects}` };
  }
  address = () => Promise.reject(new Error("A large picture needs no address."));
  put = () => Promise.reject(new Error("A large picture is sent in parts."));
}

function cut(): never {
  throw new Error("no answer");
}

/** Rejects once the picture is removed, as a cancelled request does. */
const untilRemoved = (removed?: AbortSignal) =>
  new Promise<never>((_, reject) => removed?.addEventListener("abort", () => reject(new Error("cancelled"))));

test("[R21] a cut upload continues where it was, an expired one starts again, and the picture exists once", async () => {
  const server = new PartsServer();
  server.trouble = (step) => (step === "send" ? cut() : undefined);
  const phone = await aPhone({}, { pictures: server });
  await phone.engine.pictures.add(large());
  await phone.isQuiet();
  expect(server.calls).toEqual(["open u1", "send u1"]);
  const answers = ["spent" as const];
  server.trouble = (step) => (step === "send" ? answers.shift() : undefined);
  await phone.engine.pictures.upload(true);
  expect(server.calls.slice(2)).toEqual(["send u1", "open u2", "send u2", "claim /put/u2", "abort u1"]);
  expect((await phone.engine.pictures.all()).map(({ data, path }) => [data, path])).toEqual([[null, "/objects/1"]]);
  expect([...server.uploads]).toEqual([]);
});

test("[R21] a picture removed in mid-upload ends its requests, and the server keeps no parts", async () => {
  const server = new PartsServer();
  server.trouble = (step, removed) => (step === "send" ? untilRemoved(removed) : undefined);
  const phone = await aPhone({}, { pictures: server });
  const mark = await phone.engine.pictures.add(large());
  await phone.isQuiet();
  expect([...server.uploads]).toEqual(["u1"]);
  await phone.engine.pictures.drop([mark]);
  await phone.isQuiet();
  expect(server.calls).toEqual(["open u1", "send u1", "abort u1"]);
  expect(phone.disk.pictures.size).toBe(0);
});

test("[R21] a picture removed offline is aborted after a restart of the app, and no form sees it meanwhile", async () => {
  const server = new PartsServer();
  server.trouble = cut;
  const phone = await aPhone({}, { pictures: server });
  server.trouble = (step) => (step === "open" ? undefined : cut());
  const mark = await phone.engine.pictures.add(large());
  await phone.isQuiet();
  await phone.engine.pictures.drop([mark]);
  await phone.isQuiet();
  expect(await phone.engine.pictures.all()).toEqual([]);
  expect([...server.uploads]).toEqual(["u1"]);
  phone.engine.stop();

  server.trouble = () => undefined;
  server.calls.length = 0;
  const reopened = anEngine(new MemoryStore(phone.disk), { pictures: server });
  await reopened.engine.start();
  await settled();
  expect(server.calls).toEqual(["abort u1"]);
  expect([server.uploads.size, phone.disk.pictures.size]).toEqual([0, 0]);
});

test("[R21] a picture removed while the server opens its upload is aborted too", async () => {
  const server = new PartsServer();
  const phone = await aPhone({}, { pictures: server });
  let mark = "";
  server.trouble = async (step) => {
    if (step === "open") await phone.engine.pictures.drop([mark]);
    return undefined;
  };
  mark = await phone.engine.pictures.add(large());
  await phone.isQuiet();
  expect(server.calls).toEqual(["open u1", "abort u1"]);
  expect([server.uploads.size, phone.disk.pictures.size]).toEqual([0, 0]);
});

test("[R21] a picture removed between its bytes and its claim is aborted", async () => {
  const server = new PartsServer();
  server.trouble = (step) => (step === "claim" ? cut() : undefined);
  const phone = await aPhone({}, { pictures: server });
  const mark = await phone.engine.pictures.add(large());
  await phone.isQuiet();
  await phone.engine.pictures.drop([mark]);
  await phone.isQuiet();
  expect(server.calls.at(-1)).toBe("abort u1");
  expect([server.objects, server.uploads.size, phone.disk.pictures.size]).toEqual([0, 0, 0]);
});

test("[R18] an abort that fails blocks no other picture", async () => {
  const server = new PartsServer();
  server.trouble = (step) => (step === "open" ? undefined : cut());
  const phone = await aPhone({}, { pictures: server });
  const mark = await phone.engine.pictures.add(large());
  await phone.isQuiet();
  server.trouble = (step) => {
    if (step === "abort") throw new PictureUploadError(false);
    return undefined;
  };
  await phone.engine.pictures.drop([mark]);
  await phone.engine.pictures.add(large());
  await phone.isQuiet();
  expect(server.objects).toBe(1);
  expect([...server.uploads]).toEqual(["u1"]);
});

test("[R21] Try again after a refusal continues the same upload", async () => {
  const server = new PartsServer();
  server.trouble = (step) => {
    if (step === "send") throw new PictureUploadError(true);
    return undefined;
  };
  const phone = await aPhone({}, { pictures: server });
  const mark = await phone.engine.pictures.add(large());
  for (let tries = 0; tries < 8; tries++) await phone.engine.pictures.upload(true);
  expect((await phone.engine.pictures.all())[0]?.refusal?.code).toBe("internal");
  server.trouble = () => undefined;
  server.calls.length = 0;
  await phone.engine.pictures.retry(mark);
  await settled();
  expect(server.calls).toEqual(["send u1", "claim /put/u1"]);
});
