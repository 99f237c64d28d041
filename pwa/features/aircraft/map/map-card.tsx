// The card of an aircraft at the chosen airfield, on a desktop. Where there are several, it steps through them.
import { ChevronLeft, ChevronRight, MapPin } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
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
import { CardFrame } from "../card-frame.tsx";
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
  return (
    <div className={styles.place}>
      <CardFrame
        plane={plane}
        heading="h2"
        label={plane.name}
        isUrgent
        sizes="344px"
        favorite={renderFavorite(plane)}
        facts={factsOf(plane, from)}
        end={steps.count > 1 && <Steps {...steps} name={plane.name} />}
      >
        <p className={styles.about}>
          {plane.reviewCount > 0 && <Rating value={plane.rating} count={plane.reviewCount} />}
          <span className={styles.field}>
            <Icon of={MapPin} size="s" />
            {fieldWords(plane)}
          </span>
        </p>
      </CardFrame>
    </div>
  );
}

/** Distance and flight time from the airfield of the search, else the cruise speed. */
function factsOf(plane: AircraftCard, from: From | null) {
  const { cruiseSpeed, seats } = plane;
  const airport = airportOf(plane);
  const room = { name: "Seats", value: seats };
  if (!from || !airport || from.id === airport.id) return [{ name: "Cruise speed", value: `${cruiseSpeed} kts` }, room];
  const miles = nauticalMiles(from, airport);
  return [
    { name: from.name ? `From ${from.id}` : "From here", value: milesWords(miles) },
    { name: `At ${cruiseSpeed} kts`, value: durationWords(flightMinutes(miles, cruiseSpeed)) },
    room,
  ];
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
