// Words for the values of an entry in the audit trail.
import type { AuditEntry } from "../../../../shared/domain/safety/audit.ts";
import { actionLabels, reasonLabels } from "../../../../shared/domain/safety/report-rules.ts";

type Values = AuditEntry["after"];
type Change = {
  field: string;
  /** Undefined where only the other side has the field, such as the warning of a report that was closed. */
  before: string | undefined;
  after: string | undefined;
};

const fieldNames: Readonly<Record<string, string>> = {
  verified: "Verified",
  isActive: "Active",
  isAdmin: "Admin",
  hourlyRate: "Per hour",
  minHours: "Minimum hours",
  cruiseSpeed: "Cruise speed",
  fuelCapacity: "Fuel capacity",
  maxWeight: "Maximum weight",
  imageUrl: "Main picture",
  images: "Pictures",
  ownerId: "Owner",
  why: "Reported for",
};

const reportWords: Readonly<Record<string, string>> = {
  ...reasonLabels,
  ...actionLabels,
  open: "Open",
  closed: "Closed",
};

/** One line for each field that has a value before or after. The id of whom a report is about has none: the entry names the report. */
export function changesOf({ before, after, target }: AuditEntry): Change[] {
  const isReport = target.type === "report";
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const side = (values: Values, field: string) =>
    values && !(field in values) ? undefined : wordsOf(values?.[field], isReport);
  return fields
    .filter((field) => !(isReport && field === "about"))
    .map((field) => ({
      field: fieldNames[field] ?? field.charAt(0).toUpperCase() + field.slice(1),
      before: side(before, field),
      after: side(after, field),
    }));
}

function wordsOf(value: NonNullable<Values>[string] | undefined, isReport: boolean): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (value === undefined || value === null || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.join(", ");
  return (isReport ? reportWords[String(value)] : undefined) ?? String(value);
}

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** Day and time on the clock of this device. */
export function whenOf(at: string): string {
  return format.format(new Date(at));
}
