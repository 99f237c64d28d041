import { Download } from "../../../ui/icons/icons.ts";
import { useMemo, useState } from "react";
import { auditedActions, type AuditedAction } from "../../../../shared/domain/safety/audit-rules.ts";
import { auditFilePath } from "../../../client/api/call.ts";
import { useOnline } from "../../../client/api/online.ts";
import { Button, ButtonLink } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { AdminTable } from "../admin-table.tsx";
import { ListPanel } from "../list-panel.tsx";
import { useAdminList } from "../use-admin-list.ts";
import { AuditRow, auditColumns, auditHeads } from "./audit-row.tsx";
import { filtersOf, noChoices, type AuditChoices } from "./audit-choices.ts";
import { useAuditors } from "./use-auditors.ts";

const actions = [
  { value: "", label: "Every action" },
  ...Object.entries(auditedActions).map(([value, label]) => ({ value: value as AuditedAction, label })),
];

/** What admins did, newest first: narrowed by admin, target, action and days, and as a file. */
export function AuditPanel() {
  const [choices, setChoices] = useState(noChoices);
  const choose = (change: Partial<AuditChoices>) => setChoices((now) => ({ ...now, ...change }));
  const filters = useMemo(() => filtersOf(choices), [choices]);
  const list = useAdminList("admin.audit", filters);
  const auditors = useAuditors();
  const admins = [{ value: "", label: "Every admin" }, ...auditors.map(({ id, name }) => ({ value: id, label: name }))];
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <ListPanel
      title="Audit Trail"
      nouns={["entry", "entries"]}
      total={undefined}
      list={list}
      q={choices.q}
      isNarrowed={isNarrowed}
      onQ={(q) => choose({ q })}
      searchLabel="Find by name"
      corner={<ExportLink filters={filters} />}
      filters={
        <>
          <Select label="Admin" value={choices.admin} options={admins} onChange={(admin) => choose({ admin })} />
          <Select label="Action" value={choices.action} options={actions} onChange={(action) => choose({ action })} />
          <TextField label="From" type="date" value={choices.from} onChange={(from) => choose({ from })} />
          <TextField label="Until" type="date" value={choices.until} onChange={(until) => choose({ until })} />
        </>
      }
    >
      <AdminTable label="Audit trail" heads={auditHeads} right="When" columns={auditColumns}>
        {list.rows.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </AdminTable>
    </ListPanel>
  );
}

/** The server sends the file while it reads, so it may be long. */
function ExportLink({ filters }: { filters: Record<string, string> }) {
  const isOnline = useOnline();
  const words = (
    <>
      <Icon of={Download} size="s" />
      Export CSV
    </>
  );
  if (!isOnline)
    return (
      <Button size="sm" disabled title="Needs a connection">
        {words}
      </Button>
    );
  return (
    <ButtonLink size="sm" to={auditFilePath(filters)} reloadDocument download="audit-trail.csv">
      {words}
    </ButtonLink>
  );
}
