// Prometheus metrics. Each server has one registry, so that several can run in one process.
import type { Knex } from "knex";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Outcome } from "../writes/call.ts";

export type Metrics = {
  registry: Registry;
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  command(command: string, outcome: Outcome): void;
};

type Pool = { numUsed(): number; numFree(): number; numPendingAcquires(): number };

/** Registers metrics of requests, commands and the connection pool. */
export function createMetrics(db: Knex): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "tailhour_http_request_seconds",
    help: "Time to answer, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const outcomes = new Counter({
    name: "tailhour_command_outcomes_total",
    help: "Commands by what became of them",
    labelNames: ["command", "outcome", "code"],
    registers,
  });
  const pool = (db.client as { pool: Pool }).pool;
  new Gauge({
    name: "tailhour_database_connections",
    help: "Connections in the pool, and calls that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "used" }, pool.numUsed());
      this.set({ state: "free" }, pool.numFree());
      this.set({ state: "awaited" }, pool.numPendingAcquires());
    },
  });
  return {
    registry,
    request: (labels, seconds) => durations.observe(labels, seconds),
    command(command, outcome) {
      const code = outcome.status === "refused" ? outcome.refusal.code : "";
      outcomes.inc({ command, outcome: outcome.status, code });
    },
  };
}
