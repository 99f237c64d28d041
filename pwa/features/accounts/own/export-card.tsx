import { useOnline } from "../../../client/api/online.ts";
import { exportAddress } from "../../../client/session/export-address.ts";
import { ButtonLink } from "../../../ui/actions/button.tsx";
import { TitledCard } from "../../../ui/display/titled-card.tsx";
import { NeedsConnection } from "../needs-connection.tsx";
import styles from "./account-card.module.css";

/** Downloads everything that the server has about the user. The browser saves it while it arrives. */
export function ExportCard() {
  const isOnline = useOnline();
  return (
    <TitledCard title="Your data">
      <p className={styles.text}>
        Everything Tailhour stores about you in one zip: profile, messages, bookings, reviews, listings and pictures.
      </p>
      {isOnline && (
        <ButtonLink full to={exportAddress} reloadDocument download="tailhour-export.zip">
          Download My Data
        </ButtonLink>
      )}
      <NeedsConnection />
    </TitledCard>
  );
}
