import { ChevronDown } from "../../../ui/icons/icons.ts";
import type { RentalTerms } from "../../../../shared/domain/terms/rental-terms.ts";
import { termWords } from "../../../../shared/domain/terms/rental-terms-rules.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { TermList } from "../../../ui/display/term-list.tsx";
import styles from "./kept-terms.module.css";

/** The rental terms that a booking keeps, closed until asked for. While not `isReady`, a press is the second one of a button. */
export function KeptTerms({ terms, isReady }: { terms: RentalTerms; isReady: boolean }) {
  return (
    <details className={styles.kept}>
      <summary onClick={(event) => isReady || event.preventDefault()}>
        Rental terms
        <Icon of={ChevronDown} size="s" />
      </summary>
      <TermList terms={termWords(terms)} />
    </details>
  );
}
