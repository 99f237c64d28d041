import { useEffect } from "react";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { finishSends } from "../../client/sync/unfinished-sends.ts";

/** Sends the messages that an earlier page could not store, once the user's rows are open. */
export function InterruptedSendsEffects() {
  const person = useCurrentStore((state) => state.person);
  useEffect(() => {
    if (person) void finishSends(person);
  }, [person]);
  return null;
}
