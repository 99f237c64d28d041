import { BadgeCheck, MessageSquare } from "../../ui/icons/icons.ts";
import type { Owner } from "../../../shared/domain/accounts.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { explainVerified } from "../../client/shell/dialogs.ts";
import { BadgeButton } from "../../ui/display/badge-button.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Rating } from "../../ui/display/rating.tsx";
import { Section } from "../../ui/display/section.tsx";
import { replyWords } from "../../client/messages/reply-words.ts";
import styles from "./owner-card.module.css";

type OwnerCardProps = {
  owner: Owner;
  /** Null when the reader cannot write to the owner. */
  onContact: (() => void) | null;
};

export function OwnerCard({ owner, onContact }: OwnerCardProps) {
  return (
    <Section title="Owner">
      <div className={styles.owner}>
        <Avatar name={owner.name} url={owner.avatarUrl} size="l" />
        <div>
          <div className={styles.name}>
            <h3>
              <Link to={`/profile/${owner.id}`}>{owner.name}</Link>
            </h3>
            {owner.verified && (
              <BadgeButton
                icon={BadgeCheck}
                label="Verified"
                onPress={() => explainVerified({ of: "member", id: owner.id, verifiedAt: owner.verifiedAt })}
              />
            )}
          </div>
          <div className={styles.meta}>
            {owner.reviewCount > 0 ? (
              <Rating value={owner.rating} count={owner.reviewCount} />
            ) : (
              <span>No reviews yet</span>
            )}
            <span>Member since {owner.memberSince}</span>
            <span>
              Response time <b>{replyWords(owner) ?? (owner.responseTime || "N/A")}</b>
            </span>
          </div>
        </div>
        {owner.bio && <p className={styles.whole}>{owner.bio}</p>}
        <div className={`${styles.whole} ${styles.foot}`}>
          {onContact && (
            <Button onClick={onContact}>
              <Icon of={MessageSquare} />
              Contact Owner
            </Button>
          )}
          {owner.aircraftCount !== undefined && owner.aircraftCount > 1 && (
            <Link to={`/profile/${owner.id}`} className={styles.fleet}>
              {owner.aircraftCount} aircraft of {owner.name}
            </Link>
          )}
        </div>
      </div>
    </Section>
  );
}
