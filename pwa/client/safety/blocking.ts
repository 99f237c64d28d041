// Blocks and unblocks people: stored on this device, sent by itself.
import { toast } from "../shell/toasts.ts";
import { NotKept, queue } from "../sync/current-store.ts";
import { useRow } from "../sync/rows.ts";

type Person = { id: string; name: string };

/** Resolves to false when this device could not store it; a toast has then said so. */
export async function blockPerson({ id, name }: Person): Promise<boolean> {
  return await kept(() => queue("people.block", { userId: id, name }, { about: name }));
}

export async function unblockPerson({ id, name }: Person): Promise<boolean> {
  const isKept = await kept(() => queue("people.unblock", { userId: id }, { about: name }));
  if (isKept) toast({ title: "Unblocked", description: `${name} can write to you again.` });
  return isKept;
}

async function kept(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (problem) {
    if (!(problem instanceof NotKept)) throw problem;
    toast({ kind: "bad", title: "Error", description: problem.message });
    return false;
  }
}

/** Whether this user has blocked a person; undefined while the rows are not known. */
export function useIsBlocked(id: string): boolean | undefined {
  const row = useRow("blockedPeople", id);
  return row === undefined ? undefined : row !== null;
}
