import { useMemo } from "react";
import { conversationNote } from "../../client/messages/conversation-notes.ts";
import { useRows } from "../../client/sync/rows.ts";
import { conversationsOf, FORMER_MEMBER, type Conversation, type Peer } from "./conversations.ts";

/** All conversations of this user, latest first; undefined while loading. */
export function useConversations(me: string): readonly Conversation[] | undefined {
  const messages = useRows("messages");
  const people = useRows("people");
  return useMemo(() => {
    if (!messages || !people) return undefined;
    return conversationsOf(messages, new Map(people.map((person) => [person.id, person])), me, (id) =>
      rememberedPeer(me, id),
    );
  }, [messages, people, me]);
}

/** A peer who was first written to offline. */
function rememberedPeer(me: string, id: string): Peer {
  const { name, userType } = conversationNote(me, id);
  return { id, name: name ?? FORMER_MEMBER, userType };
}
