import { Check, Minus } from "../../ui/icons/icons.ts";
import type { SiteAbout, TextBlock } from "../../../shared/domain/site.ts";
import { textPages } from "../../../shared/pages.ts";
import { useQuery } from "../../client/api/query.ts";
import type { VerifiedMark } from "../../client/shell/dialogs.ts";
import { useAbout } from "../../client/site/about.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TextBlocks } from "./text-blocks.tsx";
import styles from "./verified-dialog.module.css";

const HOUR_MS = 3_600_000;

/** What a mark says: who set it and when, what was checked, and what was not. */
export function VerifiedDialog({ mark, onClose }: { mark: VerifiedMark; onClose: () => void }) {
  const { result } = useQuery("site.text", { name: "verified" }, { freshFor: HOUR_MS });
  const about = useAbout();
  const at = useVerifiedAt(mark);
  return (
    <Dialog
      open
      onClose={onClose}
      title="What Verified means"
      size="low"
      foot={
        <>
          <Link to={textPages.contact} className={styles.report}>
            Report a problem
          </Link>
          <Button onClick={onClose}>Close</Button>
        </>
      }
      bodyClassName={styles.body}
    >
      <p>
        An administrator of {operatorName(about)} confirmed this {mark.of}
        {at ? (
          <>
            {" on "}
            <time dateTime={at} className={styles.day}>
              {dayOf(at)}
            </time>
            .
          </>
        ) : (
          "."
        )}
        {at === null && " The day was not recorded."}
      </p>
      {result.state === "ready" ? (
        <TextBlocks blocks={withoutLead(result.data.blocks)} level="h3" markOf={markOf} />
      ) : (
        <p role="status" className="muted">
          {result.state === "loading" ? "Loading..." : "What was checked opens when you have signal."}
        </p>
      )}
    </Dialog>
  );
}

/** The day of the mark; undefined while unknown. Rows of members on a device lack it, so it is read from the profile. */
function useVerifiedAt({ of, id, verifiedAt }: VerifiedMark): string | null | undefined {
  const { result } = useQuery("users.profile", of === "member" && verifiedAt === undefined ? { id } : null);
  return verifiedAt === undefined && result.state === "ready" ? result.data.verifiedAt : verifiedAt;
}

function operatorName(about: SiteAbout | null): string {
  return about?.operator?.name ?? (about?.isDemo ? "this demo" : "this site");
}

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" });
}

/** The page of the text begins with what the mark is; the dialog says it in its own words. */
function withoutLead(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const first = blocks.findIndex(({ kind }) => kind === "heading");
  return first === -1 ? blocks : blocks.slice(first);
}

function markOf(heading: string) {
  if (heading === "Checked") return <Icon of={Check} className={styles.checked} />;
  return heading === "Not checked" ? <Icon of={Minus} className={styles.notChecked} /> : null;
}
