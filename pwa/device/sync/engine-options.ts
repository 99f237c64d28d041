// Options of an engine: the user, the contract, the ports, and the callbacks.
import type { Batch } from "../../../shared/sync.ts";
import type { applyBatch } from "./apply.ts";
import type { NewEntry } from "./entry.ts";
import type { FlushSteps } from "./flush.ts";
import type { Random, Clock, KeyFields, Locks, SessionMark, Store, Transport } from "./ports.ts";
import type { CommandSource } from "./loaded-commands.ts";
import type { squash } from "./outbox.ts";
import type { PumpStatus } from "./pump.ts";
import type { UploadProgress } from "./picture-upload.ts";
import type { PictureUploadSource } from "./waiting-pictures.ts";

export type EngineEvents = {
  /** A change of the outbox or its pictures is stored: the browser may send it after the page is closed. */
  stored?(): void;
  /** A command was stored: answers that it changes show it at once. `isLast`: behind all others, none of which it joined or removed. */
  queued?(entry: NewEntry, isLast: boolean): void;
  /** The live line brought rows, which are stored: answers that they change show them at once. */
  received?(rows: Batch["rows"]): void;
  /** Flushing, failures and the next try changed. */
  status?(status: PumpStatus): void;
  /** The session is over: everything private is hidden and gone, the outbox waits for this person. */
  signedOut?(): void;
  /** The server no longer serves this version of the app. */
  upgradeNeeded?(): void;
  /** The device's store can no longer be used, or belongs to another tab's newer app. */
  broken?(fault: unknown): void;
  /** A request ended: the live line says hello with the stored cursor. */
  hello?(): void;
  /** The progress of a picture's upload; null when none runs. */
  uploading?(pictureId: string, progress: UploadProgress | null): void;
};

/** Steps that tests replace to prove that a fault in them is found. */
export type EngineSteps = FlushSteps & { squash?: typeof squash; applyBatch: typeof applyBatch };

export type EngineOptions = {
  userId: string;
  commands: CommandSource;
  /** Entity name → its key field. */
  keys: KeyFields;
  store: Store;
  transport: Transport;
  /** Left out where no pictures are uploaded. */
  pictures?: PictureUploadSource;
  clock: Clock;
  chance: Random;
  locks: Locks;
  /** Whether the device itself says that there is no network at all: then nothing is handed to it, so nothing is frozen. */
  isOffline?: () => boolean;
  session: SessionMark;
  events?: EngineEvents;
  schema?: number;
  steps?: Partial<EngineSteps>;
};
