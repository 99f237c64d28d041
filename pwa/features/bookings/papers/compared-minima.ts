// The minima of a booking's request with their outcomes, for its card and its dialog. Pure.
import type { Eligibility } from "../../../../shared/domain/bookings.ts";
import { verdicts, type Verdict } from "../../../../shared/domain/eligibility/choices.ts";
import { minimaOf, type Minimum } from "../../../../shared/domain/eligibility/requirements-rules.ts";

export type MinimumWithVerdict = Minimum & { verdict: Verdict | undefined };

/** Rows of an earlier version have no eligibility. */
export function minimaWithVerdicts(eligibility: Eligibility | null | undefined): MinimumWithVerdict[] {
  return minimaOf(eligibility?.requirements).map((minimum) => ({
    ...minimum,
    verdict: eligibility?.verdicts[minimum.key],
  }));
}

const words = { ok: "OK", low: "low", missing: "missing" };

/** `4 OK`, `2 low`, `2 missing`: those that occur; none where nothing was compared. */
export function countsOf(rows: readonly { verdict?: Verdict | undefined }[]): { verdict: Verdict; text: string }[] {
  return verdicts.flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count > 0 ? [{ verdict, text: `${count} ${words[verdict]}` }] : [];
  });
}

/** The words of the minima that the pilot does not reach. */
export function notReached(eligibility: Eligibility | null | undefined): string[] {
  return minimaWithVerdicts(eligibility).flatMap(({ verdict, asks }) =>
    verdict === "low" || verdict === "missing" ? [asks] : [],
  );
}
