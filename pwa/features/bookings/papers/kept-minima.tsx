import { ChevronDown } from "../../../ui/icons/icons.ts";
import type { Eligibility } from "../../../../shared/domain/bookings.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { MinimaTable } from "../../../ui/display/minima-table.tsx";
import styles from "../card/kept-terms.module.css";
import { countsOf, minimaWithVerdicts } from "./compared-minima.ts";

type KeptMinimaProps = {
  eligibility: Eligibility;
  /** While not ready, a press is the second one of a button. */
  isReady: boolean;
};

/** For the pilot: what the owner asks and how the wallet compared, closed until asked for. */
export function KeptMinima({ eligibility, isReady }: KeptMinimaProps) {
  const rows = minimaWithVerdicts(eligibility);
  const counts = countsOf(rows).map(({ text }) => text);
  return (
    <details className={styles.kept}>
      <summary onClick={(event) => isReady || event.preventDefault()}>
        {["Minima", counts.join(", ")].filter(Boolean).join(": ")}
        <Icon of={ChevronDown} size="s" />
      </summary>
      <p className={styles.note}>
        {rows.length === 1 ? "The minimum" : `The ${rows.length} minima`} the owner set when you asked.
      </p>
      <MinimaTable label="Minima" head={["The owner asks", "The owner reads"]} rows={rows} />
      <p className={styles.note}>Results come from your wallet. Your figures stay private.</p>
    </details>
  );
}
