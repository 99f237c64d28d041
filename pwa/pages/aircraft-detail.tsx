import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import type { ReviewCard } from "../../shared/domain/reviews.ts";
import { mayEdit } from "../../shared/domain/aircraft-rules.ts";
import { zoneOf } from "../../shared/domain/locations.ts";
import { photosOf as photosOfListing } from "../../shared/domain/pictures/listing-pictures.ts";
import type { AircraftDetail } from "../client/catalogue/detail-source.ts";
import { refetchDetail } from "../client/catalogue/details.ts";
import { useKnownCard } from "../client/catalogue/known-card.ts";
import { useDetailView, type DetailView } from "../client/listings/own-detail.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { usePathParams } from "../client/shell/path-params.ts";
import { useToday } from "../client/shell/hydrated.ts";
import { useAuth } from "../client/session/session.tsx";
import { useWallet, type WalletState } from "../client/wallet/wallet.ts";
import { AircraftTitle, Description, Features, Specifications } from "../features/aircraft/aircraft-facts.tsx";
import { AirfieldSection } from "../features/airfields/airfield-section.tsx";
import { AsOf } from "../features/aircraft/as-of.tsx";
import { DeleteButton } from "../features/aircraft/delete-button.tsx";
import { DetailBar } from "../features/aircraft/detail-bar.tsx";
import { AvailabilityButton } from "../features/availability/availability-button.tsx";
import { EditAircraftButton, EditButton } from "../features/aircraft/edit-button.tsx";
import { Gallery } from "../features/aircraft/gallery.tsx";
import { ListingNote } from "../features/aircraft/listing-note.tsx";
import { OwnerCard } from "../features/aircraft/owner-card.tsx";
import { PricePerHour } from "../features/aircraft/price-per-hour.tsx";
import { RentalTermsSection } from "../features/aircraft/rental-terms-section.tsx";
import { ShareButton } from "../features/aircraft/share-button.tsx";
import { SimilarAircraft } from "../features/aircraft/similar-aircraft.tsx";
import { BookingPanel } from "../features/bookings/panel/booking-panel.tsx";
import { BuyBar } from "../features/bookings/panel/buy-bar.tsx";
import type { BookingSheetProps, SheetStep } from "../features/bookings/panel/booking-sheet.tsx";
import { useBookingChoice } from "../features/bookings/panel/use-booking-choice.ts";
import { useCurrentRate, useRentalActions } from "../features/bookings/panel/use-rental-actions.ts";
import { Heart } from "../features/favorites/heart.tsx";
import { ReportButton } from "../features/safety/report-button.tsx";
import { SavedPackRow } from "../features/packs/pack-row.tsx";
import { RequirementsSection } from "../features/eligibility/requirements-section.tsx";
import { ReviewList } from "../features/reviews/review-list.tsx";
import { ButtonLink } from "../ui/actions/button.tsx";
import { lazyComponent } from "../ui/hooks/lazy-component.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Skeleton } from "../ui/display/skeleton.tsx";
import styles from "./aircraft-detail.module.css";

const BookingSheet = lazyComponent<BookingSheetProps>(
  async () => (await import("../features/bookings/panel/booking-sheet.tsx")).BookingSheet,
  { dismiss: ({ onStep }) => onStep(null) },
);

const renderFavorite = (card: AircraftCard) => <Heart plane={card} small />;

