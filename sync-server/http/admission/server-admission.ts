// The admission control of a server: limits requests by the delay of its event loop and accept queue, with metrics.
import type { Server } from "node:net";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { watchAcceptDelay, type AcceptDelay } from "./accept-delay.ts";
import { createAdaptiveLimit } from "./adaptive-limit.ts";
import { createAdmission, type Admission } from "./admission.ts";
import { watchLoopDelay, type LoopDelay } from "./loop-delay.ts";
import { networkOf } from "../request.ts";

/** Shortest time between two overload warnings in the log. */
const QUIET_MS = 10_000;

/** Interval at which the limit adapts to the delay. */
const CONTROL_MS = 100;

/** Without a connection or request for this time nothing is measured: the timers would take a fiftieth of a core. */
const IDLE_MS = 2000;

export type ServerAdmission = Admission & {
  /** Measures event loop and accept queue of a listening server while it is used. */
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
  let measuring: { loop: LoopDelay; accept: AcceptDelay; control: NodeJS.Timeout } | null = null;
  const delay = () => (measuring ? Math.max(measuring.loop.lasting(), measuring.accept.current()) : 0);
  let usedAt = 0;
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

  function measure(server: Server): void {
    usedAt = performance.now();
    if (measuring) return;
    const control = setInterval(() => {
      limit.adjust(delay(), admission.running());
      const isIdle = performance.now() - usedAt > IDLE_MS && admission.running() === 0;
      if (isIdle && limit.current() === config.LIMIT_RUNNING) rest();
    }, CONTROL_MS);
    control.unref();
    measuring = { loop: watchLoopDelay(), accept: watchAcceptDelay(server), control };
  }

  function rest(): void {
    clearInterval(measuring?.control);
    measuring?.loop.stop();
    measuring?.accept.stop();
    measuring = null;
  }

  return {
    ...admission,
    follow(server) {
      server.on("request", () => measure(server));
      // Connections of the measurement itself are closed by now.
      server.on("connection", (socket) => socket.destroyed || measure(server));
    },
    stop: rest,
  };
}
