import type { AdminStats } from "../../../shared/domain/admin.ts";
import { TitledCard } from "../../ui/display/titled-card.tsx";
import styles from "./test-credentials.module.css";

/** The demo's log-ins. Rendered only when the server sends them. */
export function TestCredentials({ logins }: { logins: NonNullable<AdminStats["testCredentials"]> }) {
  return (
    <TitledCard title="Test Credentials">
      <dl className={styles.logins}>
        {logins.map(({ who, email, password }) => (
          <div key={email}>
            <dt className="lab">{who}</dt>
            <dd className="val">{email}</dd>
            <dd className="val">{password}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}
