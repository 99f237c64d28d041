// Workers for tests: the real work behind the real messages, copied as a browser copies them, with an end on demand.
import { answerTo, buffersOf, type PackAnswer, type PackJob } from "../catalogue/index/pack-job.ts";
import type { StartPackWorker } from "../catalogue/index/worker-packing.ts";

export class ScriptedWorkers {
  started = 0;
  ended = 0;
  readonly jobs: PackJob[] = [];
  /** Does something else than answering; true lets the answer through. */
  fault: ((job: PackJob, failed: () => void) => boolean) | null = null;

  readonly start: StartPackWorker = ({ answered, failed }) => {
    this.started += 1;
    let isOver = false;
    return {
      post: (sent) => {
        const job = structuredClone(sent);
        this.jobs.push(job);
        // An answer comes after whoever asked has gone on.
        queueMicrotask(() => {
          if (!isOver && (this.fault?.(job, failed) ?? true)) answered(handedOver(answerTo(job)));
        });
      },
      end: () => {
        isOver = true;
        this.ended += 1;
      },
    };
  };
}

function handedOver(answer: PackAnswer): PackAnswer {
  return structuredClone(answer, { transfer: buffersOf(answer) });
}
