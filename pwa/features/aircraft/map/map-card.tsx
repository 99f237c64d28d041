// The card of an aircraft at the chosen airfield, on a desktop. Where there are several, it steps through them.
import { ChevronLeft, ChevronRight, MapPin } from "lucide-react";
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
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { Rating } from "../../../ui/display/rating.tsx";
import { AircraftName } from "../aircraft-name.tsx";
import { CardFoot } from "../card-foot.tsx";
import { Picture } from "../picture.tsx";
import { fieldWords } from "./map-words.ts";
import styles from "./map-card.module.css";

type MapCardProps = {
  plane: AircraftCard;
  from: From | null;
  renderFavorite: (plane: AircraftCard) => ReactNode;
  /** Place of the aircraft among those of the airfield, from 0. */
  nth: number;
  count: number;
  onStep: (nth: number) => void;
};

export function MapCard({ plane, from, renderFavorite, ...steps }: MapCardProps) {
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
      <CardFoot plane={plane} />
      {steps.count > 1 && <Steps {...steps} name={plane.name} />}
    </article>
  );
}

/** After the last aircraft comes the first one, so neither button is ever disabled. */
function Steps({ nth, count, name, onStep }: Pick<MapCardProps, "nth" | "count" | "onStep"> & { name: string }) {
  return (
    <div className={styles.steps}>
      <IconButton icon={ChevronLeft} label="Previous aircraft" onClick={() => onStep((nth + count - 1) % count)} />
      <p role="status">
        {nth + 1} of {count} here<span className="vh">, {name}</span>
      </p>
      <IconButton icon={ChevronRight} label="Next aircraft" onClick={() => onStep((nth + 1) % count)} />
    </div>
  );
}
