import type { Drawing } from "../../ui/icons/drawn.ts";
import { CircleAlert, Laptop, Smartphone, Tablet } from "../../ui/icons/icons.ts";
import { useRef, useState } from "react";
import type { Device } from "../../../shared/domain/notices.ts";
import { asOfLabel } from "../../../shared/kit/dates.ts";
import type { OwnDevices } from "../../client/push/notice-settings.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Section } from "../../ui/display/section.tsx";
import { useFocusAfterRemoval } from "../../ui/hooks/use-focus-after-removal.ts";
import styles from "./settings.module.css";

const icons: Record<Device["kind"], Drawing> = { phone: Smartphone, tablet: Tablet, computer: Laptop };

/** Devices on which the user is signed in. Removing one signs it out and ends its notifications. */
export function DeviceList({ loaded, remove, removeOthers }: Omit<OwnDevices, "ask">) {
  const [toRemove, setToRemove] = useState<Device | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const count = loaded.state === "ready" ? loaded.data.length : undefined;
  const focusAfterRemoval = useFocusAfterRemoval(box, { buttons: "li button", count, headingOf: "section" });
  return (
    <Section title="Devices">
      <div ref={box} {...focusAfterRemoval}>
        {loaded.state !== "ready" ? (
          <p className="hint" role="status">
            {loaded.state === "loading" ? "Loading..." : "Your devices show when you have signal."}
          </p>
        ) : (
          <ul className={styles.panel}>
            {loaded.data.map((device) => (
              <li key={device.id} className={styles.device}>
                <Icon of={icons[device.kind]} />
                <div>
                  <p className={styles.name}>{device.name}</p>
                  <Alerts device={device} />
                </div>
                {device.isCurrent ? (
                  <Badge>This {device.kind}</Badge>
                ) : (
                  <Button variant="quiet" size="sm" onClick={() => setToRemove(device)}>
                    Remove<span className="vh"> {device.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {loaded.state === "ready" && loaded.data.some((device) => !device.isCurrent) && (
        <Button className={styles.under} onClick={() => setAsking(true)}>
          Sign out all other devices
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out all other devices?"
        actionLabel="Sign Out Others"
        busy={isBusy}
        onAction={() => {
          setBusy(true);
          void removeOthers().finally(() => {
            setBusy(false);
            setAsking(false);
          });
        }}
      >
        They get no more alerts. What waits there to be sent is kept for the next log-in.
      </ConfirmDialog>
      <ConfirmDialog
        open={toRemove !== null}
        onClose={() => setToRemove(null)}
        title={`Remove ${toRemove?.name ?? "device"}?`}
        actionLabel="Remove Device"
        onAction={() => {
          if (toRemove) remove(toRemove.id);
          setToRemove(null);
        }}
      >
        It is logged out and gets no more alerts. What waits there to be sent is kept for the next log-in.
      </ConfirmDialog>
    </Section>
  );
}

function Alerts({ device: { alerts, lastSeenAt } }: { device: Device }) {
  const now = new Date();
  if (!alerts) return <p className="hint">No alerts. Last seen {asOfLabel(lastSeenAt, now)}</p>;
  if (alerts.failingSince) {
    return (
      <p className={styles.failing}>
        <Icon of={CircleAlert} size="s" /> Not delivered since {asOfLabel(alerts.failingSince, now)}
      </p>
    );
  }
  const last = alerts.lastDeliveredAt;
  return <p className="hint">{last ? `Last alert ${asOfLabel(last, now)}` : "No alert yet"}</p>;
}
