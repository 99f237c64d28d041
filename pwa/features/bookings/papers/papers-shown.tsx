import { useState } from "react";
import type { PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { paperSummary, paperTerms, paperTitles } from "../../../../shared/domain/eligibility/paper-terms.ts";
import { scanTitle, sidesWords } from "../../../../shared/domain/eligibility/scan-rules.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { readSharedPages, useSharedPapers, type SharedPapers } from "../../../client/wallet/shared-papers.ts";
import { sharedCount, type Shared, type SharedScanRow } from "../../../client/wallet/sharing.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { PaperList, PaperRow } from "../../../ui/display/paper-list.tsx";
import { PrivateNote } from "../../../ui/display/private-note.tsx";
import { usePageViewer } from "../../../ui/viewer/use-page-viewer.tsx";
import { TermList } from "../../../ui/display/term-list.tsx";
import styles from "./papers-shown.module.css";

type PapersShownProps = {
  bookingId: string;
  /** What the booking says is shared. */
  named: Shared;
  /** First name of the pilot. */
  pilot: string;
  /** Whether the request was compared with minima. */
  hasMinima: boolean;
};

const FIGURES = "Results come from the pilot's own figures, which stay private.";

/** The papers that the pilot shares with this booking. */
export function PapersShown({ bookingId, named, pilot, hasMinima }: PapersShownProps) {
  const shared = useSharedPapers(bookingId, named);
  return (
    <section aria-labelledby="papers-title">
      <h3 id="papers-title" className={styles.title}>
        Papers shown to you
      </h3>
      {sharedCount(named) === 0 ? (
        <>
          <p className="muted">{pilot} shares none.</p>
          {hasMinima && <p className={styles.note}>{FIGURES}</p>}
        </>
      ) : (
        <>
          <PaperList isBusy={shared.state === "loading"}>
            {named.scans.map((scan) => (
              <ShownScan key={scan.id} bookingId={bookingId} scan={scan} shared={shared} />
            ))}
            {named.names.map((name) => (
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

/** A photographed paper: its pages are read for each look, and are in memory as long as the viewer is open. */
function ShownScan({ bookingId, scan, shared }: { bookingId: string; scan: SharedScanRow; shared: SharedPapers }) {
  const content = shared.state === "ready" ? shared.scans.find(({ id }) => id === scan.id) : undefined;
  const title = scanTitle(content ?? scan);
  const opener = usePageViewer({
    title,
    load: () => (content ? readSharedPages(bookingId, content) : Promise.resolve([])),
    failed: () => toast({ title: "Error", description: "This paper cannot be opened right now.", kind: "bad" }),
  });
  return (
    <>
      <PaperRow
        isCard={scan.kind === "certificate"}
        title={title}
        words={content ? sidesWords({ ...content, pages: content.pages.length }) : stateWords(shared)}
        action={
          content && (
            <Button
              size="sm"
              ref={opener.button}
              busy={opener.isBusy}
              aria-label={`Open ${title.toLowerCase()}, ${sidesWords(scan).toLowerCase()}`}
              onClick={opener.press}
            >
              Open
            </Button>
          )
        }
      />
      {opener.viewer}
    </>
  );
}

function wordsOf(name: PaperName, shared: SharedPapers): string {
  return (shared.state === "ready" && paperSummary(name, shared.papers)) || stateWords(shared);
}

function stateWords({ state }: SharedPapers): string {
  if (state === "loading") return "Opening…";
  if (state === "failed") return "Opens with a connection. Papers are not stored here.";
  return "Cannot be opened right now.";
}
