import { rateOf } from "../../../../shared/domain/bookings-rules.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { useAuth } from "../../../client/session/session.tsx";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { changeRequest, proposeHours, type HoursOutcome } from "../booking-commands.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { notReached } from "../papers/compared-minima.ts";
import type { Steps } from "../use-steps.ts";
import { CancelDialog, DeclineDialog } from "./cancel-dialog.tsx";
import type { HoursDialogProps } from "./hours-dialog.tsx";
import { changeUnsent } from "./unsent-request.ts";

const HoursDialog = lazyComponent<HoursDialogProps>(async () => (await import("./hours-dialog.tsx")).HoursDialog, {
  dismiss: ({ onClose }) => onClose(),
});

/** What a dialog of the card asks for. */
export type OpenDialog = "change" | "propose" | "decline" | "cancel request" | "cancel booking";

type CardDialogProps = {
  open: OpenDialog;
  booking: BookingWithStatus;
  /** The other member. */
  peer: { id: string; name: string };
  plane: KnownAircraft | null;
  /** The request's entry while it has not reached the server. */
  unsent: QueueItem | undefined;
  take: Steps["take"];
  onClose: () => void;
};

export function CardDialog(props: CardDialogProps) {
  const { open, booking, peer, take, onClose } = props;
  switch (open) {
    case "change":
    case "propose":
      return <OtherHours {...props} isProposal={open === "propose"} />;
    case "decline":
      return (
        <DeclineDialog
          peerName={peer.name}
          minima={notReached(booking.eligibility)}
          onClose={onClose}
          onDecline={(why) => {
            onClose();
            take("declined", why);
          }}
        />
      );
    case "cancel request":
      return (
        <ConfirmDialog
          open
          onClose={onClose}
          title="Cancel this request?"
          actionLabel="Cancel Request"
          keepLabel="Keep It"
          onAction={() => {
            onClose();
            take("cancelled");
          }}
        >
          {peer.name} gets a message. {booking.ownerId === peer.id && "You can ask for the aircraft again."}
        </ConfirmDialog>
      );
    case "cancel booking":
      return (
        <CancelDialog
          peerName={peer.name}
          onClose={onClose}
          onCancel={(why) => {
            onClose();
            take("cancelled", why);
          }}
        />
      );
  }
}

/** The pilot's change of a request, or a proposal. */
function OtherHours({ booking, peer, plane, unsent, isProposal, onClose }: CardDialogProps & { isProposal: boolean }) {
  const { user } = useAuth();
  if (!plane) return null;
  const { name } = peer;
  const onChoose: HoursDialogProps["onChoose"] = async (wanted, totalCents, words): Promise<HoursOutcome | null> => {
    if (isProposal) return await proposeHours(booking.id, peer.id, wanted, words);
    if (!unsent) return await changeRequest(booking, { peerId: peer.id, plane }, wanted, totalCents);
    await changeUnsent(unsent, wanted, totalCents, plane);
    return null;
  };
  return (
    <HoursDialog
      title={isProposal ? "Propose other hours" : "Change your request"}
      actionLabel={isProposal ? "Propose" : "Change Request"}
      note={isProposal ? `Nothing changes until ${name} accepts the new hours.` : `${name} answers the new hours.`}
      plane={isProposal ? { ...plane, hourlyRate: rateOf(booking) } : plane}
      ownerName={booking.ownerId === peer.id ? name : (user?.name ?? "The owner")}
      booking={booking}
      hasWords={isProposal}
      onClose={onClose}
      onChoose={onChoose}
    />
  );
}
