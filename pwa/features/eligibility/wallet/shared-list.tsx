import { useRef, useState } from "react";
import type { PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dayIn, shortDay } from "../../../../shared/kit/dates.ts";
import { useKnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import { knownPeer } from "../../../client/messages/known-peer.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { outcomeOf } from "../../../client/sync/outcome.ts";
import { useQueueEntries } from "../../../client/sync/queue-entries.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { useRow, useRows, type RowWithStatus } from "../../../client/sync/rows.ts";
import { keepShared, sharedNames, waitingShare } from "../../../client/wallet/sharing.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { PaperList, PaperRow } from "../../../ui/display/paper-list.tsx";
import { useCalm } from "../../../ui/hooks/use-calm.ts";
import { useFocusAfterRemoval } from "../../../ui/hooks/use-focus-after-removal.ts";
import styles from "./shared-list.module.css";

type PilotsBooking = RowWithStatus<"bookings">;
type Share = { booking: PilotsBooking; names: readonly PaperName[]; waiting: QueueItem | undefined };

/** The papers that owners can open now, each with its booking, and the way to stop that. */
export function SharedList({ userId }: { userId: string }) {
  const bookings = useRows("bookings", { pilotId: userId });
  const entries = useQueueEntries();
  const shares = (bookings ?? []).flatMap((booking): Share[] => {
    const names = sharedNames(booking);
    const waiting = waitingShare(booking.id, entries);
    return names.length > 0 || waiting ? [{ booking, names, waiting }] : [];
  });
  const list = useRef<HTMLElement>(null);
  const focusAfterRemoval = useFocusAfterRemoval(list, {
    buttons: "li button",
    count: shares.reduce((sum, { names }) => sum + names.length, 0),
    headingOf: "section",
  });
  const [presses, setPresses] = useState(0);
  const isCalm = useCalm(String(presses));
  return (
    <section aria-labelledby="shared-title" ref={list} {...focusAfterRemoval}>
      <h2 id="shared-title">Shared papers</h2>
      {shares.length > 0 ? (
        <>
          <PaperList>
            {shares.map((share) => (
              <SharedWith
                key={share.booking.id}
                userId={userId}
                share={share}
                isCalm={isCalm}
                onStop={() => setPresses(presses + 1)}
              />
            ))}
          </PaperList>
          <p className="hint">An owner reads a paper as it was when you shared it. Share it again to update it.</p>
        </>
      ) : (
        <p className="muted">Shown to nobody. The card of a request has «Share papers».</p>
      )}
    </section>
  );
}

type SharedWithProps = {
  userId: string;
  share: Share;
  /** While not calm, a press is the second one of a button that is gone. */
  isCalm: boolean;
  onStop: () => void;
};

function SharedWith({ userId, share: { booking, names, waiting }, isCalm, onStop }: SharedWithProps) {
  const person = useRow("people", booking.ownerId);
  const plane = useKnownAircraft(booking.aircraftId);
  const owner = person?.name ?? knownPeer(userId, booking.ownerId).name;
  const day = shortDay(dayIn(new Date(booking.startDate), plane ? zoneOf(plane) : undefined));
  const stop = async (name: PaperName) => {
    if (!isCalm) return;
    onStop();
    const left = names.filter((one) => one !== name);
    try {
      const outcome = await outcomeOf((await keepShared(booking.id, left, waiting)).id);
      const title = paperTitles[name];
      if (outcome.kind === "refused") throw new Error(outcome.message);
      if (outcome.kind === "done")
        toast({ title: "No longer shared", description: `${title}: ${owner} can no longer open it.` });
      else toast({ title: "Waiting for signal", description: `${title}: ${owner} can open it until then.` });
    } catch (problem) {
      const description = problem instanceof Error ? problem.message : undefined;
      toast({ title: "Error", description, kind: "bad" });
    }
  };
  return (
    <>
      {names.map((name) => (
        <PaperRow
          key={name}
          isCard={name === "certificate"}
          isLong
          title={paperTitles[name]}
          words={`Shown to ${owner} for the request of ${day}.`}
          action={
            <Button
              size="sm"
              aria-label={`Stop sharing ${paperTitles[name].toLowerCase()} with ${owner}, ${day}`}
              onClick={() => void stop(name)}
            >
              Stop sharing
            </Button>
          }
        />
      ))}
      {waiting && (
        <li className={styles.waiting}>
          {waiting.state === "attention"
            ? `Request of ${day}: not saved. ${waiting.reason ?? ""}`
            : `Request of ${day}: waiting for signal. Until then ${owner} can open what was shared before.`}
        </li>
      )}
    </>
  );
}
