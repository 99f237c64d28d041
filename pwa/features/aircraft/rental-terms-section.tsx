import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { termWords } from "../../../shared/domain/terms/rental-terms-rules.ts";
import { Section } from "../../ui/display/section.tsx";
import { TermList } from "../../ui/display/term-list.tsx";
import styles from "./aircraft-facts.module.css";

/** What the aircraft is rented on; details stored by an older version have no terms. */
export function RentalTermsSection({ terms }: { terms: RentalTerms | null | undefined }) {
  return (
    <Section title="Rental terms">
      <TermList terms={termWords(terms)} />
      <p className={styles.kept}>Kept with your booking as they stand when you send the request.</p>
    </Section>
  );
}
