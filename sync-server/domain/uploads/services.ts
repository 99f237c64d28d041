// What the subject needs of its surroundings, put together once at the start.
import type { Pictures } from "./pictures.ts";
import type { ObjectStore } from "./store.ts";
import type { TemporaryCredentials } from "./sts.ts";

export type UploadServices = {
  store: ObjectStore;
  pictures: Pictures;
  /** Folder for bytes that are still coming in. */
  folder: string;
  /** Bytes of one person that nothing was made of yet, at most. */
  quota: number;
  /** Bytes that stay free on the disk of `folder`. */
  minFree: number;
  /** Gives credentials that may write one name; null where none are configured. */
  temporary: TemporaryCredentials | null;
};
