// The choices of the audit trail's screen, and the filters that the server gets.

export type AuditChoices = {
  q: string;
  /** An admin's id; empty for all. */
  admin: string;
  action: string;
  /** Days on the clock of this device, both included; empty for no end. */
  from: string;
  until: string;
};

export const noChoices: AuditChoices = { q: "", admin: "", action: "", from: "", until: "" };

/** The chosen filters alone. A day that is still being typed does not count. */
export function filtersOf({ q, admin, action, from, until }: AuditChoices): Record<string, string> {
  const filters = {
    q: q.trim(),
    admin,
    action,
    from: midnight(from, 0),
    before: midnight(until, 1),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** The midnight that begins a day of this device's clock, or a later one, as an instant. */
function midnight(day: string, daysLater: number): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number);
  if (!parts) return "";
  const [year = 0, month = 0, date = 0] = parts;
  const time = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(time.getTime()) || year < 1000 ? "" : time.toISOString();
}
