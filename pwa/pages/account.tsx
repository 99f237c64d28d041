import { OwnPage } from "../features/accounts/own-page.tsx";
import { AccountCards } from "../features/accounts/own/account-cards.tsx";

export function AccountPage() {
  return (
    <OwnPage
      title="Account"
      intro="Your address, how you sign in, and your data."
      logInTo="see your account"
      forGuests="Your address and your data are shown while you are logged in."
    >
      {(user) => <AccountCards key={user.id} user={user} />}
    </OwnPage>
  );
}
