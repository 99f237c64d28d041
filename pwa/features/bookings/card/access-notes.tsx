import { KeyRound } from "../../../ui/icons/icons.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import styles from "./access-notes.module.css";

/** What the owner wrote for pilots of accepted bookings: gate code, key, parking. Gone when the flight ends. */
export function AccessNotes({ booking, me }: { booking: BookingWithStatus; me: string }) {
  const { pilotId, status, endsAt, accessNotes } = booking;
  const now = useNow();
  if (!accessNotes || pilotId !== me || status !== "accepted" || Date.parse(endsAt) <= now.getTime()) return null;
  return (
    <div className={styles.notes}>
      <Icon of={KeyRound} size="s" />
      <div>
        <h5 className={styles.title}>Access notes</h5>
        <p className={styles.text}>{accessNotes}</p>
        <p className={styles.who}>On this device until the flight ends.</p>
      </div>
    </div>
  );
}
