import { memo, useCallback, useState, type RefObject } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
import type { AdminAircraft } from "../../../shared/domain/admin.ts";
import { adminAircraftSorts, type AdminAircraftSort } from "../../../shared/domain/admin-rules.ts";
import { demoNameParts, typeLabel } from "../../../shared/domain/aircraft-rules.ts";
import { ApiError, call } from "../../client/api/call.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { AdminTable, Fact } from "./admin-table.tsx";
import { ListPanel } from "./list-panel.tsx";
import { reasonOf } from "./reason-field.tsx";
import { TableSwitch } from "./table-switch.tsx";
import { useAdminList } from "./use-admin-list.ts";
import styles from "./table.module.css";

const sortNames: Record<AdminAircraftSort, string> = {
  newest: "Newest",
  name: "Name",
  "price-asc": "Lowest price",
  "price-desc": "Highest price",
};
const sorts = adminAircraftSorts.map((value) => ({ value, label: sortNames[value] }));
const heads = ["Name", "Type", "Location", "Per hour", "Verified", "Active"];
const columns = "minmax(220px, 1fr) repeat(3, max-content) repeat(2, minmax(72px, max-content))";

/** Every listing, including hidden ones. */
export function AircraftTable({ total, reason }: { total: number | undefined; reason: RefObject<string> }) {
  const [q, setQ] = useState("");
  const [sort, setSort] = useState<AdminAircraftSort>("newest");
  const list = useAdminList("admin.aircraft", { sort, q: q.trim() });
  const change = useAircraftChange(list.update, reason);
  return (
    <ListPanel
      title="Aircraft"
      nouns={["aircraft", "aircraft"]}
      total={total}
      list={list}
      q={q}
      onQ={setQ}
      searchLabel="Find an aircraft"
      order={{ sort, sorts, onSort: (next) => setSort(next as AdminAircraftSort) }}
    >
      <AdminTable label="Aircraft" heads={heads} right="Per hour" columns={columns}>
        {list.rows.map((plane) => (
          <AircraftRow key={plane.id} plane={plane} onChange={change} />
        ))}
      </AdminTable>
    </ListPanel>
  );
}

type Flags = Pick<AdminAircraft, "verified" | "isActive">;
type Change = (plane: AdminAircraft, flag: keyof Flags, on: boolean) => Promise<void>;

function useAircraftChange(update: (id: string, flag: Partial<Flags>) => void, reason: RefObject<string>): Change {
  const { refresh } = useAuth();
  return useCallback(
    async (plane, flag, on) => {
      try {
        const changed = await call("aircraft.update", { id: plane.id, [flag]: on, ...reasonOf(reason) });
        // Updates only this flag, since the answer to another switch may be newer than the other fields.
        update(plane.id, { [flag]: changed[flag] });
        toast({ title: "Success!", description: `${plane.name} has been updated.` });
      } catch (error) {
        const reason = error instanceof ApiError ? error.message : "";
        const description = reason || "Failed to update aircraft. Please try again.";
        toast({ kind: "bad", title: "Error", description });
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) await refresh();
      }
    },
    [update, refresh, reason],
  );
}

const AircraftRow = memo(function AircraftRow({ plane, onChange }: { plane: AdminAircraft; onChange: Change }) {
  const [name, ending] = demoNameParts(plane.name);
  return (
    <div role="row" className={styles.row}>
      <div role="rowheader" className={styles.name}>
        <div className={styles.words}>
          <p className={styles.title}>
            <Link to={`/aircraft/${plane.id}`}>
              {name}
              <span className={styles.demo}>{ending}</span>
            </Link>
            {!plane.ownerIsActive && <Badge tone="wait">Owner deactivated</Badge>}
          </p>
          <p className={styles.second}>{plane.ownerName}</p>
        </div>
      </div>
      <Fact head="Type">{typeLabel(plane.type)}</Fact>
      <Fact head="Location">{plane.location}</Fact>
      <Fact head="Per hour" className={`${styles.right} num`}>
        ${grouped(plane.hourlyRate)}
      </Fact>
      <TableSwitch
        what="Verified"
        who={plane.name}
        checked={plane.verified}
        onSwitch={(verified) => onChange(plane, "verified", verified)}
      />
      <TableSwitch
        what="Active"
        who={plane.name}
        checked={plane.isActive}
        onSwitch={(isActive) => onChange(plane, "isActive", isActive)}
      />
    </div>
  );
});
