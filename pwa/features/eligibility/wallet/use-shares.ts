// Which owners can open what of the user's wallet, and the way to stop that.
import { useState } from "react";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dayIn, shortDay } from "../../../../shared/kit/dates.ts";
import { useKnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { knownPeer } from "../../../client/messages/known-peer.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { outcomeOf } from "../../../client/sync/outcome.ts";
import { useQueueEntries } from "../../../client/sync/queue-entries.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { useRow, useRows, type RowWithStatus } from "../../../client/sync/rows.ts";
import { keepShared, sharedCount, sharedOf, waitingShare, type Shared } from "../../../client/wallet/sharing.ts";
import { useCalm } from "../../../ui/hooks/use-calm.ts";

export type Share = { booking: RowWithStatus<"bookings">; shared: Shared; waiting: QueueItem | undefined };

/** The bookings that show papers now, or wait to. */
export function useShares(userId: string): readonly Share[] {
  const bookings = useRows("bookings", { pilotId: userId });
  const entries = useQueueEntries();
  return (bookings ?? []).flatMap((booking): Share[] => {
    const shared = sharedOf(booking);
    const waiting = waitingShare(booking.id, entries);
    return sharedCount(shared) > 0 || waiting ? [{ booking, shared, waiting }] : [];
  });
}

/** The owner's name and the day of a share, as its words say them. */
export function useShareWords(userId: string, { booking }: Share): { owner: string; day: string } {
  const person = useRow("people", booking.ownerId);
  const plane = useKnownAircraft(booking.aircraftId);
  const owner = person?.name ?? knownPeer(userId, booking.ownerId).name;
  return { owner, day: shortDay(dayIn(new Date(booking.startDate), plane ? zoneOf(plane) : undefined)) };
}

export type StopSharing = (share: Share, what: { name: string; title: string; owner: string }) => void;

/** `name`: that of a paper, or the id of a photographed one. A second press of a button that is gone does nothing. */
export function useStopSharing(): StopSharing {
  const [presses, setPresses] = useState(0);
  const isCalm = useCalm(String(presses));
  const stop = async ({ booking, shared, waiting }: Share, { name, title, owner }: Parameters<StopSharing>[1]) => {
    const left = {
      bookingId: booking.id,
      names: shared.names.filter((one) => one !== name),
      scanIds: shared.scans.flatMap(({ id }) => (id === name ? [] : [id])),
    };
    try {
      const outcome = await outcomeOf((await keepShared(left, { shared, waiting })).id);
      if (outcome.kind === "refused") throw new Error(outcome.message);
      if (outcome.kind === "done")
        toast({ title: "No longer shared", description: `${title}: ${owner} can no longer open it.` });
      else toast({ title: "Waiting for signal", description: `${title}: ${owner} can open it until then.` });
    } catch (problem) {
      const description = problem instanceof Error ? problem.message : undefined;
      toast({ title: "Error", description, kind: "bad" });
    }
  };
  return (share, what) => {
    if (!isCalm) return;
    setPresses(presses + 1);
    void stop(share, what);
  };
}
