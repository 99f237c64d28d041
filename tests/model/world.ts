// The environment of a history's devices, and one tab of a device.
import type { Engine } from "../../pwa/device/sync/engine.ts";
import type { EngineSteps } from "../../pwa/device/sync/engine-options.ts";
import type { parkUser, SignOutSteps } from "../../pwa/device/sync/sign-out.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { ModelServer } from "./model-server.ts";
import type { Oracle } from "./oracle.ts";
import type { Simulation } from "./simulation.ts";

/** The network conditions of a history; healing resets them. */
export type NetworkConditions = {
  loss: number;
  longestDelayMs: number;
  doubles: number;
  isStoreSlow: boolean;
  hasLocks: boolean;
  hasLine: boolean;
};

/** Sign-out steps that tests replace. */
export type SignOutFaults = Partial<SignOutSteps & { park: typeof parkUser }>;

export type World = {
  sim: Simulation;
  server: ModelServer;
  oracle: Oracle;
  conditions: NetworkConditions;
  steps: Partial<EngineSteps>;
  signOutSteps: SignOutFaults;
  /** Number of restores; a restore cuts earlier connections. */
  epoch: number;
};

export type Tab = { engine: Engine; store: MemoryStore; user: string; isAlive: boolean; locks: Set<string> };
