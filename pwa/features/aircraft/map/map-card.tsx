// The card of the chosen airfield's first aircraft, on a desktop.
import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { shownPicture } from "../../../../shared/domain/aircraft-rules.ts";
import {
  durationWords,
  flightMinutes,
  milesWords,
  nauticalMiles,
} from "../../../../shared/domain/airfields/distance.ts";
import { airportOf } from "../../../../shared/domain/airfields/home-airport.ts";
import type { From } from "../../../client/airfields/near-list.ts";
import { ButtonLink } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { Rating } from "../../../ui/display/rating.tsx";
import { AircraftName } from "../aircraft-name.tsx";
import { Picture } from "../picture.tsx";
import { PricePerHour } from "../price-per-hour.tsx";
import { fieldWords } from "./map-words.ts";
import styles from "./map-card.module.css";

type MapCardProps = {
  plane: AircraftCard;
  from: From | null;
  renderFavorite: (plane: AircraftCard) => ReactNode;
};

export function MapCard({ plane, from, renderFavorite }: MapCardProps) {
  const airport = airportOf(plane);
  const miles = from && airport && from.id !== airport.id ? nauticalMiles(from, airport) : null;
  return (
    <article className={styles.card} aria-label={plane.name}>
      <div className={styles.picture}>
        <Picture src={shownPicture(plane)} alt={plane.name} sizes="344px" isUrgent />
        <div className={styles.heart}>{renderFavorite(plane)}</div>
      </div>
      <div className={styles.body}>
        <h2>
          <AircraftName name={plane.name} />
        </h2>
        <p className={styles.about}>
          {plane.reviewCount > 0 && <Rating value={plane.rating} count={plane.reviewCount} />}
          <span className={styles.field}>
            <Icon of={MapPin} size="s" />
            {fieldWords(plane)}
          </span>
        </p>
      </div>
      <dl className={`strip ${styles.strip}`}>
        {miles !== null && from && (
          <>
            <div>
              <dt className="lab">{from.name ? `From ${from.id}` : "From here"}</dt>
              <dd className="val">{milesWords(miles)}</dd>
            </div>
            <div>
              <dt className="lab">At {plane.cruiseSpeed} kts</dt>
              <dd className="val">{durationWords(flightMinutes(miles, plane.cruiseSpeed))}</dd>
            </div>
          </>
        )}
        {miles === null && (
          <div>
            <dt className="lab">Cruise speed</dt>
            <dd className="val">{plane.cruiseSpeed} kts</dd>
          </div>
        )}
        <div>
          <dt className="lab">Seats</dt>
          <dd className="val">{plane.seats}</dd>
        </div>
      </dl>
      <div className={styles.foot}>
        <PricePerHour rate={plane.hourlyRate} />
        <ButtonLink
          size="sm"
          to={`/aircraft/${plane.id}`}
          state={{ canGoBack: true }}
          aria-label={`View Details, ${plane.name}`}
        >
          View Details
        </ButtonLink>
      </div>
    </article>
  );
}
