import { useMemo, useState } from "react";
import { counted } from "../../../shared/kit/counted.ts";
import { blockPerson } from "../../client/safety/blocking.ts";
import { isComing } from "../../client/bookings/coming.ts";
import { useRows } from "../../client/sync/rows.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";

export type BlockDialogProps = { person: { id: string; name: string }; onClose: () => void };

/** Says what blocking does, and asks. */
export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const ahead = useFlightsAhead(person.id);
  const block = async () => {
    setBusy(true);
    if (await blockPerson(person)) onClose();
    else setBusy(false);
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Block ${person.name}?`}
      actionLabel="Block"
      busy={isBusy}
      onAction={() => void block()}
    >
      You can&apos;t write to each other or request flights, and neither sees the other&apos;s aircraft. Open requests
      between you end. {person.name} gets no notice of it. Reviews stay.
      {ahead > 0 &&
        ` ${counted(ahead, "booked flight", "booked flights")} with ${person.name} ${ahead === 1 ? "stays" : "stay"}: you both can still cancel ${ahead === 1 ? "it" : "them"} in your conversation.`}
    </ConfirmDialog>
  );
}

/** The number of accepted bookings with a person that have not ended. */
function useFlightsAhead(personId: string): number {
  const asOwner = useRows("bookings", { pilotId: personId });
  const asPilot = useRows("bookings", { ownerId: personId });
  return useMemo(
    () => [...(asOwner ?? []), ...(asPilot ?? [])].filter((booking) => isComing(booking, Date.now())).length,
    [asOwner, asPilot],
  );
}
