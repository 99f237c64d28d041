// What the server would not take, why, and the ways out.
import { useEffect, useMemo, type RefObject } from "react";
import { refusals } from "../../../shared/kit/errors.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import { discard, retry } from "../../client/sync/sync-state.ts";
import { toast } from "../../client/shell/toasts.ts";
import { waitsForVerification } from "../../client/session/verification-texts.ts";
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
 * Leads to the code when a message has to wait for the verified email: one that was `sentHere` (ids of messages), or one
 * that this dialog showed before the server answered. An answer may come before the message is drawn for the first time,
 * so a message sent here leads although it was never drawn without the answer. It is sent once the email is verified.
 */
export function useVerifyFirst(
  messages: readonly ShownMessage[] | undefined,
  sentHere: RefObject<Set<string>>,
  onVerify: () => void,
): void {
  useEffect(() => {
    for (const { id, waiting, needsVerification, bookingId } of messages ?? []) {
      if (waiting !== "waiting") continue;
      if (!needsVerification) sentHere.current.add(id);
      else if (sentHere.current.delete(id)) {
        const description = waitsForVerification(bookingId ? "request" : "message");
        toast({ title: refusals["email-unverified"][1], description, kind: "wait" });
        onVerify();
        return;
      }
    }
  }, [messages, sentHere, onVerify]);
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
