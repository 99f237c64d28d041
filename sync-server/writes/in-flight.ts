// Tracks running commands of this process. A duplicate waits for the first and takes its answer, without a connection.
// The ledger detects duplicates of other processes.
import type { CommandName } from "../../shared/commands.ts";
import type { Answer } from "./ledger.ts";

/** Result of a run: settled, to be retried, or null when only another run can decide. */
export type Ending = Answer | { status: "retry" } | null;

export type Running = { command: CommandName; userId: string; ids: readonly string[] };

export type InFlight = {
  /**
   * Returns the result of the run with one of the ids; undefined if none is running. Null if that run has another
   * command's name.
   */
  find(running: Running): Promise<Ending> | undefined;
  /** Registers a run until the returned function is called, once. Ids in use keep their owner. */
  begin(running: Running): (ending: Ending) => void;
};

type Run = { command: CommandName; ended: Promise<Ending> };

export function createInFlight(): InFlight {
  const runs = new Map<string, Run>();
  const keyOf = (userId: string, id: string) => `${userId} ${id}`;

  return {
    find({ command, userId, ids }) {
      const found = ids.map((id) => runs.get(keyOf(userId, id))).find(Boolean);
      return found?.ended.then((ending) => (found.command === command ? ending : null));
    },
    begin({ command, userId, ids }) {
      let resolve: (ending: Ending) => void = () => {};
      const run: Run = { command, ended: new Promise((settled) => (resolve = settled)) };
      const own = ids.map((id) => keyOf(userId, id)).filter((key) => !runs.has(key));
      for (const key of own) runs.set(key, run);
      return (ending) => {
        for (const key of own) runs.delete(key);
        resolve(ending);
      };
    },
  };
}
