import { useMemo } from "react";
import { heldFor } from "../../client/session/held-rows.ts";
import { useAuth } from "../../client/session/session.tsx";
import { knownPeer } from "../../client/messages/known-peer.ts";
import { useConversationSummaries, useRows } from "../../client/sync/rows.ts";
import { conversationsOf, type Conversation } from "./conversations.ts";

/** All conversations of this user, latest first; undefined while loading. */
export function useConversations(me: string): readonly Conversation[] | undefined {
  const summaries = useConversationSummaries();
  const people = useRows("people");
  const { user } = useAuth();
  return useMemo(() => {
    if (!summaries || !people) return undefined;
    const shown = summaries.map((summary) => ({ ...summary, last: heldFor(summary.last, user) }));
    return conversationsOf(shown, new Map(people.map((person) => [person.id, person])), (id) => knownPeer(me, id));
  }, [summaries, people, me, user]);
}
