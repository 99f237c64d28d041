// Admission as the server uses it: with the real event loop, and with figures for /metrics.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { network } from "../../writes/limits.ts";
import { createAdaptiveLimit } from "./adaptive-limit.ts";
import { createAdmission, type Admission } from "./admission.ts";
import { watchLoopDelay } from "./loop-delay.ts";
import { addressOf } from "../request.ts";

/** The log names an overload once in this time, not once a request. */
const QUIET_MS = 10_000;

export type Door = Admission & { stop(): void };

export function openDoor(config: Config, registry: Registry, log: Logger): Door {
  const registers = [registry];
  const refusals = new Counter({
    name: "tailhour_requests_refused_total",
    help: "Requests answered 503 because too many were running or the event loop was late",
    registers,
  });
  const limit = createAdaptiveLimit(config.LIMIT_RUNNING);
  const loop = watchLoopDelay((delay) => limit.adjust(delay, admission.running()));
  let loggedAt = -Infinity;
  const admission = createAdmission({
    limit,
    addressOf: (request) => network(addressOf(request, config)),
    refused() {
      refusals.inc();
      if (performance.now() - loggedAt < QUIET_MS) return;
      loggedAt = performance.now();
      log.warn(
        { running: admission.running(), limit: limit.current(), loopDelayMs: Math.round(loop.lasting()) },
        "overloaded: requests are refused",
      );
    },
  });
  new Gauge({
    name: "tailhour_requests_running",
    help: "Requests that need the database and are under way",
    registers,
    collect() {
      this.set(admission.running());
    },
  });
  return { ...admission, stop: () => loop.stop() };
}
