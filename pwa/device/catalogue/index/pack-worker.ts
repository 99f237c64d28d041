// The worker's entry file: packs chunks one after the other. After an error the page stops using the worker and packs
// itself.
import { runPackJob, buffersOf, type PackJob } from "./pack-job.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<PackJob>) => {
  const result = runPackJob(data);
  self.postMessage(result, buffersOf(result));
};
