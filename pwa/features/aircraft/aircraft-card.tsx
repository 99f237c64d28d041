import { BadgeCheck, MapPin } from "../../ui/icons/icons.ts";
import { memo, type ReactNode } from "react";
import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import { typeLabel } from "../../../shared/domain/aircraft-rules.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Rating } from "../../ui/display/rating.tsx";
import { CardFrame } from "./card-frame.tsx";
import { NextFree } from "./next-free.tsx";
import styles from "./card-frame.module.css";

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
    <CardFrame
      plane={plane}
      heading="h3"
      isUrgent={isUrgent}
      badge={
        plane.verified && (
          <Badge tone="link" icon={BadgeCheck} onPicture className={styles.verified}>
            Verified
          </Badge>
        )
      }
      favorite={renderFavorite?.(plane)}
      facts={[
        { name: "Seats", value: plane.seats },
        { name: "Cruise speed", value: `${plane.cruiseSpeed} kts` },
      ]}
      end={renderFoot?.(plane)}
    >
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
    </CardFrame>
  );
}, isSameCard);

/** Compares planes by their fields: the server's page, the stored first view and the catalogue have an object each. */
function isSameCard({ plane: one, ...before }: AircraftCardProps, { plane: other, ...after }: AircraftCardProps) {
  return isSame(before, after, Object.is) && isSame(one, other, isSameValue);
}

function isSame<T extends object>(one: T, other: T, isEqual: (a: unknown, b: unknown) => boolean): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof T)[];
  return names.every((name) => isEqual(one[name], other[name]));
}

/** A field may be a list or an object. */
function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
