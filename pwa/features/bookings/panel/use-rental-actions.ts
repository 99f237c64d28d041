// What a reader of an aircraft's page can do: book it at the price and terms shown, and write to its owner.
import { useEffect, useEffectEvent, useState } from "react";
import { verdictsOf } from "../../../../shared/domain/eligibility/eligibility.ts";
import { minimaKeys } from "../../../../shared/domain/eligibility/requirements-rules.ts";
import { priceOf } from "../../../../shared/kit/money.ts";
import type { RefusedPrice } from "../../../client/bookings/refused-price.ts";
import { requestIds } from "../../../client/bookings/unsent-booking.ts";
import type { AircraftDetail } from "../../../client/catalogue/detail-source.ts";
import { refetchDetail } from "../../../client/catalogue/details.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { openDialog, useDialogs } from "../../../client/shell/dialogs.ts";
import type { WalletState } from "../../../client/wallet/wallet.ts";
import { requestText, type BookingDetails } from "./booking-request.ts";
import type { BookedPlane } from "./use-booking-choice.ts";

type ReadyDetail = Extract<AircraftDetail, { state: "ready" }>;

/** The rate that the server named when it refused a request; the details, with the terms, may be older and are read again. */
export function useCurrentRate({ id, hourlyRate }: BookedPlane, refused: RefusedPrice | null): number {
  const rate = refused?.rate ?? hourlyRate;
  const isOld = rate !== hourlyRate || (refused !== null && "terms" in refused.quote);
  useEffect(() => {
    if (isOld) void refetchDetail(id);
  }, [id, isOld, rate, hourlyRate]);
  return rate;
}

/**
 * The reader's actions: guests log in first; owners can neither book nor contact themselves. A request that is sent before the owner is
 * known waits for that.
 */
export function useRentalActions(
  aircraft: BookedPlane & { ownerId: string },
  detail: ReadyDetail | null,
  wallet: WalletState | null,
) {
  const { user } = useAuth();
  const owner = detail?.owner ?? null;
  const [early, setEarly] = useState<BookingDetails | null>(null);
  const conversation = owner && {
    name: "message" as const,
    recipient: { id: owner.id, name: owner.name, userType: "owner" as const, verified: owner.verified },
    aircraftId: aircraft.id,
  };
  const book = (details: BookingDetails) => {
    if (!user) return openDialog({ ...logIn, why: "Log in to send your booking request." });
    if (!conversation) return setEarly(details);
    // Ignores the second of two quick clicks, since the first one's dialog is loading.
    if (useDialogs.getState().dialog) return;
    const { start: startDate, hours } = details;
    const { bookingId, messageId } = requestIds(user.id, aircraft.id, details);
    const quotedTotalCents = priceOf(aircraft.hourlyRate, hours).totalCents;
    const quoted = { quotedTotalCents, ...quotedBy(detail, wallet, details.date) };
    const booking = { id: bookingId, aircraftId: aircraft.id, startDate, hours, ...quoted };
    const initialMessage = { id: messageId, senderId: user.id, content: requestText(aircraft, details), booking };
    openDialog({ ...conversation, initialMessage });
  };
  const bookEarly = useEffectEvent(book);
  useEffect(() => {
    if (!owner || !early) return;
    setEarly(null);
    bookEarly(early);
  }, [owner, early]);
  if (user?.id === aircraft.ownerId) return { onContact: null, onBook: null };
  const contact = () => {
    if (!conversation) return;
    if (user) openDialog(conversation);
    else openDialog({ ...logIn, why: "Log in to write to the owner.", next: conversation });
  };
  return { onContact: contact, onBook: book };
}

/** The terms that the page showed, and how the wallet compares with the minima it showed. */
function quotedBy(detail: ReadyDetail | null, wallet: WalletState | null, day: string) {
  if (!detail) return {};
  const { terms, requirements } = detail.aircraft;
  return {
    // Absent in details of an older version.
    ...((terms as typeof terms | undefined) !== undefined && { quotedTerms: terms }),
    ...(requirements &&
      wallet?.state === "ready" && { verdicts: verdictsOf(minimaKeys(requirements), wallet.wallet, day) }),
  };
}

const logIn = { name: "auth", tab: "login" } as const;
