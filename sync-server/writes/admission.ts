// How many commands hold a database connection at once: of one person, and of all. What waits for its turn holds none.
import { createLine, type Line } from "../domain/uploads/line.ts";
import { DomainError } from "../../shared/kit/errors.ts";

/** Commands of one person that wait at most, and of all. */
const MOST_WAITING_OF_ONE = 100;
const MOST_WAITING = 1000;
/** A command that waited longer is refused with `busy`: its caller has given up, or will. */
const LONGEST_WAIT_MS = 8000;

export type Admission = {
  /**
   * Runs a task that takes a connection. Guests share the places of all alone.
   * @throws DomainError busy, when too much waits already or the turn comes too late
   */
  run<Result>(userId: string | null, task: () => Promise<Result>): Promise<Result>;
};

/** A third of the pool stays free for reads; a person takes another third at most, so that a row they wait for blocks nobody else. */
export function createAdmission(connections: number): Admission {
  const third = Math.max(1, Math.floor(connections / 3));
  const all = createLine(Math.max(1, connections - third), MOST_WAITING);
  const people = new Map<string, { line: Line; users: number }>();

  async function inOwnLine<Result>(userId: string, task: () => Promise<Result>): Promise<Result> {
    const own = people.get(userId) ?? { line: createLine(third, MOST_WAITING_OF_ONE), users: 0 };
    people.set(userId, own);
    own.users++;
    try {
      return await own.line.run(task);
    } finally {
      if (--own.users === 0) people.delete(userId);
    }
  }

  return {
    run(userId, task) {
      const since = performance.now();
      async function inTime() {
        if (performance.now() - since > LONGEST_WAIT_MS) throw new DomainError("busy", { retryAfter: 1 });
        return task();
      }
      const admitted = () => all.run(inTime);
      return userId === null ? admitted() : inOwnLine(userId, admitted);
    },
  };
}
