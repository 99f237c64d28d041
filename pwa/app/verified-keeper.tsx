// What was refused because the sender's email was not verified goes out once it is.
import { useEffect, useRef } from "react";
import { useQueueEntries } from "../client/queue-entries.ts";
import { useAuth } from "../client/session.tsx";
import { retry } from "../client/sync-state.ts";

export function VerifiedKeeper() {
  const { user } = useAuth();
  const entries = useQueueEntries();
  const verified = user?.isEmailVerified ? user.id : null;
  /** Once for each person and visit: an entry that is refused again is theirs to decide about. */
  const retriedFor = useRef<string>(undefined);
  useEffect(() => {
    if (!verified) retriedFor.current = undefined;
    if (!verified || !entries || retriedFor.current === verified) return;
    retriedFor.current = verified;
    for (const { id, code } of entries) {
      // What cannot be kept now stays refused, with its own Try again.
      if (code === "email-unverified") void retry(id).catch(() => undefined);
    }
  }, [verified, entries]);
  return null;
}
