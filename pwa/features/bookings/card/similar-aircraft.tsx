import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { zonedHours } from "../../../../shared/kit/zoned-hours.ts";
import { useQuery } from "../../../client/api/query.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { PlanePicture } from "../plane-picture.tsx";
import styles from "./similar-aircraft.module.css";

type SimilarAircraftProps = { bookingId: string; span: { startDate: string; endsAt: string }; hours: number };

/** Up to three aircraft that are free at the same hours, each with its local hours and its total. */
export function SimilarAircraft({ bookingId, span, hours }: SimilarAircraftProps) {
  const titleId = useId();
  const { result } = useQuery("bookings.similar", { id: bookingId });
  if (result.state !== "ready" || result.data.length === 0) return null;
  return (
    <div className={styles.similar}>
      <h5 id={titleId}>Free at those hours</h5>
      <ul aria-labelledby={titleId}>
        {result.data.map(({ id, name, imageUrl, location, hourlyRate }) => {
          const [plain, ending] = demoNameParts(name);
          return (
            <li key={id}>
              <Link to={`/aircraft/${id}`}>
                <PlanePicture src={imageUrl} width={72} className={styles.picture} />
                <span>
                  <b>
                    {plain}
                    {ending && <span className="demo">{ending}</span>}
                  </b>
                  <span className={styles.line}>
                    {location} · {dollars(hourlyRate)} / hour
                  </span>
                  <span className={styles.line}>
                    {zonedHours(span, zoneOf(location))} · {dollarsAndCents(priceOf(hourlyRate, hours).total)}
                  </span>
                </span>
                <Icon of={ChevronRight} />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
