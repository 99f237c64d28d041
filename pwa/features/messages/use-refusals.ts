// What the server would not take, why, and the ways out.
import { useEffect, useMemo, useRef } from "react";
import { refusals } from "../../../shared/kit/errors.ts";
import { useQueueEntries } from "../../client/queue-entries.ts";
import { discard, retry } from "../../client/sync-state.ts";
import { toast } from "../../client/toasts.ts";
import { waitsForVerification } from "../../client/verification-words.ts";
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
 * Leads to the code when a message that was just sent here has to wait for the verified email. The message stays in the
 * conversation and is sent once the email is verified.
 */
export function useVerifyFirst(messages: readonly ShownMessage[] | undefined, onVerify: () => void): void {
  const underway = useRef(new Set<string>());
  useEffect(() => {
    for (const { entryId, waiting, needsVerification, bookingId } of messages ?? []) {
      if (!entryId || waiting !== "waiting") continue;
      if (!needsVerification) underway.current.add(entryId);
      else if (underway.current.delete(entryId)) {
        const description = waitsForVerification(bookingId ? "request" : "message");
        toast({ title: refusals["email-unverified"][1], description, kind: "wait" });
        onVerify();
        return;
      }
    }
  }, [messages, onVerify]);
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
