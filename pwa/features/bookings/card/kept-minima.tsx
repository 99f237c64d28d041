import { ChevronDown } from "lucide-react";
import type { Eligibility } from "../../../../shared/domain/bookings.ts";
import { verdicts, type Verdict } from "../../../../shared/domain/eligibility/choices.ts";
import { minimaOf } from "../../../../shared/domain/eligibility/requirements-rules.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { MinimaTable } from "../../../ui/display/minima-table.tsx";
import styles from "./kept-terms.module.css";

type KeptMinimaProps = {
  eligibility: Eligibility;
  isOwner: boolean;
  /** Name of the pilot. */
  pilot: string;
  /** While not ready, a press is the second one of a button. */
  isReady: boolean;
};

const words = { ok: "OK", low: "low", missing: "missing" };

/** `4 OK, 2 low, 2 missing`; empty where nothing was compared. */
function countsOf(rows: readonly { verdict?: Verdict | undefined }[]): string {
  return verdicts
    .map((one) => [rows.filter(({ verdict }) => verdict === one).length, words[one]] as const)
    .flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
    .join(", ");
}

/** What the owner asks and how the pilot's wallet compared, closed until asked for. */
export function KeptMinima({ eligibility, isOwner, pilot, isReady }: KeptMinimaProps) {
  const rows = minimaOf(eligibility.requirements).map((minimum) => ({
    ...minimum,
    verdict: eligibility.verdicts[minimum.key],
  }));
  const title = isOwner ? "Your minima" : "Minima";
  return (
    <details className={styles.kept}>
      <summary onClick={(event) => isReady || event.preventDefault()}>
        {[title, countsOf(rows)].filter(Boolean).join(": ")}
        <Icon of={ChevronDown} size="s" />
      </summary>
      <p className={styles.note}>
        {rows.length === 1 ? "The minimum" : `The ${rows.length} minima`}{" "}
        {isOwner ? "you set when the request was sent. You decide." : "the owner set when you asked."}
      </p>
      <MinimaTable
        label={title}
        head={isOwner ? ["You ask", pilot] : ["The owner asks", "The owner reads"]}
        rows={rows}
      />
      <p className={styles.note}>
        Results come from{" "}
        {isOwner ? "the pilot's own figures, which stay private" : "your wallet. Your figures stay private"}.
      </p>
    </details>
  );
}
