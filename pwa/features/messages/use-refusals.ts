// What the server would not take, why, and the ways out.
import { useEffect, useMemo, useRef } from "react";
import { useAuth } from "../../client/session.tsx";
import { useLeadToVerify } from "../../client/return-place.ts";
import { useQueueEntries } from "../../client/queue-entries.ts";
import { discard, retry } from "../../client/sync-state.ts";
import { toast } from "../../client/toasts.ts";
import type { ShownMessage } from "./conversations.ts";

/** Why entries were refused, by entry. */
export type Refusals = ReadonlyMap<string, string>;

export function useRefusals(): Refusals {
  const entries = useQueueEntries();
  return useMemo(
    () =>
      new Map(
        (entries ?? []).flatMap(({ id, state, reason }) => (state === "attention" && reason ? [[id, reason]] : [])),
      ),
    [entries],
  );
}

/**
 * Leads to the code when a message that was on its way here comes back and the sender's address is not verified. The
 * message stays in the conversation and is sent once the address is verified.
 */
export function useVerifyFirst(
  messages: readonly ShownMessage[] | undefined,
  refusals: Refusals,
  onClose: () => void,
): void {
  const isVerified = useAuth().user?.isEmailVerified ?? true;
  const leadToVerify = useLeadToVerify();
  const underway = useRef(new Set<string>());
  useEffect(() => {
    for (const { entryId, waiting } of messages ?? []) {
      if (!entryId) continue;
      if (waiting === "waiting") underway.current.add(entryId);
      const reason = waiting === "attention" ? refusals.get(entryId) : undefined;
      if (isVerified || !reason || !underway.current.delete(entryId)) continue;
      toast({ title: "Error", description: reason, kind: "bad" });
      onClose();
      leadToVerify();
      return;
    }
  }, [messages, refusals, isVerified, onClose, leadToVerify]);
}

export function retryMessage({ entryId }: ShownMessage): void {
  if (entryId) void orSay(retry(entryId));
}

export function deleteMessage({ entryId }: ShownMessage): void {
  if (entryId) void orSay(discard(entryId));
}

async function orSay(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    const description = problem instanceof Error ? problem.message : undefined;
    toast({ title: "Error", description, kind: "bad" });
  }
}
