import { describe, expect, it } from "vitest";
import { MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { PartsError, sendInOrder, type NamedPart, type PartsCalls } from "./http-parts.ts";
import { httpPictures } from "./http-pictures.ts";

const upload = { uploadId: "u1", key: "incoming/u1" };
const data = new Blob([new Uint8Array(2 * MIN_PART_BYTES + 3)], { type: "image/png" });
const { signal: removed } = new AbortController();

/** A server of parts that records the calls, with the parts it has already. */
function partsServer(stored: NamedPart[] = [], failAt = 0) {
  const calls: string[] = [];
  const server: PartsCalls = {
    list: () => Promise.resolve(stored),
    sign(part) {
      calls.push(`sign ${part}`);
      return Promise.resolve({ url: `/part/${part}` });
    },
    put({ url }, body, signal) {
      expect(signal).toBe(removed);
      calls.push(`put ${url} ${body.size}`);
      if (url.endsWith(String(failAt))) return Promise.reject(new PartsError({ status: 503, text: "" }));
      return Promise.resolve(`etag ${url}`);
    },
    complete(parts) {
      calls.push(`complete ${parts.map(({ PartNumber, ETag }) => `${PartNumber}=${ETag}`).join(" ")}`);
      return Promise.resolve("/address");
    },
  };
  return { server, calls };
}

describe("sendInOrder", () => {
  it("sends parts of the smallest size one after the other, reports the progress and completes them", async () => {
    const { server, calls } = partsServer();
    const progress: number[] = [];
    expect(await sendInOrder(server, upload, data, (part) => progress.push(part), removed)).toBe("/address");
    expect(calls).toEqual([
      "sign 1",
      `put /part/1 ${MIN_PART_BYTES}`,
      "sign 2",
      `put /part/2 ${MIN_PART_BYTES}`,
      "sign 3",
      "put /part/3 3",
      "complete 1=etag /part/1 2=etag /part/2 3=etag /part/3",
    ]);
    expect(progress).toEqual([MIN_PART_BYTES / data.size, (2 * MIN_PART_BYTES) / data.size, 1]);
  });

  it("sends only the parts that the server lacks", async () => {
    const { server, calls } = partsServer([
      { PartNumber: 3, ETag: "three" },
      { PartNumber: 1, ETag: "one" },
    ]);
    await sendInOrder(server, upload, data, () => undefined, removed);
    expect(calls).toEqual(["sign 2", `put /part/2 ${MIN_PART_BYTES}`, "complete 1=one 2=etag /part/2 3=three"]);
  });

  it("stops at a part that fails, and completes nothing", async () => {
    const { server, calls } = partsServer([], 2);
    await expect(sendInOrder(server, upload, data, () => undefined, removed)).rejects.toThrow(PartsError);
    expect(calls.at(-1)).toBe(`put /part/2 ${MIN_PART_BYTES}`);
  });
});

describe("the multipart calls", () => {
  const answering = (...answers: Response[]) => {
    const asked: string[] = [];
    const port = httpPictures({
      fetch: (path, init) => {
        asked.push(`${init?.method} ${path as string}`);
        return Promise.resolve(answers.shift() ?? Response.error());
      },
    });
    return { port, asked };
  };

  it("open an upload, send its part and give the address for the claim", async () => {
    const { port, asked } = answering(
      Response.json(upload),
      Response.json([]),
      Response.json({ url: "https://store/1" }),
      new Response(null, { headers: { ETag: '"1"' } }),
      Response.json({ location: "/api/objects/upload/u1" }),
    );
    const parts = port.parts?.("picture");
    expect(await parts?.open(data)).toEqual(upload);
    const small = data.slice(0, 3);
    expect(await parts?.send(upload, small, () => undefined, removed)).toEqual({ address: "/api/objects/upload/u1" });
    expect(asked).toEqual([
      "POST /s3/multipart",
      "GET /s3/multipart/u1?key=incoming%2Fu1",
      "GET /s3/multipart/u1/1?key=incoming%2Fu1",
      "PUT https://store/1",
      "POST /s3/multipart/u1/complete?key=incoming%2Fu1",
    ]);
  });

  it("need a new upload when the parts do not fit, and return a refusal of the picture", async () => {
    const answer = (body: object, status: number) => answering(Response.json(body, { status })).port.parts?.("picture");
    const send = (body: object, status: number) => answer(body, status)?.send(upload, data, () => undefined, removed);
    expect(await send({ error: "No.", code: "invalid-part" }, 400)).toBe("spent");
    expect(await send({}, 404)).toBe("spent");
    const refusal = { error: "Up to 10 MB.", code: "too-large" };
    expect(await send(refusal, 413)).toEqual({ code: "too-large", message: "Up to 10 MB." });
    await expect(send({}, 429)).rejects.toThrow("429");
  });

  it.each([200, 403, 404])("count an upload as aborted after %i", async (status) => {
    const { port, asked } = answering(Response.json({}, { status }));
    await port.abort?.(upload);
    expect(asked).toEqual(["DELETE /s3/multipart/u1?key=incoming%2Fu1"]);
  });

  it.each([401, 429, 500, 503])("abort again later after %i", async (status) => {
    await expect(answering(Response.json({}, { status })).port.abort?.(upload)).rejects.toThrow(String(status));
  });
});
