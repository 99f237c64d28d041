import { Wallet as WalletIcon } from "../../ui/icons/icons.ts";
import { compare } from "../../../shared/domain/eligibility/eligibility.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { minimaOf } from "../../../shared/domain/eligibility/requirements-rules.ts";
import { deviceWord } from "../../client/shell/device-word.ts";
import type { WalletState } from "../../client/wallet/wallet.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { MinimaTable } from "../../ui/display/minima-table.tsx";
import { PrivateNote } from "../../ui/display/private-note.tsx";
import { Section } from "../../ui/display/section.tsx";
import styles from "./requirements-section.module.css";

type RequirementsSectionProps = {
  /** Details stored by an older version have none. */
  requirements: Requirements | null | undefined;
  /** The reader's wallet; null for guests and the owner. */
  wallet: WalletState | null;
  /** Day of the flight at the aircraft, today before one is chosen. */
  day: string;
};

/** What the owner asks of pilots, for a pilot beside what their wallet has. */
export function RequirementsSection({ requirements, wallet, day }: RequirementsSectionProps) {
  const minima = minimaOf(requirements);
  if (minima.length === 0)
    return (
      <Section title="Requirements">
        <p className="muted">The owner states no minima.</p>
      </Section>
    );
  if (wallet?.state !== "ready")
    return (
      <Section title="Requirements">
        <MinimaTable label="Requirements" head={["The owner asks"]} rows={minima} />
      </Section>
    );
  const compared = compare(requirements, wallet.wallet, day);
  return (
    <Section
      title="Requirements"
      beside={
        <Link to="/wallet" className={styles.open}>
          <Icon of={WalletIcon} size="s" />
          Open wallet
        </Link>
      }
    >
      <PrivateNote main="Only you see your figures." className={styles.private}>
        They are read from your wallet on this {deviceWord()}. The owner gets OK, low or missing with your request, and
        only the papers you pick.
      </PrivateNote>
      <MinimaTable label="Requirements" head={["The owner asks", "In your wallet", "So far"]} rows={compared} />
      {compared.some(({ verdict }) => verdict !== "ok") && <p className={styles.anyway}>You can ask anyway.</p>}
    </Section>
  );
}
