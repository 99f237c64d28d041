// An admin's actions on a user, with success and failure texts. Each resolves to the changed user; null when nothing changed.
import { useMemo, type RefObject } from "react";
import type { CommandInput } from "../../../shared/commands.ts";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { ApiError, call } from "../../client/api/call.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { reasonOf } from "./reason-field.tsx";

type Name =
  "admin.setVerified" | "admin.setActive" | "admin.setAdmin" | "admin.setPassword" | "admin.removeSecondFactor";

type Words = {
  /** Title and description of the success toast. */
  done: readonly [title: string, description: string];
  failed: string;
  /** Shows the server's reason, if any, instead of `failed`. */
  withReason?: boolean;
};

export type UserActions = {
  setVerified: (user: OwnUser, verified: boolean) => Promise<OwnUser | null>;
  setActive: (user: OwnUser, isActive: boolean) => Promise<OwnUser | null>;
  setAdmin: (user: OwnUser, isAdmin: boolean) => Promise<OwnUser | null>;
  setPassword: (user: OwnUser, newPassword: string) => Promise<OwnUser | null>;
  /** `why` is for the audit trail, in place of the words for all changes. */
  removeFactor: (user: OwnUser, why: string) => Promise<OwnUser | null>;
};

/**
 * Calls `changed` with only the fields an action sets, since answers to two actions may arrive in either order. `reason` has the
 * admin's words for the audit trail.
 */
export function useUserActions(
  changed: (id: string, fields: Partial<OwnUser>) => void,
  reason: RefObject<string>,
): UserActions {
  const { refresh } = useAuth();
  return useMemo(() => {
    async function act<Act extends Name>(
      name: Act,
      input: CommandInput<Act>,
      fieldsOf: (user: OwnUser) => Partial<OwnUser>,
      words: Words,
    ): Promise<OwnUser | null> {
      try {
        const user = (await call(name, { ...reasonOf(reason), ...input })) as OwnUser;
        changed(user.id, fieldsOf(user));
        toast({ title: words.done[0], description: words.done[1] });
        return user;
      } catch (error) {
        const reason = words.withReason && error instanceof ApiError ? error.message : "";
        toast({ kind: "bad", title: "Error", description: reason || words.failed });
        if (error instanceof ApiError && (error.code === "forbidden" || error.status === 401)) await refresh();
        return null;
      }
    }
    return {
      setVerified: ({ id, name }, verified) =>
        act("admin.setVerified", { id, verified }, ({ verified: now }) => ({ verified: now }), {
          done: ["User Updated", `${name} is ${verified ? "now" : "no longer"} verified.`],
          failed: "Failed to update user verification status.",
        }),
      setActive: ({ id, name }, isActive) =>
        act("admin.setActive", { id, isActive }, ({ isActive: now }) => ({ isActive: now }), {
          done: ["User Updated", `${name}'s account is now ${isActive ? "active" : "deactivated"}.`],
          failed: "Failed to update user account status.",
        }),
      setAdmin: ({ id, name }, isAdmin) =>
        act("admin.setAdmin", { id, isAdmin }, ({ isAdmin: now }) => ({ isAdmin: now }), {
          done: ["Admin Status Updated", `${name} is ${isAdmin ? "now" : "no longer"} an admin.`],
          failed: "Failed to update admin status.",
          withReason: true,
        }),
      setPassword: ({ id, name }, newPassword) =>
        act("admin.setPassword", { id, newPassword }, () => ({}), {
          done: ["Password Updated", `${name} can log in with the new password.`],
          failed: "Failed to update password. Please try again.",
          withReason: true,
        }),
      removeFactor: ({ id, name }, why) =>
        act("admin.removeSecondFactor", { id, reason: why }, ({ hasSecondFactor: now }) => ({ hasSecondFactor: now }), {
          done: ["Second Factor Removed", `${name} can log in with the password alone, and gets a mail about it.`],
          failed: "Failed to remove the second factor. Please try again.",
          withReason: true,
        }),
    };
  }, [changed, refresh, reason]);
}
