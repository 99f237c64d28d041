import { useEffect } from "react";
import { usePerson } from "../../client/sync/current-store.ts";
import { finishSends } from "../../client/sync/unfinished-sends.ts";

/** Sends what an earlier page was left with, once the person's rows are open. */
export function UnfinishedSendsKeeper() {
  const person = usePerson((state) => state.person);
  useEffect(() => {
    if (person) void finishSends(person.userId);
  }, [person]);
  return null;
}
