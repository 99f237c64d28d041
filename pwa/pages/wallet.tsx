import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { WalletPanels } from "../features/eligibility/wallet/wallet.tsx";
import { Button } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Icon } from "../ui/display/icon.tsx";
import { Pending } from "../ui/display/pending.tsx";
import styles from "./on-this-device.module.css";

const askToLogIn = () => openDialog({ name: "auth", tab: "login", why: "Log in to open your wallet." });

export function WalletPage() {
  usePageTitle("Wallet");
  const { user, loading } = useAuth();
  return (
    <div className={`wrap ${styles.page}`}>
      <Link to="/profile" className={`mob ${styles.back}`}>
        <Icon of={ArrowLeft} />
        Profile
      </Link>
      <h1>Wallet</h1>
      {user ? <WalletPanels key={user.id} userId={user.id} /> : loading ? <Pending /> : <ForGuests />}
    </div>
  );
}

function ForGuests() {
  return (
    <EmptyState level="h2" title="Log in to open your wallet" action={<Button onClick={askToLogIn}>Log In</Button>}>
      Certificates, ratings, medical and hours are kept on this device while you are logged in.
    </EmptyState>
  );
}
