import { useMemo } from "react";
import { knownPeer } from "../../client/messages/known-peer.ts";
import { useRows } from "../../client/sync/rows.ts";
import { conversationsOf, type Conversation } from "./conversations.ts";

/** All conversations of this user, latest first; undefined while loading. */
export function useConversations(me: string): readonly Conversation[] | undefined {
  const messages = useRows("messages");
  const people = useRows("people");
  return useMemo(() => {
    if (!messages || !people) return undefined;
    return conversationsOf(messages, new Map(people.map((person) => [person.id, person])), me, (id) =>
      knownPeer(me, id),
    );
  }, [messages, people, me]);
}
