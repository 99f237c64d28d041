// Prometheus metrics of the live line.
import { Counter, Gauge, type Registry } from "prom-client";
import type { LiveMetrics } from "./live.ts";

/** Reads the values at each scrape. */
export function registerLiveMetrics(registry: Registry, metrics: () => LiveMetrics): void {
  const registers = [registry];
  new Gauge({
    name: "tailhour_live_lines",
    help: "Open live lines, and those of phones that read too slowly",
    labelNames: ["state"],
    registers,
    collect() {
      const { lines, slow } = metrics();
      this.set({ state: "open" }, lines);
      this.set({ state: "slow" }, slow);
    },
  });
  new Gauge({
    name: "tailhour_live_waiting_bytes",
    help: "Bytes not yet taken by the network, of all live lines",
    registers,
    collect() {
      this.set(metrics().waiting);
    },
  });
  new Counter({
    name: "tailhour_live_cut_total",
    help: "Live lines cut off because their phone read too slowly",
    registers,
    collect() {
      this.reset();
      this.inc(metrics().cut);
    },
  });
}
