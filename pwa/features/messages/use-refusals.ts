// Refused messages: their reasons, retry and delete.
import { useEffect, useMemo, type RefObject } from "react";
import { refusals } from "../../../shared/kit/errors.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import { discard, retry } from "../../client/sync/sync-state.ts";
import { toast } from "../../client/shell/toasts.ts";
import { waitsForVerification } from "../../client/session/verification-texts.ts";
import type { MessageWithStatus } from "./conversations.ts";

/** Reasons of refused entries, by entry id. */
export type RefusalReasons = ReadonlyMap<string, string>;

export function useRefusals(): RefusalReasons {
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
 * Opens the code page when a message must wait for email verification: one in `sentHere` (message ids), or one that this dialog showed
 * before the server answered. `sentHere` covers answers that arrive before the first render of the message. The message is sent after
 * verification.
 */
export function useVerifyRedirect(
  messages: readonly MessageWithStatus[] | undefined,
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

export function retryMessage({ entryId }: MessageWithStatus): void {
  if (entryId) void runOrToast(retry(entryId));
}

export function deleteMessage({ entryId }: MessageWithStatus): void {
  if (entryId) void runOrToast(discard(entryId));
}

async function runOrToast(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    const description = problem instanceof Error ? problem.message : undefined;
    toast({ title: "Error", description, kind: "bad" });
  }
}
