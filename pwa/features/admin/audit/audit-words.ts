// Words for the values of an entry in the audit trail.
import type { AuditEntry } from "../../../../shared/domain/safety/audit.ts";

type Value = NonNullable<AuditEntry["after"]>[string] | undefined;

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
};

/** One line for each field that has a value before or after. */
export function changesOf({ before, after }: AuditEntry): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({
    field: fieldNames[field] ?? field.charAt(0).toUpperCase() + field.slice(1),
    before: wordsOf(before?.[field]),
    after: wordsOf(after?.[field]),
  }));
}

function wordsOf(value: Value): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (value === undefined || value === null || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.join(", ");
  return String(value);
}

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** Day and time on the clock of this device. */
export function whenOf(at: string): string {
  return format.format(new Date(at));
}
