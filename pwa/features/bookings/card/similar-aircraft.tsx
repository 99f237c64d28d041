import { ChevronRight, CloudOff } from "../../../ui/icons/icons.ts";
import { useId } from "react";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { asOfLabel } from "../../../../shared/kit/dates.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { zonedHours } from "../../../../shared/kit/zoned-hours.ts";
import { useOnline } from "../../../client/api/online.ts";
import { useQuery } from "../../../client/api/query.ts";
import { useSimilarHere, type LostHours } from "../../../client/catalogue/similar-here.ts";
import { Link } from "../../../ui/actions/link.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { PlanePicture } from "../plane-picture.tsx";
import styles from "./similar-aircraft.module.css";

type SimilarAircraftProps = {
  booking: LostHours & { id: string };
  /** The server has the request; one that it refused exists on this device only. */
  isKnown: boolean;
};

/** Up to three aircraft that are free at the same hours, each with its local hours and its total. */
export function SimilarAircraft({ booking, isKnown }: SimilarAircraftProps) {
  const titleId = useId();
  const isOnline = useOnline();
  const { result } = useQuery("bookings.similar", isKnown ? { id: booking.id } : null);
  const isFromServer = isKnown && isOnline && result.state === "ready";
  const isFromHere = !isKnown || !isOnline || result.state === "failed";
  const here = useSimilarHere(booking, isFromHere && !isFromServer);
  const cards = isFromServer ? result.data : (here?.cards ?? []);
  if (cards.length === 0) return null;
  return (
    <div className={styles.similar}>
      <h5 id={titleId}>{isFromServer ? "Free at those hours" : "Free on that day"}</h5>
      {!isFromServer && here && (
        <p className={styles.asOf}>
          <Icon of={CloudOff} size="s" />
          <span>
            Free days as of {asOfLabel(here.asOf, new Date())}.
            {!isOnline && " The server checks the hours when you have signal."}
          </span>
        </p>
      )}
      <ul aria-labelledby={titleId}>
        {cards.map(({ id, name, imageUrl, location, airport, hourlyRate }) => {
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
                    {zonedHours(booking, zoneOf({ location, airport }))} ·{" "}
                    {dollarsAndCents(priceOf(hourlyRate, booking.hours).total)}
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
