// The worker's own file: packs what the page sends, one job after the other. An error ends it for the page, which then
// does the work itself.
import { answerTo, buffersOf, type PackJob } from "./pack-job.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<PackJob>) => {
  const answer = answerTo(data);
  self.postMessage(answer, buffersOf(answer));
};
