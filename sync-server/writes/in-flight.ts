// Commands that are being run in this process. One that is sent again meanwhile waits for the first and takes its answer, without a
// connection of its own. The ledger joins twins of other processes.
import type { CommandName } from "../../shared/commands.ts";
import type { Answer } from "./ledger.ts";

/** How a run ended: settled, to be tried later, or null where only another run can say. */
export type Ending = Answer | { status: "retry" } | null;

export type Running = { command: CommandName; userId: string; ids: readonly string[] };

export type InFlight = {
  /** The end of the run that has one of the ids, or undefined when there is none. One of another command's name ends with null. */
  find(running: Running): Promise<Ending> | undefined;
  /** Notes a run until the function given is called, once. Ids that are taken stay their owner's. */
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
