import { BadgeCheck, MapPin } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import { shownPicture, typeLabel } from "../../../shared/domain/aircraft-rules.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Rating } from "../../ui/display/rating.tsx";
import { AircraftName } from "./aircraft-name.tsx";
import { CardFoot } from "./card-foot.tsx";
import { NextFree } from "./next-free.tsx";
import { Picture } from "./picture.tsx";
import styles from "./aircraft-card.module.css";

type AircraftCardProps = {
  plane: Plane;
  /** Renders the favorite button, which is outside the card's link. Pass the same function to every card. */
  renderFavorite?: (plane: Plane) => ReactNode;
  /** Renders a note at the end of the location's line, such as a badge. Pass the same function to every card. */
  renderNote?: ((plane: Plane) => ReactNode) | undefined;
  /** Renders a row below the price. Pass the same function to every card. */
  renderFoot?: ((plane: Plane) => ReactNode) | undefined;
  /** In the first view: its picture is fetched at once. */
  isUrgent?: boolean;
};

/** One listing in a grid. The whole card is the target of View Details. */
export const AircraftCard = memo(function AircraftCard({
  plane,
  renderFavorite,
  renderNote,
  renderFoot,
  isUrgent,
}: AircraftCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.photo}>
        <Picture src={shownPicture(plane)} alt={plane.name} isUrgent={isUrgent} />
        {plane.verified && (
          <Badge tone="link" icon={BadgeCheck} onPicture className={styles.verified}>
            Verified
          </Badge>
        )}
        {renderFavorite && <div className={styles.heart}>{renderFavorite(plane)}</div>}
      </div>
      <div className={styles.body}>
        <h3>
          <AircraftName name={plane.name} />
        </h3>
        <div className={styles.row}>
          <span>{typeLabel(plane.type)}</span>
          <span className={styles.rating}>
            {plane.reviewCount > 0 ? <Rating value={plane.rating} count={plane.reviewCount} /> : "No reviews yet"}
          </span>
        </div>
        <div className={styles.row}>
          <span className={styles.location}>
            <Icon of={MapPin} size="s" />
            {plane.location}
          </span>
          <NextFree plane={plane} />
          {renderNote?.(plane)}
        </div>
      </div>
      <dl className={`strip ${styles.strip}`}>
        <div>
          <dt className="lab">Seats</dt>
          <dd className="val">{plane.seats}</dd>
        </div>
        <div>
          <dt className="lab">Cruise speed</dt>
          <dd className="val">{plane.cruiseSpeed} kts</dd>
        </div>
      </dl>
      <CardFoot plane={plane} linkClassName={styles.link} />
      {renderFoot?.(plane)}
    </article>
  );
});
