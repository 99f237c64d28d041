import type { SiteAbout } from "../../../shared/domain/site.ts";
import styles from "./operator-card.module.css";

/** The address, mail and phone of the operator, as the settings say. */
export function OperatorCard({ about }: { about: SiteAbout }) {
  const { isDemo, operator } = about;
  if (!operator)
    return (
      <p className={styles.card}>
        {isDemo
          ? "This is a demo of Tailhour. It has no company, no address and no support: nobody answers here."
          : "This site does not say who runs it."}
      </p>
    );
  const { name, address, email, phone } = operator;
  return (
    <address className={styles.card}>
      <b>{name}</b>
      {address && <span>{address}</span>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{phone}</a>}
    </address>
  );
}
