import { OwnPage } from "../features/accounts/own-page.tsx";
import { OnThisDevice } from "../features/packs/on-this-device.tsx";

export function OnThisDevicePage() {
  return (
    <OwnPage
      title="On this device"
      intro="What opens here without a connection, and how much room it takes."
      logInTo="see your packs"
      forGuests="Packs are kept on this device while you are logged in."
    >
      {({ id }) => <OnThisDevice key={id} userId={id} />}
    </OwnPage>
  );
}
