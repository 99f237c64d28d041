import { useOnline } from "../../../client/api/online.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { useRows } from "../../../client/sync/rows.ts";
import type { NextStep } from "./next-line.tsx";
import type { BookingChoice } from "./use-booking-choice.ts";

/** Who answers the request and by when. Null until the request is complete. */
export function useNextStep(choice: BookingChoice, ownerId: string, zone: string): NextStep | null {
  const { user } = useAuth();
  const isOnline = useOnline();
  const bookings = useRows("bookings");
  const { details, start, free } = choice;
  if (!details || start === undefined) return null;
  if (user && !user.isEmailVerified) return { kind: "unverified" };
  if (!isOnline) return { kind: "offline" };
  const hasFlown = (bookings ?? []).some(
    ({ status, ownerId: other, pilotId }) => status === "completed" && other === ownerId && pilotId === user?.id,
  );
  // As the server decides: Verified is the mark of an administrator, which a verified email is not.
  if (user && free.instant === "returning" && hasFlown) return { kind: "instant", why: "returning" };
  if (user?.verified && free.instant === "verified") return { kind: "instant", why: "verified" };
  return { kind: "answer", start, zone };
}
