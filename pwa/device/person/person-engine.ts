// One user's engine on the real device, the same for a page and the service worker.
import { newId } from "../../../shared/kit/ids.ts";
import { PersonStore, type PersonStoreOptions } from "../store/person-store.ts";
import { deviceRandom, deviceClock, deviceLocks } from "./device-ports.ts";
import { Engine } from "../sync/engine.ts";
import type { EngineEvents } from "../sync/engine-options.ts";
import type { SessionMark, Transport } from "../sync/ports.ts";
import type { CommandSource } from "../sync/loaded-commands.ts";
import type { PictureUploadSource } from "../sync/waiting-pictures.ts";
import { entityKeys } from "./mirrors.ts";

export type PersonEngineOptions = {
  userId: string;
  /** Empty in the worker, which sends queued commands and queues none. */
  commands: CommandSource;
  transport: Transport;
  /** Absent where no pictures are uploaded. */
  pictures?: PictureUploadSource;
  session: SessionMark;
  isOffline?: () => boolean;
  events?: EngineEvents;
  store?: Pick<PersonStoreOptions, "blocked" | "outdated">;
  /** Evicts something less valuable when storage is full; see `make-room.ts`. Absent where nothing is to be evicted. */
  makeRoom?: () => Promise<boolean>;
};

export type PersonEngine = { engine: Engine; store: PersonStore };

/** Opens nothing yet: the first read creates or opens the database. */
export function personEngine({ userId, store: trouble, makeRoom, ...rest }: PersonEngineOptions): PersonEngine {
  const store = new PersonStore(userId, {
    entities: [...entityKeys.keys()],
    newId: () => newId(),
    ...(makeRoom && { makeRoom }),
    ...trouble,
  });
  const engine = new Engine({
    userId,
    keys: entityKeys,
    store,
    clock: deviceClock,
    chance: deviceRandom,
    locks: deviceLocks,
    ...rest,
  });
  return { engine, store };
}
