// How many messages wait to be read, as the person's own rows say it.
import { useAuth } from "./session.tsx";
import { useRows } from "./rows.ts";

/** Messages to the person signed in that are not read; 0 while not known. */
export function useUnread(): number {
  const { user } = useAuth();
  const messages = useRows("messages", user ? { receiverId: user.id, read: false } : undefined);
  return user && messages ? messages.length : 0;
}
