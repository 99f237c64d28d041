import { ChevronRight } from "../../ui/icons/icons.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { airportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { Link } from "../../ui/actions/link.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { PlanePicture } from "./plane-picture.tsx";
import styles from "./aircraft-chip.module.css";

/**
 * Links to the aircraft that the messages below are about; in the head of a conversation with its place and price.
 * Renders nothing for an aircraft unknown to this device.
 */
export function AircraftChip({ id, isInHead = false }: { id: string; isInHead?: boolean }) {
  const plane = useKnownAircraft(id);
  if (!plane) return null;
  return (
    <Link to={`/aircraft/${id}`} className={classNames(styles.chip, isInHead && styles.inHead)}>
      <PlanePicture src={plane.picture} width={63} className={styles.picture} />
      <span>
        <span className="vh">About </span>
        {demoNameParts(plane.name)[0]}
        {isInHead && (
          <span className={styles.facts}>
            <span className="vh">, </span>
            {airportOf(plane)?.id ?? plane.location}, ${plane.hourlyRate} / hour
          </span>
        )}
      </span>
      {isInHead && <Icon of={ChevronRight} size="s" />}
    </Link>
  );
}
