import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router-dom";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { mayEdit } from "../../shared/domain/aircraft-rules.ts";
import { priceOf } from "../../shared/kit/money.ts";
import type { AircraftDetail } from "../client/catalogue/detail-source.ts";
import { refetchDetail } from "../client/catalogue/details.ts";
import { openDialog, useDialogs } from "../client/shell/dialogs.ts";
import type { RefusedPrice } from "../client/bookings/refused-price.ts";
import { requestIds } from "../client/bookings/unsent-booking.ts";
import { useCatalogueSource } from "../client/catalogue/use-catalogue.ts";
import { useDetailView, type DetailView } from "../client/listings/own-detail.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { AircraftTitle, Description, Features, Specifications } from "../features/aircraft/aircraft-facts.tsx";
import { AsOf } from "../features/aircraft/as-of.tsx";
import { DeleteButton } from "../features/aircraft/delete-button.tsx";
import { DetailBar } from "../features/aircraft/detail-bar.tsx";
import { AvailabilityButton } from "../features/availability/availability-button.tsx";
import { EditAircraftButton, EditButton } from "../features/aircraft/edit-button.tsx";
import { Gallery } from "../features/aircraft/gallery.tsx";
import { ListingNote } from "../features/aircraft/listing-note.tsx";
import { OwnerCard } from "../features/aircraft/owner-card.tsx";
import { PricePerHour } from "../features/aircraft/price-per-hour.tsx";
import { ShareButton } from "../features/aircraft/share-button.tsx";
import { SimilarAircraft } from "../features/aircraft/similar-aircraft.tsx";
import { BookingPanel } from "../features/bookings/panel/booking-panel.tsx";
import { requestText, type BookingDetails } from "../features/bookings/panel/booking-request.ts";
import { BuyBar } from "../features/bookings/panel/buy-bar.tsx";
import type { BookingSheetProps, SheetStep } from "../features/bookings/panel/booking-sheet.tsx";
import { useBookingChoice } from "../features/bookings/panel/use-booking-choice.ts";
import { Heart } from "../features/favorites/heart.tsx";
import { ReviewList } from "../features/reviews/review-list.tsx";
import { ButtonLink } from "../ui/actions/button.tsx";
import { lazyComponent } from "../ui/hooks/lazy-component.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { classNames } from "../ui/styles/class-names.ts";
import { Skeleton } from "../ui/display/skeleton.tsx";
import styles from "./aircraft-detail.module.css";

const BookingSheet = lazyComponent<BookingSheetProps>(
  async () => (await import("../features/bookings/panel/booking-sheet.tsx")).BookingSheet,
  { dismiss: ({ onStep }) => onStep(null) },
);

const renderFavorite = (card: AircraftCard) => <Heart plane={card} small />;

export function AircraftDetailPage() {
  const { id = "" } = useParams();
  const { detail, ...own } = useDetailView(id);
  usePageTitle(titleOf(detail));
  if (detail.state === "ready") return <ReadyPage key={id} detail={detail} own={own} />;
  return (
    <div className={classNames("wrap", detail.state === "loading" && styles.page)}>
      <DetailBar onPicture={detail.state === "loading"} />
      {detail.state === "loading" && <Loading id={id} />}
      {detail.state === "missing" && (
        <EmptyState title="Aircraft not found" level="h1" action={<ButtonLink to="/">Back to Home</ButtonLink>}>
          It may have been taken off the market.
        </EmptyState>
      )}
      {detail.state === "unavailable-offline" && (
        <EmptyState title="Not on this device" level="h1" action={<ButtonLink to="/">Back to Home</ButtonLink>}>
          You have not opened this aircraft here before. It opens when you have signal.
        </EmptyState>
      )}
    </div>
  );
}

function titleOf(detail: AircraftDetail): string {
  if (detail.state === "ready") return detail.aircraft.name;
  return { loading: "Loading...", missing: "Aircraft not found", "unavailable-offline": "Not on this device" }[
    detail.state
  ];
}

type Ready = Extract<AircraftDetail, { state: "ready" }>;

