// Which bookings wait for this user, and how many the user's aircraft have. In the first load: the tab bar shows the number.
import { useAuth } from "../session/session.tsx";
import { useRows, type RowWithStatus } from "../sync/rows.ts";

/** True for a request to this owner and for other hours that the other member proposes. */
export function isToAnswer({ status, ownerId, proposal, waiting }: RowWithStatus<"bookings">, me: string): boolean {
  if (waiting) return false;
  return proposal ? proposal.by !== me : status === "requested" && ownerId === me;
}

/** The number that My Fleet shows as requests to answer. A late request only expires. */
export function useRequestCount(): number {
  const me = useAuth().user?.id ?? "";
  const bookings = useRows("bookings", { ownerId: me });
  const now = new Date().toISOString();
  const isOpen = ({ proposal, answerBy, startDate }: RowWithStatus<"bookings">) =>
    proposal !== null || (answerBy ?? startDate) > now;
  return bookings?.filter((one) => isToAnswer(one, me) && isOpen(one)).length ?? 0;
}
