import { KeyRound } from "../../ui/icons/icons.ts";
import { memo } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useOnline } from "../../client/api/online.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Fact } from "./admin-table.tsx";
import { TableSwitch } from "./table-switch.tsx";
import type { UserActions } from "./use-user-actions.ts";
import styles from "./table.module.css";

const LOCKED = "You can't change your own account here. Another admin can.";

export type UserRowProps = {
  user: OwnUser;
  isMe: boolean;
  actions: UserActions;
  /** Asks for confirmation; resolves once it is declined or done. */
  onAdmin: (user: OwnUser, isAdmin: boolean) => Promise<unknown>;
  onReset: (user: OwnUser) => void;
};

export const UserRow = memo(function UserRow({ user, isMe, actions, onAdmin, onReset }: UserRowProps) {
  const isOnline = useOnline();
  const locked = isMe ? LOCKED : undefined;
  const kind = user.userType === "owner" ? "Aircraft Owner" : "Pilot";
  return (
    <div role="row" className={styles.row}>
      <div role="rowheader" className={styles.name}>
        <span className={styles.avatar}>
          <Avatar name={user.name} url={user.avatarUrl} size="fit" />
        </span>
        <div className={styles.words}>
          <p className={styles.title}>
            {user.isActive ? <Link to={`/profile/${user.id}`}>{user.name}</Link> : <b>{user.name}</b>}
            {isMe && <Badge className={styles.you}>You</Badge>}
          </p>
          <p className={styles.second}>{user.email}</p>
        </div>
      </div>
      <Fact head="Account">{kind}</Fact>
      <TableSwitch
        what="Verified"
        who={user.name}
        checked={user.verified}
        locked={locked}
        onSwitch={(on) => actions.setVerified(user, on)}
      />
      <TableSwitch
        what="Active"
        who={user.name}
        checked={user.isActive}
        locked={locked}
        onSwitch={(on) => actions.setActive(user, on)}
      />
      <TableSwitch
        what="Admin"
        who={user.name}
        checked={user.isAdmin}
        locked={locked}
        onSwitch={(on) => onAdmin(user, on)}
      />
      <Fact head="Password" className={styles.right}>
        <Button
          size="sm"
          variant="quiet"
          aria-label={isMe ? "Reset your own password" : `Reset password of ${user.name}`}
          disabled={!isOnline}
          title={isOnline ? undefined : "Needs a connection"}
          onClick={() => onReset(user)}
        >
          <Icon of={KeyRound} size="s" />
          Reset
        </Button>
      </Fact>
    </div>
  );
});
