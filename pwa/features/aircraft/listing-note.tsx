import { CircleAlert, Clock } from "../../ui/icons/icons.ts";
import type { RowStatus } from "../../client/sync/rows.ts";
import { Badge } from "../../ui/display/badge.tsx";

/** Marks a user's own listing that is not sent yet or was refused. */
export function ListingNote({ waiting }: { waiting: RowStatus | undefined }) {
  if (!waiting) return null;
  const isRefused = waiting === "attention";
  return (
    <span data-listing-note={waiting}>
      <Badge tone={isRefused ? "fail" : "wait"} icon={isRefused ? CircleAlert : Clock}>
        {isRefused ? "Not saved" : "Saved on this device"}
      </Badge>
    </span>
  );
}
