// Sends a picture's parts with Uppy's S3 multipart client: side by side, with its retries and the progress of the bytes.
import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";
import { PartsError, type SendParts } from "../../device/transport/http-parts.ts";
import { noteReachable } from "../api/online.ts";

/** Milliseconds without progress after which the upload stops; the device's queue continues it later. */
const STALLED_MS = 45_000;

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

export const sendWithUppy: SendParts = async (calls, upload, data, progress, removed) => {
  const uppy = new Uppy({ logger: silent });
  let problem: unknown;
  const noted = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      problem = error;
      throw error;
    }
  };
  uppy.use(AwsS3, {
    shouldUseMultipart: true,
    createMultipartUpload: () => Promise.resolve(upload),
    listParts: () => noted(calls.list()) as never,
    signPart: (_, { partNumber }) => noted(calls.sign(partNumber)) as never,
    completeMultipartUpload: async (_, { parts }) => ({ location: await noted(calls.complete(parts as never)) }),
    // After a failure the parts stay for the next try of the device's queue.
    abortMultipartUpload: () => Promise.resolve(),
    uploadPartBytes: (part) => noted(AwsS3.uploadPartBytes(part)),
  });
  const id = uppy.addFile({ name: "picture", type: data.type, data });
  // Uppy asks for the parts that an earlier try sent.
  uppy.setFileState(id, { s3Multipart: upload } as never);
  const stalled = untilStalled(uppy, removed, (bytes) => progress(bytes / data.size));
  try {
    const result = await Promise.race([uppy.upload(), stalled.promise]);
    const address = result?.successful?.[0]?.uploadURL;
    if (address) return address;
    throw asError(problem);
  } finally {
    stalled.end();
    uppy.destroy();
  }
};

/** Rejects once the picture is removed, the network is gone or no bytes move, because Uppy itself would wait. */
function untilStalled(uppy: Uppy, removed: AbortSignal, onBytes: (bytes: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: () => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    stop = () => reject(new Error("The picture's bytes did not arrive."));
  });
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, STALLED_MS);
  };
  restart();
  uppy.on("upload-progress", (_, { bytesUploaded }) => {
    restart();
    if (bytesUploaded) onBytes(bytesUploaded);
  });
  window.addEventListener("offline", stop);
  removed.addEventListener("abort", stop);
  if (removed.aborted) stop();
  return {
    promise,
    end() {
      clearTimeout(timer);
      window.removeEventListener("offline", stop);
    },
  };
}

/** The problem of a call, or of a part's bytes, which has the response of its request. */
function asError(problem: unknown): Error {
  const { source } = (problem ?? {}) as { source?: { status?: number; responseText?: string } };
  if (source?.status) return new PartsError({ status: source.status, text: source.responseText ?? "" });
  if (source) noteReachable(false);
  return problem instanceof Error ? problem : new Error("The picture's bytes did not arrive.");
}
