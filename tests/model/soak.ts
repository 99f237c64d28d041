// Runs a million histories on all cores: `node --import tsx tests/model/soak.ts [how many] [first seed] [processes]`.
// Stops at the first broken rule and prints its seed.
import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";

/** Histories with seeds from `first` on. */
export type Share = { first: number; count: number };
/** `broken` names the history and its broken rule; `bytes` is the memory of the process. */
export type ShareDone = { broken: string | null; bytes: number };

/** Histories per assignment of a process. */
const SHARE = 500;
/** Histories between two progress lines. */
const REPORT = 10_000;

const [most = 1_000_000, first = 1, processes = availableParallelism()] = process.argv.slice(2).map(Number);
const began = performance.now();
let given = 0;
let done = 0;

function report(bytes: number): void {
  const seconds = (performance.now() - began) / 1000;
  const pace = `${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} a second`;
  console.warn(`${done} histories, ${pace}, ${Math.round(bytes / 2 ** 20)} MiB a process`);
}

/** Assigns shares to a process until none is left; rejects when a rule is broken or the process dies. */
async function keepBusy(worker: ChildProcess): Promise<void> {
  while (given < most) {
    const share: Share = { first: first + given, count: Math.min(SHARE, most - given) };
    given += share.count;
    const { broken, bytes } = await run(worker, share);
    if (broken !== null) throw new Error(broken);
    const before = done;
    done += share.count;
    if (Math.floor(done / REPORT) > Math.floor(before / REPORT) || done === most) report(bytes);
  }
}

function run(worker: ChildProcess, share: Share): Promise<ShareDone> {
  return new Promise((resolve, reject) => {
    const died = () => reject(new Error(`The process of the histories from ${share.first} on died.`));
    worker.once("exit", died);
    worker.once("message", (answer) => {
      worker.off("exit", died);
      resolve(answer as ShareDone);
    });
    worker.send(share);
  });
}

const workers = Array.from({ length: processes }, () => fork(path.join(import.meta.dirname, "soak-worker.ts")));
try {
  await Promise.all(workers.map(keepBusy));
} catch (fault) {
  console.error((fault as Error).message);
  process.exitCode = 1;
} finally {
  for (const worker of workers) worker.kill();
}
