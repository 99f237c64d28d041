// The admission control of a server: limits requests by the delay of its event loop and accept queue, with metrics.
import type { Server } from "node:net";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { watchAcceptDelay, type AcceptDelay } from "./accept-delay.ts";
import { createAdaptiveLimit } from "./adaptive-limit.ts";
import { createAdmission, type Admission } from "./admission.ts";
import { watchLoopDelay } from "./loop-delay.ts";
import { networkOf } from "../request.ts";

/** Shortest time between two overload warnings in the log. */
const QUIET_MS = 10_000;

/** Interval at which the limit adapts to the delay. */
const CONTROL_MS = 100;

export type ServerAdmission = Admission & {
  /** Measures the accept queue of a listening server. */
  follow(server: Server): void;
  stop(): void;
};

export function openAdmission(config: Config, registry: Registry, log: Logger): ServerAdmission {
  const registers = [registry];
  const refusals = new Counter({
    name: "tailhour_requests_refused_total",
    help: "Requests answered 503 because too many were running or the event loop was late",
    registers,
  });
  const limit = createAdaptiveLimit(config.LIMIT_RUNNING);
  const loop = watchLoopDelay();
  let accept: AcceptDelay | null = null;
  const delay = () => Math.max(loop.lasting(), accept?.current() ?? 0);
  const control = setInterval(() => limit.adjust(delay(), admission.running()), CONTROL_MS);
  control.unref();
  let loggedAt = -Infinity;
  const admission = createAdmission({
    limit,
    networkOf: (request) => networkOf(request, config),
    refused() {
      refusals.inc();
      if (performance.now() - loggedAt < QUIET_MS) return;
      loggedAt = performance.now();
      log.warn(
        { running: admission.running(), limit: limit.current(), delayMs: Math.round(delay()) },
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
  return {
    ...admission,
    follow(server) {
      accept = watchAcceptDelay(server);
    },
    stop() {
      clearInterval(control);
      loop.stop();
      accept?.stop();
    },
  };
}
