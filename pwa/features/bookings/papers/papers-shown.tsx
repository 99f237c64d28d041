import { useState } from "react";
import type { PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { paperSummary, paperTerms, paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { useSharedPapers, type SharedPapers } from "../../../client/wallet/shared-papers.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { PaperList, PaperRow } from "../../../ui/display/paper-list.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { TermList } from "../../../ui/display/term-list.tsx";
import styles from "./papers-shown.module.css";

type PapersShownProps = {
  bookingId: string;
  names: readonly PaperName[];
  /** First name of the pilot. */
  pilot: string;
  /** Whether the request was compared with minima. */
  hasMinima: boolean;
};

const FIGURES = "Results come from the pilot's own figures, which stay private.";

/** The papers that the pilot shares with this booking. */
export function PapersShown({ bookingId, names, pilot, hasMinima }: PapersShownProps) {
  const shared = useSharedPapers(bookingId, names);
  return (
    <section aria-labelledby="papers-title">
      <h3 id="papers-title" className={styles.title}>
        Papers shown to you
      </h3>
      {names.length === 0 ? (
        <>
          <p className="muted">{pilot} shares none.</p>
          {hasMinima && <p className={styles.note}>{FIGURES}</p>}
        </>
      ) : (
        <>
          <PaperList isBusy={shared.state === "loading"}>
            {names.map((name) => (
              <ShownPaper key={name} name={name} shared={shared} />
            ))}
          </PaperList>
          <PrivateNote main="Shared with this request alone." className={styles.note}>
            You can open them until it ends; then they are gone from your device and from Tailhour.
            {hasMinima && ` ${FIGURES}`}
          </PrivateNote>
        </>
      )}
    </section>
  );
}

/** One line, and after «Open» all that the paper says. */
function ShownPaper({ name, shared }: { name: PaperName; shared: SharedPapers }) {
  const [isOpen, setOpen] = useState(false);
  const terms = shared.state === "ready" ? paperTerms(name, shared.papers) : null;
  const title = paperTitles[name];
  return (
    <PaperRow
      isCard={name === "certificate"}
      title={title}
      words={wordsOf(name, shared)}
      action={
        terms && (
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Close" : "Open"} ${title.toLowerCase()}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Open"}
          </Button>
        )
      }
    >
      {isOpen && terms && <TermList terms={terms} />}
    </PaperRow>
  );
}

function wordsOf(name: PaperName, shared: SharedPapers): string {
  if (shared.state === "loading") return "Opening…";
  if (shared.state === "failed") return "Opens with a connection. Papers are not stored here.";
  return paperSummary(name, shared.papers) ?? "Cannot be opened right now.";
}
