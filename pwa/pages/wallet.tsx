import { OwnPage } from "../features/accounts/own-page.tsx";
import { WalletPanels } from "../features/eligibility/wallet/wallet.tsx";

export function WalletPage() {
  return (
    <OwnPage
      title="Wallet"
      logInTo="open your wallet"
      forGuests="Certificates, ratings, medical and hours are kept on this device while you are logged in."
    >
      {({ id }) => <WalletPanels key={id} userId={id} />}
    </OwnPage>
  );
}
