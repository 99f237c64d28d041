import { useCallback, useId, type ReactNode } from "react";
import type { AircraftCard as Card } from "../../../shared/domain/aircraft.ts";
import { apartWords } from "../../../shared/domain/airfields/distance.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import type { Rentable } from "../../../shared/domain/hours/similar.ts";
import { useSimilarAircraft } from "../../client/catalogue/similar-aircraft.ts";
import { AircraftCard } from "./aircraft-card.tsx";
import styles from "./similar-aircraft.module.css";

type SimilarAircraftProps = {
  plane: Rentable & { airport?: HomeAirport | null };
  renderFavorite: (plane: Card) => ReactNode;
};

/** Up to three aircraft that may stand in for this one. Nothing while none is known. */
export function SimilarAircraft({ plane, renderFavorite }: SimilarAircraftProps) {
  const similar = useSimilarAircraft(plane);
  const id = useId();
  const from = airportOf(plane);
  const renderDistance = useCallback(
    (card: Card) => {
      const to = airportOf(card);
      return from && to && <span className={styles.distance}>{apartWords(from, to)}</span>;
    },
    [from],
  );
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>Similar aircraft</h2>
      <ul className={styles.grid}>
        {similar.map((card) => (
          <li key={card.id}>
            <AircraftCard plane={card} renderFavorite={renderFavorite} renderNote={renderDistance} />
          </li>
        ))}
      </ul>
    </section>
  );
}
