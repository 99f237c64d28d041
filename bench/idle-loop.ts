// A process that does nothing: how late its event loop is tells how late the machine runs any process. Each message asks for the
// 99th percentile of the delays since the last one, in milliseconds. Argument: the interval of the samples.
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = Number(process.argv[2]);
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.on("message", () => {
  process.send!(delays.percentile(99) / 1e6 - resolution);
  delays.reset();
});
