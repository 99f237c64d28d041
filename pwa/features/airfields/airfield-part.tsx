import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { Section } from "../../ui/display/section.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import styles from "./airfield-part.module.css";

type SectionProps = { airport: HomeAirport; location: string; cruiseSpeed: number };

const AirfieldFacts = lazyComponent<SectionProps>(async () => (await import("./airfield-section.tsx")).AirfieldSection);

/** The airfield of an aircraft. Its code and its facts come after the page, and their room is kept until then. */
export function AirfieldPart({ plane }: { plane: Pick<Aircraft, "location" | "airport" | "cruiseSpeed"> }) {
  const airport = airportOf(plane);
  if (!airport) return null;
  return (
    <Section title="Airfield">
      <div className={styles.room}>
        <AirfieldFacts airport={airport} location={plane.location} cruiseSpeed={plane.cruiseSpeed} />
      </div>
    </Section>
  );
}
