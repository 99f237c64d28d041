import { Copy } from "../../../ui/icons/icons.ts";
import { useId, useState } from "react";
import { useOnline } from "../../../client/api/online.ts";
import { useCalendarAddress, type CalendarAddress } from "../../../client/bookings/calendar.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import styles from "./calendar-card.module.css";

/** Opens, copies and closes the private address from which calendar programs read the user's bookings. */
export function CalendarCard({ me }: { me: string }) {
  const address = useCalendarAddress(me);
  const isOnline = useOnline();
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>Your calendar</h2>
      <div className={styles.body}>
        <p>One private address puts your bookings into any calendar. It updates by itself.</p>
        {address.state === "open" ? <Opened address={address} /> : <Closed address={address} />}
        {!isOnline && <p className="hint">Opening and closing it needs a connection.</p>}
        <p className="hint">Whoever has the address can read your bookings. Closing it ends it for good.</p>
      </div>
    </section>
  );
}

function Closed({ address: { state, isBusy, open } }: { address: CalendarAddress }) {
  const isOnline = useOnline();
  return (
    <div className={styles.actions}>
      <Button size="sm" busy={isBusy} disabled={!isOnline || state !== "closed"} onClick={open}>
        {isBusy ? "Opening..." : "Open an address"}
      </Button>
    </div>
  );
}

function Opened({ address: { url, isBusy, open, close } }: { address: CalendarAddress }) {
  const [asking, setAsking] = useState<"close" | "replace" | null>(null);
  const isOnline = useOnline();
  return (
    <>
      {url ? (
        <input
          className={styles.address}
          aria-label="Calendar address"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : (
        <p className="hint">An address is open. Only the device that opened it can show it.</p>
      )}
      <div className={styles.actions}>
        {url ? (
          <Button size="sm" onClick={() => void copy(url)}>
            <Icon of={Copy} size="s" />
            Copy address
          </Button>
        ) : (
          <Button size="sm" busy={isBusy} disabled={!isOnline} onClick={() => setAsking("replace")}>
            Open another
          </Button>
        )}
        <Button size="sm" variant="quiet" busy={isBusy} disabled={!isOnline} onClick={() => setAsking("close")}>
          Close it
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === "replace" ? "Open another address?" : "Close this address?"}
        actionLabel={asking === "replace" ? "Open Another" : "Close Address"}
        keepLabel="Keep It"
        onAction={() => {
          if (asking === "replace") open();
          else close();
          setAsking(null);
        }}
      >
        Calendars that use the present address stop updating.
      </ConfirmDialog>
    </>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Address copied", description: "Add it to your calendar as a subscription." });
  } catch {
    toast({ title: "Address not copied", description: "Select it and copy it by hand.", kind: "bad" });
  }
}
