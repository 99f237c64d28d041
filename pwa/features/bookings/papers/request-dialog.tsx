import { MessageSquare } from "../../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { answerByOf, hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { termWords } from "../../../../shared/domain/terms/rental-terms-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { dollarsAndCents } from "../../../../shared/kit/money.ts";
import { readerHours, readerTime, zonedSpan } from "../../../../shared/kit/zoned-hours.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { useRow } from "../../../client/sync/rows.ts";
import { sharedOf } from "../../../client/wallet/sharing.ts";
import { Link } from "../../../ui/actions/link.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Avatar } from "../../../ui/display/avatar.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { MinimaTable } from "../../../ui/display/minima-table.tsx";
import { TermList } from "../../../ui/display/term-list.tsx";
import { Verdict } from "../../../ui/display/verdict.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { BookingWithStatus } from "../booking-state.ts";
import { DeclineDialog } from "../card/cancel-dialog.tsx";
import type { Steps } from "../use-steps.ts";
import { countsOf, minimaWithVerdicts, notReached } from "./compared-minima.ts";
import { PapersShown } from "./papers-shown.tsx";
import styles from "./request-dialog.module.css";

export type RequestDialogProps = {
  booking: BookingWithStatus;
  /** The pilot. */
  peer: { id: string; name: string };
  plane: KnownAircraft | null;
  steps: Steps;
  onClose: () => void;
};

/** For the owner: a request with the minima and how the pilot's wallet compared, the shared papers, the terms, and the answer. */
export function RequestDialog({ booking, peer, plane, steps, onClose }: RequestDialogProps) {
  const [isDeclining, setDeclining] = useState(false);
  const isWriting = useRef(false);
  const rows = minimaWithVerdicts(booking.eligibility);
  const first = peer.name.split(" ", 1)[0] ?? peer.name;
  const isAnswer = steps.steps.includes("accepted");
  const answer = (take: () => void) => {
    onClose();
    take();
  };
  const write = () => {
    isWriting.current = true;
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      focusOnClose={() => (isWriting.current ? messageField() : null)}
      title={<Title booking={booking} plane={plane} />}
      foot={
        isAnswer && (
          <>
            {rows.length > 0 && (
              <p className={styles.why}>Declining tells {first} which minimum it was, if you pick one.</p>
            )}
            <Button className={styles.decline} onClick={() => setDeclining(true)}>
              Decline
            </Button>
            <Button className={styles.write} onClick={write}>
              <Icon of={MessageSquare} />
              Write first
            </Button>
            <Button variant="primary" className={styles.accept} onClick={() => answer(() => steps.take("accepted"))}>
              Accept
            </Button>
          </>
        )
      }
    >
      <Pilot peer={peer} flightsTogether={booking.flightsTogether} />
      <Facts booking={booking} plane={plane} />
      <div className={styles.columns}>
        {rows.length > 0 && (
          <section aria-labelledby="minima-title">
            <div className={styles.counts}>
              <h3 id="minima-title">Your minima</h3>
              {countsOf(rows).map(({ verdict, text }) => (
                <Verdict key={verdict} tone={verdict}>
                  {text}
                </Verdict>
              ))}
              <span className="muted">
                of the {rows.length === 1 ? "minimum" : `${rows.length} minima`} you set. You decide.
              </span>
            </div>
            <MinimaTable label="Your minima" head={["You ask", peer.name]} rows={rows} />
          </section>
        )}
        <PapersShown bookingId={booking.id} named={sharedOf(booking)} pilot={first} hasMinima={rows.length > 0} />
      </div>
      {booking.terms && (
        <section aria-labelledby="terms-title" className={styles.kept}>
          <h3 id="terms-title">Rental terms</h3>
          <TermList terms={termWords(booking.terms)} />
        </section>
      )}
      {isDeclining && (
        <DeclineDialog
          peerName={peer.name}
          minima={notReached(booking.eligibility)}
          onClose={() => setDeclining(false)}
          onDecline={(why) => answer(() => steps.take("declined", why))}
        />
      )}
    </Dialog>
  );
}

/** The field of the conversation around the card. */
const messageField = () => document.querySelector<HTMLElement>("textarea[data-autofocus]");

/** A phone has no room for the aircraft, which its facts name. */
function Title({ booking, plane }: Pick<RequestDialogProps, "booking" | "plane">) {
  const kind = booking.status === "requested" ? "Request" : "Booking";
  if (!plane) return kind;
  const [name, ending] = demoNameParts(plane.name);
  return (
    <>
      {kind}
      <span className={styles.aircraft}>
        {" "}
        for {name}
        {ending && <span className="demo">{ending}</span>}
      </span>
    </>
  );
}

function Pilot({ peer, flightsTogether }: { peer: RequestDialogProps["peer"]; flightsTogether: number | null }) {
  const person = useRow("people", peer.id);
  const about = [
    "Pilot",
    person && `member since ${person.memberSince}`,
    flightsTogether !== null && `${counted(flightsTogether, "flight")} with you`,
  ].filter(Boolean);
  return (
    <div className={styles.pilot}>
      <span className={styles.picture}>
        <Avatar name={peer.name} url={person?.avatarUrl} size="fit" />
      </span>
      <div>
        <Link to={`/profile/${peer.id}`} className={styles.name}>
          {peer.name}
        </Link>
        <p className="muted">{about.join(", ")}</p>
      </div>
    </div>
  );
}

function Facts({ booking, plane }: Pick<RequestDialogProps, "booking" | "plane">) {
  const zone = plane ? zoneOf(plane) : undefined;
  const { status, totalCents, hours } = booking;
  const isRequest = status === "requested";
  const answerBy = answerByOf(booking);
  const terms = [
    ...(plane ? [{ name: "Aircraft", value: demoNameParts(plane.name)[0], className: styles.plane }] : []),
    {
      name: "When",
      value: zonedSpan(booking, zone),
      condition: readerHours(booking, zone) ?? undefined,
      className: styles.when,
    },
    { name: "Duration", value: hoursLabel(hours), className: styles.hours },
    ...(totalCents > 0 ? [{ name: "Total", value: dollarsAndCents(totalCents / 100), className: styles.total }] : []),
    ...(isRequest
      ? [
          {
            name: "Answer by",
            value: zonedTime(answerBy, zone),
            condition: readerTime(answerBy, zone) ?? undefined,
            className: styles.answer,
          },
        ]
      : []),
  ];
  return <TermList terms={terms} className={styles.facts} />;
}
