// Prometheus metrics of push.
import type { Knex } from "knex";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Verdict } from "./deliveries.ts";

export type PushMetrics = { settled(verdict: Verdict): void; mailed(): void };

export function pushMetrics(db: Knex, registry: Registry): PushMetrics {
  const registers = [registry];
  const deliveries = new Counter({
    name: "tailhour_push_deliveries_total",
    help: "Attempts to deliver a push, by verdict",
    labelNames: ["verdict"],
    registers,
  });
  const mails = new Counter({
    name: "tailhour_notice_mails_total",
    help: "Mails about notices that no push delivered",
    registers,
  });
  new Gauge({
    name: "tailhour_push_due",
    help: "Notices and deliveries that are due and not done",
    labelNames: ["what"],
    registers,
    async collect() {
      for (const [what, table] of [
        ["notices", "push_jobs"],
        ["deliveries", "push_deliveries"],
      ] as const)
        this.set({ what }, await countOf(db(table).where("runAt", "<", db.fn.now())));
    },
  });
  new Gauge({
    name: "tailhour_push_subscriptions",
    help: "Devices with a push subscription",
    registers,
    async collect() {
      this.set(await countOf(db("push_subscriptions")));
    },
  });
  return { settled: (verdict) => deliveries.inc({ verdict }), mailed: () => mails.inc() };
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const row = (await query.count({ count: "*" }).first()) as { count: number } | undefined;
  return Number(row?.count ?? 0);
}
