// Prometheus metrics of picture uploads.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export type UploadMetrics = {
  /** Counts a received picture: `stored`, `cut`, `fault` or the code of a refusal. */
  counted(result: string, bytes: number): void;
  timed(work: "upload" | "avif", seconds: number): void;
  removed(count: number): void;
};

/** @param waiting number of pictures in the queue */
export function uploadMetrics(registry: Registry, waiting: () => number): UploadMetrics {
  const registers = [registry];
  const uploads = new Counter({
    name: "tailhour_uploads_total",
    help: "Pictures sent, by what became of them",
    labelNames: ["result"],
    registers,
  });
  const bytes = new Counter({ name: "tailhour_upload_bytes_total", help: "Bytes of pictures taken in", registers });
  const durations = new Histogram({
    name: "tailhour_picture_seconds",
    help: "Time to make the files of one picture, without waiting",
    labelNames: ["work"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const swept = new Counter({
    name: "tailhour_pictures_removed_total",
    help: "Pictures nobody shows, removed",
    registers,
  });
  new Gauge({
    name: "tailhour_pictures_waiting",
    help: "Pictures that wait for their turn to be made",
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    counted(result, size) {
      uploads.inc({ result });
      bytes.inc(size);
    },
    timed: (work, seconds) => durations.observe({ work }, seconds),
    removed: (count) => swept.inc(count),
  };
}
