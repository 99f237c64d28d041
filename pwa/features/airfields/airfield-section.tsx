import { Info, Map as MapIcon } from "../../ui/icons/icons.ts";
import { Fragment, type ReactNode } from "react";
import type { Airfield, Runway } from "../../../shared/domain/airfields.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { spelled } from "../../../shared/domain/airfields/identifiers.ts";
import { dayWithYear } from "../../../shared/kit/dates.ts";
import { useAirfieldFacts } from "../../client/airfields/airfield-facts.ts";
import { ButtonLink } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Section } from "../../ui/display/section.tsx";
import { useNow } from "../../ui/hooks/use-now.ts";
import {
  displacedWords,
  factTiles,
  feet,
  frequencyTiles,
  lightWords,
  NOT_PUBLISHED,
  type Tile,
} from "./airfield-words.ts";
import { DistanceRow } from "./distance-row.tsx";
import { RunwayPicture } from "./runway-picture.tsx";
import styles from "./airfield-section.module.css";

type Plane = Pick<Aircraft, "location" | "airport" | "cruiseSpeed">;
type AirfieldSectionProps = {
  plane: Plane;
  /** As they came with the aircraft. */
  facts: Airfield | undefined;
};

/** What the FAA publishes about the airfield of an aircraft, and its distance from another. */
export function AirfieldSection({ plane, facts }: AirfieldSectionProps) {
  const airport = airportOf(plane);
  if (!airport) return null;
  return (
    <Section title="Airfield">
      <AirfieldOf airport={airport} plane={plane} known={facts} />
    </Section>
  );
}

type AirfieldOfProps = { airport: HomeAirport; plane: Plane; known: Airfield | undefined };

function AirfieldOf({ airport, plane, known }: AirfieldOfProps) {
  const { state, field } = useAirfieldFacts(airport.id, known);
  // Only the main airport of a location is surely there: another one may be in another state.
  const isMain = airportOf({ location: plane.location })?.id === airport.id;
  const place = field ? `${field.city} ${field.state}` : isMain ? plane.location : null;
  return (
    <div className={styles.box}>
      <div className={styles.field}>
        <div className={styles.head}>
          <span className={styles.id} role="img" aria-label={`${spelled(airport.id)}, ${airport.name}`}>
            {airport.id}
          </span>
          <div>
            <h3>{airport.name}</h3>
            <p className="muted">{place ? `${place}, where` : "Where"} this aircraft is kept</p>
          </div>
        </div>
        <div className={styles.map}>
          <ButtonLink size="sm" to={mapOf(airport)} state={{ canGoBack: true }}>
            <Icon of={MapIcon} size="s" />
            Show on the map
          </ButtonLink>
        </div>
        {field ? (
          <Facts field={field}>
            <DistanceRow to={airport} cruiseSpeed={plane.cruiseSpeed} />
          </Facts>
        ) : (
          <p role="status" className={`${styles.waiting} ${state === "loading" ? styles.room : ""}`}>
            {withoutFacts[state]}
          </p>
        )}
      </div>
    </div>
  );
}

const withoutFacts = {
  loading: "Loading...",
  missing: "The FAA’s data has no such airfield any more.",
  failed: "The airfield is not on this device. It shows when you have signal.",
};

/** The map of what is within a flight of an hour or less, with the airfield chosen. */
const mapOf = ({ id }: HomeAirport) => `/map?near=${id}&within=100&field=${id}`;

function Facts({ field, children }: { field: Airfield; children: ReactNode }) {
  const now = useNow().getTime();
  return (
    <>
      <div className={styles.runways}>
        <RunwayPicture field={field} />
        {field.runways.length > 0 ? <RunwayTable runways={field.runways} /> : <p>Runways: {NOT_PUBLISHED}</p>}
      </div>
      <Tiles tiles={frequencyTiles(field)} className={styles.frequencies} />
      <Tiles tiles={factTiles(field, now)} />
      {children}
      <p className={styles.source}>
        <Icon of={Info} />
        <span>
          <b>Not for navigation.</b> FAA NASR data of {dayWithYear(field.cycle)}. Cycles last 28 days: fly with a
          current chart supplement.
        </span>
      </p>
    </>
  );
}

/** Shows one row for each runway, with a column for each fact. On a phone the facts of a runway stack, so nothing scrolls sideways. */
function RunwayTable({ runways }: { runways: readonly Runway[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Runway</th>
          <th scope="col">Length</th>
          <th scope="col">Width</th>
          <th scope="col">Surface</th>
          <th scope="col">Lights</th>
        </tr>
      </thead>
      <tbody>
        {runways.map((runway) => {
          const displaced = displacedWords(runway);
          return (
            <tr key={runway.id}>
              <th scope="row">
                {runway.id}
                {displaced && <span className={styles.note}>{displaced}</span>}
              </th>
              <td>{feet(runway.lengthFt)}</td>
              <td>{feet(runway.widthFt)}</td>
              <td>{runway.surface ?? NOT_PUBLISHED}</td>
              <td>
                <span className={styles.what}>Lights: </span>
                {lightWords(runway)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Tiles({ tiles, className }: { tiles: readonly Tile[]; className?: string | undefined }) {
  return (
    <dl className={`${styles.tiles} ${className ?? ""}`}>
      {tiles.map(({ name, value, notes }) => (
        <div key={name}>
          <dt className="lab">{name}</dt>
          <dd className={value === null ? "muted" : "val"}>{value ?? NOT_PUBLISHED}</dd>
          {notes.map((note) => (
            <Fragment key={note}>
              <dd className={styles.note}>{note}</dd>
            </Fragment>
          ))}
        </div>
      ))}
    </dl>
  );
}
