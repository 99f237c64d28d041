// Figures of push for /metrics.
import type { Knex } from "knex";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Verdict } from "./deliveries.ts";

export type PushFigures = { settled(verdict: Verdict): void; mailed(): void };

export function pushFigures(db: Knex, registry: Registry): PushFigures {
  const registers = [registry];
  const deliveries = new Counter({
    name: "tailhour_push_deliveries_total",
    help: "Tries to deliver a push, by what became of them",
    labelNames: ["verdict"],
    registers,
  });
  const mails = new Counter({
    name: "tailhour_notice_mails_total",
    help: "Mails about what no push has told",
    registers,
  });
  const subscriptions = new Gauge({
    name: "tailhour_push_subscriptions",
    help: "Devices that are told by push",
    registers,
  });
  new Gauge({
    name: "tailhour_push_due",
    help: "Notices and deliveries that are due and not done",
    labelNames: ["what"],
    registers,
    async collect() {
      const { rows } = await db.raw(
        `select (select count(*)::integer from push_jobs where "runAt" < now()) as notices,
           (select count(*)::integer from push_deliveries where "runAt" < now()) as deliveries,
           (select count(*)::integer from push_subscriptions) as subscriptions`,
      );
      const found = (rows as { notices: number; deliveries: number; subscriptions: number }[])[0]!;
      this.set({ what: "notices" }, found.notices);
      this.set({ what: "deliveries" }, found.deliveries);
      subscriptions.set(found.subscriptions);
    },
  });
  return { settled: (verdict) => deliveries.inc({ verdict }), mailed: () => mails.inc() };
}
