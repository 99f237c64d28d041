// Uploads of pictures: the URL for the bytes, the claim that turns them into a picture, and multipart uploads.
import { z } from "zod";
import { onlineCommand } from "../kit/command.ts";
import { id, text } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { MAX_PARTS, pictureFormats } from "./uploads-rules.ts";

const key = z.string("The key is missing").min(1, "The key is missing").max(200);
const fileType = z.string("The type must be text").max(100);
const fileName = text(1000).optional();

/** The parts of an upload, with the field names of S3. */
export const storedPart = z.object({ PartNumber: z.int(), Size: z.int(), ETag: z.string() });
export type StoredPart = z.infer<typeof storedPart>;

const namedPart = z.object({ PartNumber: z.int().min(1).max(MAX_PARTS), ETag: z.string().min(1).max(200) });
export type NamedPart = z.infer<typeof namedPart>;

export const uploadsCommands = {
  "uploads.open": onlineCommand({
    route: "POST /api/objects/upload",
    access: "user",
    input: z.object({}),
    result: z.object({ uploadURL: z.string() }),
  }),
  "uploads.claim": onlineCommand({
    route: "PUT /api/aircraft-images",
    access: "user",
    input: z.object({ aircraftImageURL: z.string("The upload's address is missing").max(4000) }),
    result: z.object({ objectPath: z.string() }),
  }),
  /** A GET although it issues an upload URL: it writes nothing that users see. */
  "uploads.params": onlineCommand({
    route: "GET /s3/params",
    access: "user",
    isAnswerKept: false,
    fromQuery: ["filename", "type"],
    input: z.object({ filename: fileName, type: fileType.optional() }),
    result: z.object({
      method: z.literal("PUT"),
      url: z.string(),
      fields: z.object({}),
      headers: z.record(z.string(), z.string()),
    }),
  }),
  /** Temporary credentials for one key; the claim accepts it like any other upload. */
  "uploads.credentials": onlineCommand({
    route: "GET /s3/sts",
    access: "user",
    isAnswerKept: false,
    input: z.object({}),
    result: z.object({
      credentials: z.object({
        AccessKeyId: z.string(),
        SecretAccessKey: z.string(),
        SessionToken: z.string(),
        Expiration: z.string(),
      }),
      bucket: z.string(),
      region: z.string(),
      key: z.string(),
    }),
  }),
  "uploads.createMultipart": onlineCommand({
    route: "POST /s3/multipart",
    access: "user",
    input: z.object({ filename: fileName, type: fileType, metadata: z.record(z.string(), z.unknown()).optional() }),
    result: z.object({ uploadId: id, key: z.string() }),
  }),
  "uploads.completeMultipart": onlineCommand({
    route: "POST /s3/multipart/:uploadId/complete",
    access: "user",
    fromQuery: ["key"],
    input: z.object({ uploadId: id, key, parts: z.array(namedPart).min(1, "There are no parts").max(MAX_PARTS) }),
    result: z.object({ location: z.string() }),
  }),
  "uploads.abortMultipart": onlineCommand({
    route: "DELETE /s3/multipart/:uploadId",
    access: "user",
    fromQuery: ["key"],
    input: z.object({ uploadId: id, key }),
    result: z.object({}),
  }),
};

/** What the screen shows before a picture is loaded: its size in pixels and a tiny preview as a data URL. */
export const pictureInfo = z.object({
  path: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  widths: z.array(z.int()),
  formats: z.array(z.enum(pictureFormats)),
});
export type PictureInfo = z.infer<typeof pictureInfo>;

export const uploadsQueries = {
  "objects.info": query({
    route: "GET /objects/:id/info",
    access: "guest",
    input: z.object({ id: z.string() }),
    result: pictureInfo,
  }),
};
