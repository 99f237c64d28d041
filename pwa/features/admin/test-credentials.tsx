import type { AdminStats } from "../../../shared/domain/admin.ts";
import styles from "./test-credentials.module.css";

/** The demo's logins. Drawn only where the server names them. */
export function TestCredentials({ logins }: { logins: NonNullable<AdminStats["testCredentials"]> }) {
  return (
    <section className={styles.card} aria-labelledby="test-credentials-title">
      <h2 id="test-credentials-title">Test Credentials</h2>
      <dl>
        {logins.map(({ who, email, password }) => (
          <div key={email}>
            <dt className="lab">{who}</dt>
            <dd className="val">{email}</dd>
            <dd className="val">{password}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
