// Updates the signed-in user's profile from the user's rows: changes from other devices, and waiting changes.
import { useEffect, useRef } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useRow } from "../sync/rows.ts";

/**
 * Calls `onChange` when the row has a newer profile than `user`. The first row may be older or newer than the server's
 * answer: a waiting change makes it newer, otherwise `refresh` asks the server.
 */
export function useOwnRow(user: OwnUser | null, onChange: (next: OwnUser) => void, refresh: () => Promise<void>): void {
  const userId = user?.id ?? null;
  const row = useRow("me", userId);
  const seen = useRef<string>(undefined);
  const shown = useRef(user);
  useEffect(() => {
    shown.current = user;
  }, [user]);
  useEffect(() => {
    if (!row || row.id !== userId) {
      seen.current = undefined;
      return;
    }
    const { waiting, entryId: _entryId, entryIds: _entryIds, ...next } = row;
    const before = seen.current;
    seen.current = textOf(next);
    if (seen.current === before || !shown.current || seen.current === textOf(shown.current)) return;
    if (before === undefined && !waiting) void refresh();
    else onChange(next);
  }, [row, userId, onChange, refresh]);
}

/** Equal text for equal fields, in any order. */
function textOf(user: OwnUser): string {
  return JSON.stringify(Object.entries(user).sort(([a], [b]) => (a < b ? -1 : 1)));
}
