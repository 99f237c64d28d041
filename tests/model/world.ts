// What a history's phones live in, and one tab of a phone.
import type { Engine } from "../../pwa/device/sync/engine.ts";
import type { EngineSteps } from "../../pwa/device/sync/engine-options.ts";
import type { parkUser, SignOutSteps } from "../../pwa/device/sync/sign-out.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { ModelServer } from "./model-server.ts";
import type { Oracle } from "./oracle.ts";
import type { Simulation } from "./simulation.ts";

/** How bad this history's world is; healing makes it good. */
export type NetworkConditions = {
  loss: number;
  longestDelayMs: number;
  doubles: number;
  isStoreSlow: boolean;
  hasLocks: boolean;
  hasLine: boolean;
};

/** Steps of leaving a device that tests replace. */
export type SignOutFaults = Partial<SignOutSteps & { park: typeof parkUser }>;

export type World = {
  sim: Simulation;
  server: ModelServer;
  oracle: Oracle;
  weather: NetworkConditions;
  steps: Partial<EngineSteps>;
  signOutSteps: SignOutFaults;
  /** Counts restores: connections of before are cut. */
  epoch: number;
};

export type Tab = { engine: Engine; store: MemoryStore; user: string; isAlive: boolean; locks: Set<string> };
