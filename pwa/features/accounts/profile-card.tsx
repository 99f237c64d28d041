import { BadgeCheck } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { PublicUser } from "../../../shared/domain/accounts.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { explainVerified } from "../../client/shell/dialogs.ts";
import { BadgeButton } from "../../ui/display/badge-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import styles from "./profile-card.module.css";

type ProfileCardProps = {
  person: PublicUser & { verifiedAt?: string | null | undefined };
  /** Set only on the user's own profile. */
  email: string | null;
  /** Content beside the badges, such as the sync state. */
  badge?: ReactNode;
  /** The user's actions, such as logging out. */
  actions?: ReactNode;
};

export function userTypeLabel(userType: PublicUser["userType"]): string {
  return userType === "owner" ? "Aircraft Owner" : "Pilot";
}

/** A user's identity and key facts. */
export function ProfileCard({ person, email, badge, actions }: ProfileCardProps) {
  const facts: [label: string, value: string, note?: string | undefined][] = [
    ["Account type", userTypeLabel(person.userType)],
    // A zero without reviews is no rating; the note keeps it from reading like the worst one.
    ["Rating", person.rating.toFixed(2), person.reviewCount === 0 ? "No reviews yet" : undefined],
    ["Reviews", String(person.reviewCount)],
    ["Member since", person.memberSince],
  ];
  return (
    <div className={styles.card}>
      <div className={styles.identity}>
        <span className={styles.avatar}>
          <Avatar name={person.name} url={person.avatarUrl} size="fit" />
        </span>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{person.name}</h1>
          {email && <p className={styles.email}>{email}</p>}
          <p className={styles.badges}>
            <Badge>{userTypeLabel(person.userType)}</Badge>
            {person.verified && (
              <BadgeButton
                icon={BadgeCheck}
                label="Verified"
                onPress={() => explainVerified({ of: "member", id: person.id, verifiedAt: person.verifiedAt })}
              />
            )}
            {badge}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value, note]) => (
          <div key={label}>
            <dt className="lab">{label}</dt>
            <dd className="val">{value}</dd>
            {note && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
