import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { PasskeysCard } from "../factors/passkeys-card.tsx";
import { SecondFactorCard } from "../factors/second-factor-card.tsx";
import { DeleteCard } from "./delete-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { EmailCard } from "./email-card.tsx";
import styles from "./account-cards.module.css";

/** What a user can change about the account, one card for each subject. */
export function AccountCards({ user }: { user: OwnUser }) {
  return (
    <div className={styles.cards}>
      <EmailCard user={user} />
      <PasskeysCard user={user} />
      <SecondFactorCard user={user} />
      <ExportCard />
      <DeleteCard user={user} />
    </div>
  );
}
