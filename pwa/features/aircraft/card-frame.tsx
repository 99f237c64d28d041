import type { ReactNode } from "react";
import type { AircraftCard as Plane } from "../../../shared/domain/aircraft.ts";
import { shownPicture } from "../../../shared/domain/aircraft-rules.ts";
import { AircraftName } from "./aircraft-name.tsx";
import { CardFoot } from "./card-foot.tsx";
import { Picture } from "./picture.tsx";
import styles from "./card-frame.module.css";

type CardFrameProps = {
  plane: Plane;
  heading: "h2" | "h3";
  /** The name of the article, where it is not one of a list. */
  label?: string | undefined;
  /** In the first view: its picture is fetched at once. */
  isUrgent?: boolean | undefined;
  /** Width of the picture, as in the attribute `sizes` of an image. */
  sizes?: string | undefined;
  /** On the picture, at its start. */
  badge?: ReactNode;
  /** On the picture, at its end; outside the card's link. */
  favorite?: ReactNode;
  /** The facts of the strip. */
  facts: readonly { name: string; value: ReactNode }[];
  /** Below the price. */
  end?: ReactNode;
  /** Lines under the name. */
  children: ReactNode;
};

/** Picture, name, facts and price of an aircraft in a card. The whole card is the target of View Details. */
export function CardFrame({ plane, heading: Heading, label, favorite, facts, children, ...rest }: CardFrameProps) {
  const { isUrgent, sizes, badge, end } = rest;
  return (
    <article className={styles.card} aria-label={label}>
      <div className={styles.photo}>
        <Picture src={shownPicture(plane)} alt={plane.name} isUrgent={isUrgent} sizes={sizes} />
        {badge}
        {favorite && <div className={styles.heart}>{favorite}</div>}
      </div>
      <div className={styles.body}>
        <Heading>
          <AircraftName name={plane.name} />
        </Heading>
        {children}
      </div>
      <dl className={`strip ${styles.strip}`}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="lab">{name}</dt>
            <dd className="val">{value}</dd>
          </div>
        ))}
      </dl>
      <CardFoot plane={plane} linkClassName={styles.link} />
      {end}
    </article>
  );
}
