// One person's engine on the real device, the same for a page and for the service worker.
import { newId } from "../../../shared/kit/ids.ts";
import { PersonStore, type PersonStoreOptions } from "../store/person-store.ts";
import { deviceChance, deviceClock, deviceLocks } from "../sync/device-ports.ts";
import { Engine } from "../sync/engine.ts";
import type { EngineEvents } from "../sync/engine-options.ts";
import type { SessionMark, Transport } from "../sync/ports.ts";
import type { CommandList } from "../sync/prepare.ts";
import { entityKeys } from "./entity-keys.ts";

export type PersonEngineOptions = {
  userId: string;
  /** Empty in the worker, which sends what was queued and queues nothing. */
  commands: CommandList;
  transport: Transport;
  session: SessionMark;
  events?: EngineEvents;
  store?: Pick<PersonStoreOptions, "makeRoom" | "blocked" | "outdated">;
};

export type PersonEngine = { engine: Engine; store: PersonStore };

/** Opens nothing yet: the database is made or opened by the first question. */
export function personEngine({ userId, store: trouble, ...rest }: PersonEngineOptions): PersonEngine {
  const store = new PersonStore(userId, { entities: [...entityKeys.keys()], newId: () => newId(), ...trouble });
  const engine = new Engine({
    userId,
    keys: entityKeys,
    store,
    clock: deviceClock,
    chance: deviceChance,
    locks: deviceLocks,
    ...rest,
  });
  return { engine, store };
}
