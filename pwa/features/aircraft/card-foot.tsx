import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { ButtonLink } from "../../ui/actions/button.tsx";
import { PricePerHour } from "./price-per-hour.tsx";
import styles from "./card-foot.module.css";

type CardFootProps = {
  plane: Pick<AircraftCard, "id" | "name" | "hourlyRate">;
  linkClassName?: string | undefined;
};

/** The price of a card, and the link to its page. */
export function CardFoot({ plane: { id, name, hourlyRate }, linkClassName }: CardFootProps) {
  return (
    <div className={styles.foot}>
      <PricePerHour rate={hourlyRate} />
      <ButtonLink
        size="sm"
        to={`/aircraft/${id}`}
        state={{ canGoBack: true }}
        className={linkClassName}
        aria-label={`View Details, ${name}`}
      >
        View Details
      </ButtonLink>
    </div>
  );
}
