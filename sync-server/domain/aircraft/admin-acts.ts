// The lines of the audit trail for what an admin does to a listing. What its owner does is no act of an admin.
import type { Aircraft, ListingChanges } from "../../../shared/domain/aircraft.ts";
import type { AuditFields, AuditLine } from "../../kit/command-handler.ts";

type Actor = { id: string };
type Changes = Omit<ListingChanges, "id" | "reason">;

/** Fields that only admins set, on their own listings too. */
const adminFields = ["verified", "isActive"] as const;

/** A line if an admin edited another's listing, or set what only admins set. */
export function editLines(
  me: Actor,
  plane: Aircraft,
  changes: Changes,
  reason: string | undefined,
): readonly AuditLine[] {
  const isOwn = plane.ownerId === me.id;
  const fields = Object.keys(changes) as (keyof Changes & keyof Aircraft)[];
  const noted = fields.filter((field) => !isOwn || (adminFields as readonly string[]).includes(field));
  if (noted.length === 0) return [];
  const values = (row: Partial<Record<keyof Changes, unknown>>): AuditFields =>
    Object.fromEntries(noted.map((field) => [field, plain(row[field])]));
  return [{ targetType: "aircraft", targetId: plane.id, before: values(plane), after: values(changes), reason }];
}

/** A line if an admin deleted another's listing. */
export function deletionLines(me: Actor, plane: Aircraft, reason: string | undefined): readonly AuditLine[] {
  if (plane.ownerId === me.id) return [];
  const { name, make, model, location, ownerId } = plane;
  const before = { name, make, model, location, ownerId };
  return [{ targetType: "aircraft", targetId: plane.id, before, after: null, reason }];
}

/** Terms, requirements and airports are objects: the line has their JSON. */
function plain(value: unknown): AuditFields[string] {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  return JSON.stringify(value);
}
