import { Trash2 } from "../../../ui/icons/icons.ts";
import { pagesWords, scanTitle } from "../../../../shared/domain/eligibility/scan-rules.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { readPages, removeScan, type Scan } from "../../../client/wallet/scans.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { PaperRow } from "../../../ui/display/paper-list.tsx";
import { usePageViewer } from "../../../ui/viewer/use-page-viewer.tsx";
import { StopButton } from "./stop-button.tsx";
import { useShareWords, type Share, type StopSharing } from "./use-shares.ts";
import styles from "./papers.module.css";

type ScanRowProps = { userId: string; scan: Scan; shares: readonly Share[]; onStop: StopSharing };

const broken = () => toast({ title: "Error", description: "This paper could not be read here.", kind: "bad" });

/** A photographed paper: opened, removed while nobody sees it, and withdrawn from each booking that shows it. */
export function ScanRow({ userId, scan, shares, onStop }: ScanRowProps) {
  const title = scanTitle(scan);
  const pages = pagesWords(scan.pages.length);
  const opener = usePageViewer({ title, load: () => readPages(userId, scan.pages), failed: broken });
  const showing = shares.filter(({ shared }) => shared.scans.some(({ id }) => id === scan.id));
  const remove = async () => {
    try {
      const undo = await removeScan(userId, scan.id);
      toast({
        title: "Paper removed",
        description: title,
        action: { label: "Undo", onPress: () => void undo().catch(broken) },
      });
    } catch {
      broken();
    }
  };
  const stop = (share: Share, owner: string) => onStop(share, { name: scan.id, title, owner });
  const [only] = showing.length === 1 ? showing : [];
  return (
    <>
      <PaperRow
        isCard={scan.kind === "certificate"}
        title={title}
        opener={{ ...opener, label: `Open ${title.toLowerCase()}, ${pages}` }}
        isLong={showing.length > 0}
        words={
          only ? (
            <>
              {pages}. <Sharing userId={userId} share={only} />
            </>
          ) : (
            `${pages}.${showing.length === 0 ? " Shown to nobody." : ""}`
          )
        }
        action={
          showing.length === 0 ? (
            <IconButton icon={Trash2} label={`Remove ${title.toLowerCase()}`} onClick={() => void remove()} />
          ) : only ? (
            <Stop userId={userId} share={only} title={title} onStop={stop} />
          ) : undefined
        }
      >
        {showing.length > 1 && (
          <ul className={styles.showing}>
            {showing.map((share) => (
              <li key={share.booking.id}>
                <span>
                  <Sharing userId={userId} share={share} />
                </span>
                <Stop userId={userId} share={share} title={title} onStop={stop} />
              </li>
            ))}
          </ul>
        )}
      </PaperRow>
      {opener.viewer}
    </>
  );
}

function Sharing({ userId, share }: { userId: string; share: Share }) {
  const { owner, day } = useShareWords(userId, share);
  return `Shown to ${owner} for the request of ${day}.`;
}

type StopProps = { userId: string; share: Share; title: string; onStop: (share: Share, owner: string) => void };

function Stop({ userId, share, title, onStop }: StopProps) {
  const words = useShareWords(userId, share);
  return <StopButton title={title} {...words} onStop={() => onStop(share, words.owner)} />;
}
