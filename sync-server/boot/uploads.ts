// Creates everything for pictures: the store, the routes' services, the jobs and the sweep.
import path from "node:path";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import { diskStore, UNFINISHED } from "../domain/uploads/disk-store.ts";
import { createPictures } from "../domain/uploads/pictures.ts";
import { removeAbandoned } from "../domain/uploads/receive.ts";
import { sweepBytes } from "../domain/uploads/reserved-bytes.ts";
import { s3Store } from "../domain/uploads/s3-store.ts";
import { temporaryCredentials } from "../domain/uploads/sts.ts";
import { removeUpload, sweepPictures, sweepUploads } from "../domain/uploads/sweep.ts";
import { uploadMetrics, type UploadMetrics } from "../http/uploads/upload-metrics.ts";
import type { JobHandlers } from "../jobs/worker.ts";
import { makeDataFolder } from "../make-folder.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";
import type { ObjectStore, UploadServices } from "../kit/upload-services.ts";

export type Uploads = {
  services: UploadServices;
  metrics: UploadMetrics;
  jobs: Pick<JobHandlers, "picture-avif" | "upload-removal">;
  /** Removes abandoned uploads and pictures every ten minutes, until stopped. */
  startSweeping(log: Logger): PollLoop;
};

const SWEEP_EVERY_MS = 600_000;
const MB = 1_048_576;

export type UploadOptions = { config: Config; db: Knex; registry: Registry; store?: ObjectStore | undefined };

/** @throws StartError when the folder for pictures is not writable */
export function openUploads({ config, db, registry, store = storeFor(config) }: UploadOptions): Uploads {
  const folder = makeDataFolder(config.DATA_DIR, path.join("objects", UNFINISHED));
  const pictures = createPictures({ db, store, timed: (work, seconds) => metrics.timed(work, seconds) });
  const metrics = uploadMetrics(registry, () => pictures.waiting());

  async function sweep(): Promise<void> {
    await removeAbandoned(folder);
    await sweepUploads(db);
    await sweepBytes(db);
    metrics.removed(await sweepPictures({ db, pictures }));
  }

  return {
    services: {
      store,
      pictures,
      folder,
      quota: config.UPLOAD_QUOTA_MB * MB,
      minFree: config.UPLOAD_MIN_FREE_MB * MB,
      temporary: temporaryFor(config),
    },
    metrics,
    jobs: {
      "picture-avif": ({ objectId }) => pictures.addAvif(objectId),
      "upload-removal": (upload) => removeUpload(store, upload),
    },
    startSweeping: (log) =>
      startPollLoop({
        round: sweep,
        failed: (error) => log.error({ err: error }, "the sweep of pictures failed"),
        everyMs: SWEEP_EVERY_MS,
      }),
  };
}

function objectsFolder({ DATA_DIR }: Config): string {
  return path.join(path.resolve(DATA_DIR), "objects");
}

function storeFor(config: Config): ObjectStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return diskStore(objectsFolder(config), config.UPLOAD_MIN_FREE_MB * MB);
  return s3Store({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    isDirect: config.S3_DIRECT,
  });
}

function temporaryFor(config: Config): UploadServices["temporary"] {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_STS_ENDPOINT, S3_STS_ROLE } = config;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY || !S3_STS_ENDPOINT || !S3_STS_ROLE) return null;
  return temporaryCredentials({
    bucket: S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    endpoint: S3_STS_ENDPOINT,
    role: S3_STS_ROLE,
  });
}
