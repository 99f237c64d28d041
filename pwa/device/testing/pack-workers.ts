// Workers for tests: run the real job, copy messages as a browser does, and fail on demand.
import { runPackJob, buffersOf, type PackResult, type PackJob } from "../catalogue/index/pack-job.ts";
import type { StartPackWorker } from "../catalogue/index/worker-packing.ts";

export class ScriptedWorkers {
  started = 0;
  ended = 0;
  readonly jobs: PackJob[] = [];
  /** Replaces the answer; returning true lets the real answer through. */
  fault: ((job: PackJob, failed: () => void) => boolean) | null = null;

  readonly start: StartPackWorker = ({ onResult, failed }) => {
    this.started += 1;
    let isOver = false;
    return {
      post: (sent) => {
        const job = structuredClone(sent);
        this.jobs.push(job);
        // The answer arrives asynchronously, as from a real worker.
        queueMicrotask(() => {
          if (!isOver && (this.fault?.(job, failed) ?? true)) onResult(transferred(runPackJob(job)));
        });
      },
      end: () => {
        isOver = true;
        this.ended += 1;
      },
    };
  };
}

function transferred(answer: PackResult): PackResult {
  return structuredClone(answer, { transfer: buffersOf(answer) });
}
