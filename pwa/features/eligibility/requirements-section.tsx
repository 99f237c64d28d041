import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { minimaOf } from "../../../shared/domain/eligibility/requirements-rules.ts";
import { MinimaTable } from "../../ui/display/minima-table.tsx";
import { Section } from "../../ui/display/section.tsx";

/** What the owner asks of pilots; details stored by an older version have no requirements. */
export function RequirementsSection({ requirements }: { requirements: Requirements | null | undefined }) {
  const minima = minimaOf(requirements);
  return (
    <Section title="Requirements">
      {minima.length === 0 ? (
        <p className="muted">The owner states no minima.</p>
      ) : (
        <MinimaTable label="Requirements" head={["The owner asks"]} rows={minima} />
      )}
    </Section>
  );
}