function ReadyPage({ detail, own }: { detail: Ready; own: Omit<DetailView, "detail"> }) {
  const { owner, pictures, reviews, asOf, isUnconfirmed } = detail;
  const { user } = useAuth();
  const choice = useBookingChoice(detail.aircraft, owner, user?.id ?? null);
  const aircraft = useCurrentRate(detail.aircraft, choice.refused);
  const [step, setStep] = useState<SheetStep | null>(null);
  const panel = useRef<HTMLElement>(null);
  const { onContact, onBook } = useActions(aircraft, owner);
  const refusedEntry = own.waiting === "attention" ? own.entryId : undefined;
  const edit = <EditAircraftButton plane={aircraft} refusedEntry={refusedEntry} />;
  return (
    <div className={`wrap ${styles.page}`}>
      <DetailBar onPicture>
        <ShareButton plane={aircraft} />
        <div className={styles.heartPlace}>
          <Heart plane={aircraft} shape="plain" className={styles.heart} />
        </div>
        {mayEdit(aircraft, user) && (
          <>
            <EditButton plane={aircraft} refusedEntry={refusedEntry} />
            <DeleteButton plane={aircraft} />
          </>
        )}
      </DetailBar>
      <div className={styles.detail}>
        <div className={styles.about}>
          <AircraftTitle plane={aircraft} owner={owner} />
          <div className={styles.picture}>
            <Gallery plane={aircraft} known={pictures} />
          </div>
          {own.waiting && (
            <p className={styles.note}>
              <ListingNote waiting={own.waiting} />
            </p>
          )}
          <Description plane={aircraft} />
          <AsOf time={asOf} always={isUnconfirmed} className={styles.asOf} />
          <Specifications plane={aircraft} />
          <Features features={aircraft.features} />
        </div>
        <div className={styles.booking}>
          <BookingPanel
            ref={panel}
            plane={aircraft}
            choice={choice}
            onBook={onBook}
            ownerId={owner.id}
            onSent={() => onContact?.()}
            onSheet={() => setStep("date")}
            price={<PricePerHour rate={aircraft.hourlyRate} isLarge />}
            ownActions={
              <>
                {edit}
                <AvailabilityButton plane={aircraft} />
                <ButtonLink to="/messages">See Requests</ButtonLink>
              </>
            }
          />
        </div>
        <div className={styles.people}>
          <OwnerCard owner={owner} onContact={onContact} />
          <ReviewList
            reviews={reviews}
            asOf={asOf}
            ownerName={owner.name}
            onReplied={user?.id === owner.id ? () => refetchDetail(aircraft.id) : undefined}
          />
        </div>
      </div>
      <SimilarAircraft plane={aircraft} renderFavorite={renderFavorite} />
      <BuyBar
        panel={panel}
        plane={aircraft}
        choice={choice}
        onBook={onBook}
        onSheet={setStep}
        price={<PricePerHour rate={aircraft.hourlyRate} />}
        ownActions={edit}
      />
      {step && (
        <BookingSheet
          step={step}
          onStep={setStep}
          plane={aircraft}
          choice={choice}
          onBook={onBook}
          ownerId={owner.id}
          onSent={() => onContact?.()}
          price={<PricePerHour rate={aircraft.hourlyRate} />}
        />
      )}
    </div>
  );
}

/** The aircraft at the rate that the server named when it refused a request; the details may be older. */
function useCurrentRate(aircraft: Ready["aircraft"], refused: RefusedPrice | null): Ready["aircraft"] {
  const { id, hourlyRate } = aircraft;
  const rate = refused?.rate ?? hourlyRate;
  useEffect(() => {
    if (rate !== hourlyRate) void refetchDetail(id);
  }, [id, rate, hourlyRate]);
  return useMemo(() => ({ ...aircraft, hourlyRate: rate }), [aircraft, rate]);
}

/** The reader's actions: guests log in first; owners can neither book nor contact themselves. */
function useActions(aircraft: Ready["aircraft"], owner: Ready["owner"]) {
  const { user } = useAuth();
  const recipient = { id: owner.id, name: owner.name, userType: "owner" as const };
  const conversation = { name: "message" as const, recipient, aircraftId: aircraft.id };
  if (!user) {
    const logIn = { name: "auth", tab: "login" } as const;
    return {
      onContact: () => openDialog({ ...logIn, why: "Log in to write to the owner.", next: conversation }),
      onBook: () => openDialog({ ...logIn, why: "Log in to send your booking request." }),
    };
  }
  if (user.id === owner.id) return { onContact: null, onBook: null };
  const book = (details: BookingDetails) => {
    // Ignores the second of two quick clicks, since the first one's dialog is loading.
    if (useDialogs.getState().dialog) return;
    const { start: startDate, hours } = details;
    const { bookingId, messageId } = requestIds(user.id, aircraft.id, details);
    const quotedTotalCents = priceOf(aircraft.hourlyRate, hours).totalCents;
    const booking = { id: bookingId, aircraftId: aircraft.id, startDate, hours, quotedTotalCents };
    const initialMessage = { id: messageId, senderId: user.id, content: requestText(aircraft, details), booking };
    openDialog({ ...conversation, initialMessage });
  };
  return {
    onContact: () => openDialog(conversation),
    onBook: book,
  };
}

/** Passes the focus of this component's heading on to the heading that replaces it. */
function useHeadingHandover() {
  useLayoutEffect(
    () => () => {
      if (!document.activeElement?.matches("main h1")) return;
      queueMicrotask(() => {
        const heading = document.querySelector<HTMLElement>("main h1");
        if (!heading) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      });
    },
    [],
  );
}

/** Shows what the device's catalogue knows of the aircraft while its details load. */
function Loading({ id }: { id: string }) {
  const card = useCatalogueSource().catalogue?.find(id);
  useHeadingHandover();
  return (
    <div className={styles.detail}>
      <div className={styles.about}>
        {card && <AircraftTitle plane={card} />}
        <div className={styles.picture}>
          {card ? <Gallery plane={{ ...card, images: [] }} /> : <Skeleton className={styles.gallery} />}
        </div>
        <p role="status" className={styles.loading}>
          Loading...
        </p>
      </div>
      {card && (
        <div className={styles.booking}>
          <div className={styles.price}>
            <PricePerHour rate={card.hourlyRate} isLarge />
            <span className="muted">{card.minHours} hour minimum</span>
          </div>
        </div>
      )}
    </div>
  );
}
