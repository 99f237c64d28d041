import { BadgeCheck, Check, MapPin } from "../../ui/icons/icons.ts";
import { useLocation } from "react-router-dom";
import type { Aircraft, AircraftCard, ListedAircraft } from "../../../shared/domain/aircraft.ts";
import { airportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { typeLabel } from "../../../shared/domain/aircraft-rules.ts";
import { counted, grouped } from "../../../shared/kit/counted.ts";
import { explainVerified } from "../../client/shell/dialogs.ts";
import { Link } from "../../ui/actions/link.tsx";
import { BadgeButton } from "../../ui/display/badge-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Rating } from "../../ui/display/rating.tsx";
import { AircraftName } from "./aircraft-name.tsx";
import { Section } from "../../ui/display/section.tsx";
import styles from "./aircraft-facts.module.css";

type AircraftTitleProps = {
  plane: AircraftCard & Pick<Partial<ListedAircraft>, "verifiedAt">;
  /** Undefined while not known. */
  owner?: { id: string; name: string } | undefined;
};

/** Name, badges and what a reader compares first. */
export function AircraftTitle({ plane, owner }: AircraftTitleProps) {
  const { reviewCount } = plane;
  return (
    <div className={styles.title}>
      <h1>
        <AircraftName name={plane.name} />
      </h1>
      <div className={styles.meta}>
        {plane.verified && (
          <BadgeButton
            icon={BadgeCheck}
            label="Verified"
            onPress={() => explainVerified({ of: "aircraft", id: plane.id, verifiedAt: plane.verifiedAt })}
          />
        )}
        {reviewCount > 0 ? <RatingLink value={plane.rating} count={reviewCount} /> : <span>No reviews yet</span>}
        <span className={styles.location}>
          <Icon of={MapPin} size="s" />
          {[airportOf(plane)?.id, plane.location].filter(Boolean).join(" ")}
        </span>
        <span>{typeLabel(plane.type)}</span>
        {owner && (
          <Link to={`/profile/${owner.id}`} className={`desk ${styles.owner}`}>
            Listed by {owner.name}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Goes to the reviews below. It replaces the history entry, so that Back still leaves the page. */
function RatingLink({ value, count }: { value: number; count: number }) {
  const { search, ...location } = useLocation();
  const state: unknown = location.state;
  return (
    <Link to={`${search}#reviews`} replace state={state} className={styles.rating}>
      <Rating value={value} count={count} countLabel={counted(count, "review")} />
    </Link>
  );
}

export function Description({ plane }: { plane: Aircraft }) {
  return <p className={styles.description}>{plane.description?.trim() || genericSentence(plane)}</p>;
}

/** The description of a listing whose owner wrote none. */
function genericSentence({ year, make, model, location }: Aircraft): string {
  return `This ${year} ${make} ${model} is available for rent in ${location}. Ask the owner for anything you want to know before you fly.`;
}

export function Specifications({ plane }: { plane: Aircraft }) {
  const specs = [
    ["Make", plane.make],
    ["Model", plane.model],
    ["Year", plane.year],
    ["Seats", counted(plane.seats, "passenger")],
    ["Cruise speed", `${plane.cruiseSpeed} kts`],
    ["Range", `${grouped(plane.range)} nm`],
    ["Fuel capacity", plane.fuelCapacity],
    ["Max weight", plane.maxWeight],
  ];
  return (
    <Section title="Specifications">
      <dl className={styles.specs}>
        {specs.map(([label, value]) => (
          <div key={label}>
            <dt className="lab">{label}</dt>
            <dd className="val">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function Features({ features }: { features: readonly string[] }) {
  if (features.length === 0) return null;
  return (
    <Section title="Features">
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Icon of={Check} />
            {feature}
          </li>
        ))}
      </ul>
    </Section>
  );
}
