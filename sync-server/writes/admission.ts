// Limits concurrent commands with a database connection, per user and in total. Waiting commands hold none.
import { createWorkQueue, type WorkQueue } from "../kit/work-queue.ts";
import { DomainError } from "../../shared/kit/errors.ts";

/** Most waiting commands of one user, and of all users. */
const MOST_WAITING_OF_ONE = 100;
const MOST_WAITING = 1000;
/** Longest wait before a command is refused with `busy`, since its caller has probably given up. */
const LONGEST_WAIT_MS = 8000;

export type Admission = {
  /**
   * Runs a task that needs a connection. Only the total limit applies to guests.
   * @throws DomainError busy, when the queue is full or the wait is too long
   */
  run<Result>(userId: string | null, task: () => Promise<Result>): Promise<Result>;
};

/**
 * A third of the pool stays free for reads. A user takes at most another third, so that a row lock blocks no other
 * user.
 */
export function createAdmission(connections: number): Admission {
  const third = Math.max(1, Math.floor(connections / 3));
  const all = createWorkQueue(Math.max(1, connections - third), MOST_WAITING);
  const people = new Map<string, { queue: WorkQueue; users: number }>();

  async function inUserQueue<Result>(userId: string, task: () => Promise<Result>): Promise<Result> {
    const own = people.get(userId) ?? { queue: createWorkQueue(third, MOST_WAITING_OF_ONE), users: 0 };
    people.set(userId, own);
    own.users++;
    try {
      return await own.queue.run(task);
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
      return userId === null ? admitted() : inUserQueue(userId, admitted);
    },
  };
}
