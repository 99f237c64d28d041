// Ends what is open between two users of whom one has blocked the other.
import { stepLine } from "../../../shared/domain/bookings-rules.ts";
import type { SignedInContext } from "../../kit/command-handler.ts";
import { lockBooking, postLine, takeStep, updateBooking } from "./steps.ts";

/**
 * Ends the open requests between the caller and a peer, each with its line: the caller declines those of the peer, and cancels their
 * own. Open proposals end too. Accepted bookings stay, so that nobody loses a flight without being asked.
 */
export async function endOpenBetween(context: SignedInContext, peer: string): Promise<void> {
  const { tx, me } = context;
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `select id, "aircraftId" from bookings where "pilotId" = :me and "ownerId" = :peer and status in ('requested', 'accepted')
     union all
     select id, "aircraftId" from bookings where "pilotId" = :peer and "ownerId" = :me and status in ('requested', 'accepted')
     order by 2, 1`,
    { me: me.id, peer },
  );
  for (const { id } of rows) {
    const locked = await lockBooking(tx, id);
    if (!locked) continue;
    const { booking, plane } = locked;
    if (booking.status === "requested") {
      const to = booking.ownerId === me.id ? ("declined" as const) : ("cancelled" as const);
      await takeStep(context, locked, { to, from: me.id, by: me.id });
    } else if (booking.status === "accepted" && booking.proposal) {
      const answer = booking.proposal.by === me.id ? ("withdraw" as const) : ("decline" as const);
      const row = await updateBooking(context, id, { proposal: null });
      await postLine(context, row, { from: me.id, line: stepLine(answer, plane, booking.proposal) });
    }
  }
}