export function AircraftDetailPage() {
  const { id = "" } = usePathParams();
  const { detail, ...own } = useDetailView(id);
  usePageTitle(titleOf(detail));
  const { state } = detail;
  if (state === "loading" || state === "ready") return <KnownAircraft key={id} id={id} detail={detail} own={own} />;
  return (
    <div className="wrap">
      <DetailBar />
      {state === "missing" ? (
        <EmptyState title="Aircraft not found" level="h1" action={<ButtonLink to="/">Back to Home</ButtonLink>}>
          It may have been taken off the market.
        </EmptyState>
      ) : (
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
type Own = Omit<DetailView, "detail">;

type KnownAircraftProps = { id: string; detail: AircraftDetail; own: Own };

/**
 * First what the device's catalogue knows of the aircraft, then all of it. Heading and pictures stay the same elements, so that nothing
 * is announced, fetched or drawn twice.
 */
function KnownAircraft({ id, detail, own }: KnownAircraftProps) {
  const card = useKnownCard(id);
  const { user } = useAuth();
  const ready = detail.state === "ready" ? detail : null;
  const plane = ready?.aircraft ?? card;
  const refusedEntry = own.waiting === "attention" ? own.entryId : undefined;
  const [day, setDay] = useState<string>();
  const pilotId = user && plane && user.id !== plane.ownerId ? user.id : null;
  const read = useWallet(pilotId);
  const wallet = pilotId === null ? null : read;
  // From here on the row itself takes the space that `/theme.js` reserved in the server's markup.
  useLayoutEffect(() => {
    if (user) delete document.documentElement.dataset["saved"];
  }, [user]);
  return (
    <div className={`wrap ${styles.page}`}>
      <DetailBar onPicture>
        {ready && (
          <>
            <ShareButton plane={ready.aircraft} />
            <div className={styles.heartPlace}>
              <Heart plane={ready.aircraft} shape="plain" hasWord className={styles.heart} />
            </div>
            {mayEdit(ready.aircraft, user) && (
              <>
                <EditButton plane={ready.aircraft} refusedEntry={refusedEntry} />
                <DeleteButton plane={ready.aircraft} />
              </>
            )}
          </>
        )}
      </DetailBar>
      <div className={styles.detail}>
        <div className={styles.about}>
          {plane && <AircraftTitle plane={plane} owner={ready?.owner} />}
          <div className={styles.pack}>
            {plane && user && <SavedPackRow plane={{ id, name: plane.name, photos: photosOf(card, ready) }} />}
          </div>
          <div className={styles.picture}>
            {plane ? (
              <Gallery
                plane={{ ...plane, images: ready?.aircraft.images ?? [] }}
                known={ready?.pictures}
                expected={ready ? undefined : card?.photos}
              />
            ) : (
              <Skeleton className={styles.gallery} />
            )}
          </div>
          {ready ? (
            <About detail={ready} waiting={own.waiting} wallet={wallet} day={day} />
          ) : (
            <p role="status" className={styles.loading} data-growing="">
              Loading...
            </p>
          )}
        </div>
        {plane && <Renting plane={plane} detail={ready} refusedEntry={refusedEntry} wallet={wallet} onDay={setDay} />}
      </div>
      {ready && <SimilarAircraft plane={ready.aircraft} renderFavorite={renderFavorite} />}
    </div>
  );
}

type AboutProps = { detail: Ready; waiting: Own["waiting"]; wallet: WalletState | null; day: string | undefined };

function About({ detail: { aircraft, airfield, asOf, isUnconfirmed }, waiting, wallet, day }: AboutProps) {
  const today = useToday(zoneOf(aircraft));
  const { user } = useAuth();
  return (
    <>
      {waiting && (
        <p className={styles.note}>
          <ListingNote waiting={waiting} />
        </p>
      )}
      <Description plane={aircraft} />
      <AsOf time={asOf} always={isUnconfirmed} className={styles.asOf} />
      <Specifications plane={aircraft} />
      <Features features={aircraft.features} />
      <AirfieldSection plane={aircraft} facts={airfield} />
      <RentalTermsSection terms={aircraft.terms} />
      <RequirementsSection requirements={aircraft.requirements} wallet={wallet} day={day ?? today} />
      {user && user.id !== aircraft.ownerId && (
        <ReportButton
          subject={{ targetType: "aircraft", targetId: aircraft.id, name: aircraft.name }}
          label="Report this listing"
        />
      )}
    </>
  );
}

const reportOfReview = ({ id, userName }: ReviewCard) => (
  <ReportButton
    subject={{ targetType: "review", targetId: id, name: userName }}
    label={`Report review by ${userName}`}
  />
);

type RentingProps = {
  plane: AircraftCard | Ready["aircraft"];
  detail: Ready | null;
  refusedEntry: string | undefined;
  wallet: WalletState | null;
  /** Called with the day that the reader chose. */
  onDay: (day: string | undefined) => void;
};

function photosOf(card: AircraftCard | undefined, ready: Ready | null): number {
  return ready ? photosOfListing(ready.aircraft).length : (card?.photos ?? 0);
}

/** Booking panel and buy bar, which share the chosen hours, and the people who rent and review. */
function Renting({ plane, detail, refusedEntry, wallet, onDay }: RentingProps) {
  const { user } = useAuth();
  const choice = useBookingChoice(plane, detail?.owner ?? { name: "The owner" }, user?.id ?? null);
  useEffect(() => onDay(choice.date), [onDay, choice.date]);
  const rate = useCurrentRate(plane, choice.refused);
  const aircraft = useMemo(() => ({ ...plane, hourlyRate: rate }), [plane, rate]);
  const [step, setStep] = useState<SheetStep | null>(null);
  const panel = useRef<HTMLElement>(null);
  const { onContact, onBook } = useRentalActions(aircraft, detail, wallet);
  const edit = detail && (
    <EditAircraftButton plane={{ ...detail.aircraft, hourlyRate: rate }} refusedEntry={refusedEntry} />
  );
  return (
    <>
      <div className={styles.booking}>
        <BookingPanel
          ref={panel}
          plane={aircraft}
          choice={choice}
          onBook={onBook}
          ownerId={plane.ownerId}
          onSent={() => onContact?.()}
          onSheet={() => setStep("date")}
          price={<PricePerHour rate={aircraft.hourlyRate} isLarge />}
          ownActions={
            <>
              {edit}
              {detail && <AvailabilityButton plane={detail.aircraft} />}
              <ButtonLink to="/messages">See Requests</ButtonLink>
            </>
          }
        />
      </div>
      {detail && (
        <div className={styles.people}>
          <OwnerCard owner={detail.owner} onContact={onContact} />
          <ReviewList
            reviews={detail.reviews}
            asOf={detail.asOf}
            ownerName={detail.owner.name}
            onReplied={user?.id === plane.ownerId ? () => refetchDetail(plane.id) : undefined}
            renderAction={reportOfReview}
          />
        </div>
      )}
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
          ownerId={plane.ownerId}
          onSent={() => onContact?.()}
          price={<PricePerHour rate={aircraft.hourlyRate} />}
        />
      )}
    </>
  );
}
