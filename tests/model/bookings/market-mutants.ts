// Faults of database, jobs and devices that the histories of bookings must find.
import { applyAnswer } from "../../../pwa/device/sync/apply.ts";
import type { EngineSteps } from "../../../pwa/device/sync/engine-options.ts";
import type { MarketFaults } from "./market.ts";

export type MarketMutant = {
  name: string;
  /** The rules that may be reported. */
  rules: readonly string[];
  /** Changes the database before the histories. */
  sql?: string;
  faults?: MarketFaults;
};

/** Takes every refusal for success. */
const refusalSwallowed: EngineSteps["applyAnswer"] = (store, taken, answer, keys, now) => {
  const outcomes = answer.outcomes.map((one) =>
    one.status === "refused" ? { ...one, status: "applied" as const } : one,
  );
  return applyAnswer(store, taken, { ...answer, outcomes }, keys, now);
};

/** A trigger that replaces the new row of an insert or update under a condition. */
const replaces = (table: string, event: "insert" | "update", condition: string, row: string) => `
  create function model.replaced() returns trigger language plpgsql as $$ begin ${row} end $$;
  create trigger "000" before ${event} on ${table} for each row when (${condition}) execute function model.replaced();`;

export const marketMutants: readonly MarketMutant[] = [
  {
    name: "no exclusion constraint",
    rules: ["overlap"],
    sql: "alter table holds drop constraint bookings_never_overlap",
  },
  {
    name: "no hold of an accepted booking",
    rules: ["overlap"],
    sql: "alter table bookings disable trigger bookings_hold",
  },
  {
    name: "overlapping requests not declined",
    rules: ["overlap"],
    sql: replaces("bookings", "update", "new.reason = 'taken'", "return old;"),
  },
  { name: "no steps by time", rules: ["ends"], faults: { stopped: "steps" } },
  { name: "no reminders", rules: ["reminders"], faults: { stopped: "reminders" } },
  {
    name: "bookings not logged for devices",
    rules: ["same"],
    sql: replaces("change_log", "insert", "new.entity = 5", "return null;"),
  },
  {
    name: "declined without a line",
    rules: ["loss"],
    sql: replaces("messages", "insert", "new.content like '%just taken.'", `new."bookingId" := null; return new;`),
  },
  { name: "a device swallows refusals", rules: ["loss"], faults: { steps: { applyAnswer: refusalSwallowed } } },
  {
    name: "no ledger",
    rules: ["once", "server"],
    sql: replaces("outcomes", "insert", "true", "return null;"),
  },
];
