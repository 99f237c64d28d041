import { Link } from "react-router-dom";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { PlanePicture } from "./plane-picture.tsx";
import styles from "./aircraft-chip.module.css";

/** Links to the aircraft that the messages below are about. Renders nothing for an aircraft unknown to this device. */
export function AircraftChip({ id }: { id: string }) {
  const plane = useKnownAircraft(id);
  if (!plane) return null;
  return (
    <Link to={`/aircraft/${id}`} className={styles.chip}>
      <PlanePicture src={plane.picture} width={63} className={styles.picture} />
      <span>
        <span className="vh">About </span>
        {demoNameParts(plane.name)[0]}
      </span>
    </Link>
  );
}
