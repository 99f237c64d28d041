import { useCallback, useState, type RefObject } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { adminUserSorts, type AdminUserSort } from "../../../shared/domain/admin-rules.ts";
import { AdminFlagDialog } from "./admin-flag-dialog.tsx";
import { AdminTable } from "./admin-table.tsx";
import { ListPanel } from "./list-panel.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";
import { ResetPasswordDialog } from "./reset-password-dialog.tsx";
import { useAdminList } from "./use-admin-list.ts";
import { useUserActions } from "./use-user-actions.ts";
import { UserRow } from "./user-row.tsx";

const sortNames: Record<AdminUserSort, string> = { newest: "Newest", name: "Name", email: "Email" };
const sorts = adminUserSorts.map((value) => ({ value, label: sortNames[value] }));
const heads = ["Name", "Account", "Verified", "Active", "Admin", "Password"];
const columns = "minmax(220px, 1fr) max-content repeat(3, minmax(72px, max-content)) max-content";

type UserTableProps = {
  me: OwnUser;
  total: number | undefined;
  /** Called after a change of a user, since the counts may have changed. */
  onChanged: () => void;
  /** The admin's words for the audit trail. */
  reason: RefObject<string>;
  /** Called for the admin's own password, which another screen changes. */
  onOwnPassword: () => void;
};

type PendingConfirmation = { user: OwnUser; isAdmin: boolean; decided: () => void };

/** All users, with the admin's actions. */
export function UserTable({ me, total, reason, onChanged, onOwnPassword }: UserTableProps) {
  const [q, setQ] = useState("");
  const [sort, setSort] = useState<AdminUserSort>("newest");
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const [resetting, setResetting] = useState<OwnUser | null>(null);
  const [unlocking, setUnlocking] = useState<OwnUser | null>(null);
  const list = useAdminList("admin.users", { sort, q: q.trim() });
  const { update } = list;
  const changed = useCallback(
    (id: string, fields: Partial<OwnUser>) => {
      update(id, fields);
      onChanged();
    },
    [update, onChanged],
  );
  const actions = useUserActions(changed, reason);
  const confirm = useCallback(
    (user: OwnUser, isAdmin: boolean) => new Promise<void>((decided) => setPending({ user, isAdmin, decided })),
    [],
  );
  const reset = useCallback(
    (user: OwnUser) => (user.id === me.id ? onOwnPassword() : setResetting(user)),
    [me.id, onOwnPassword],
  );
  const closeConfirmation = () => {
    pending?.decided();
    setPending(null);
  };
  return (
    <ListPanel
      title="Users"
      nouns={["user", "users"]}
      total={total}
      list={list}
      q={q}
      onQ={setQ}
      searchLabel="Find a user"
      order={{ sort, sorts, onSort: (next) => setSort(next as AdminUserSort) }}
    >
      <AdminTable label="Users" heads={heads} right="Password" columns={columns}>
        {list.rows.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isMe={user.id === me.id}
            actions={actions}
            onAdmin={confirm}
            onReset={reset}
          />
        ))}
      </AdminTable>
      {pending && (
        <AdminFlagDialog
          user={pending.user}
          isAdmin={pending.isAdmin}
          onConfirm={() => actions.setAdmin(pending.user, pending.isAdmin)}
          onClose={closeConfirmation}
        />
      )}
      {resetting && (
        <ResetPasswordDialog
          user={resetting}
          onReset={actions.setPassword}
          onRemoveFactor={
            resetting.hasSecondFactor
              ? () => {
                  setResetting(null);
                  setUnlocking(resetting);
                }
              : undefined
          }
          onClose={() => setResetting(null)}
        />
      )}
      {unlocking && (
        <RemoveFactorDialog user={unlocking} onRemove={actions.removeFactor} onClose={() => setUnlocking(null)} />
      )}
    </ListPanel>
  );
}
