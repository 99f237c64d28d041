// Everything that starts when the browser is idle after the first paint. One file, so that one request loads it all.
import { UpdateNotice } from "../layout/update-notice.tsx";
import { InterruptedSendsEffects } from "./interrupted-sends-effects.tsx";
import { NoticesEffects } from "./notices-effects.tsx";
import { SavedAircraftEffects } from "./saved-aircraft-effects.tsx";
import { SessionSummaryEffects } from "./session-summary-effects.tsx";
import { TooltipEffects } from "./tooltip-effects.tsx";
import { WalletEffects } from "./wallet-effects.tsx";

export function IdleEffects() {
  return (
    <>
      <NoticesEffects />
      <SavedAircraftEffects />
      <SessionSummaryEffects />
      <WalletEffects />
      <InterruptedSendsEffects />
      <TooltipEffects />
      <UpdateNotice />
    </>
  );
}
