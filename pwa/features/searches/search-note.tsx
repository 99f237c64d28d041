import { CircleAlert, Clock } from "../../ui/icons/icons.ts";
import type { RowStatus } from "../../client/sync/rows.ts";
import { Badge } from "../../ui/display/badge.tsx";

/** Marks a saved search that is not sent yet or was refused. */
export function SearchNote({ waiting }: { waiting: RowStatus | undefined }) {
  if (!waiting) return null;
  const isRefused = waiting === "attention";
  return (
    <Badge tone={isRefused ? "fail" : "wait"} icon={isRefused ? CircleAlert : Clock}>
      {isRefused ? "Not saved" : "Waiting to sync"}
    </Badge>
  );
}
