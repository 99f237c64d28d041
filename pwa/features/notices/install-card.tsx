import { install, dismissInstall, useInstallWay } from "../../client/shell/install.ts";
import { Button } from "../../ui/actions/button.tsx";
import { NoteCard } from "../../ui/display/note-card.tsx";
import { IosSteps } from "./ios-steps.tsx";

/**
 * Shown from the second visit on where the browser can install, never as a pop-up; «Not now» hides it for 30 days. Parents render it only
 * if `useInstallOffer` allows, which remembers the answer.
 */
export function InstallCard() {
  const way = useInstallWay();
  if (way === null) return null;
  const later = () => dismissInstall(Date.now());
  const onInstall = async () => {
    if (!(await install())) later();
  };
  return (
    <NoteCard
      mark={<img src="/icon.svg" alt="" width={56} height={56} />}
      title="Put Tailhour on your home screen"
      actions={
        <>
          {way === "ask" && (
            <Button variant="primary" size="sm" onClick={() => void onInstall()}>
              Install
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={later}>
            Not now
          </Button>
        </>
      }
    >
      <p>Opens without signal, with your favorites and messages on board. About 2 MB.</p>
      {way === "by-hand" && <IosSteps />}
    </NoteCard>
  );
}
