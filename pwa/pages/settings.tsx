import { ArrowLeft } from "../ui/icons/icons.ts";
import { useEffect } from "react";
import { openDialog } from "../client/shell/dialogs.ts";
import { useDevices, useNoticeSettings } from "../client/push/notice-settings.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { ChangePasswordCard } from "../features/accounts/change-password-card.tsx";
import { Kinds, Privacy, QuietHours } from "../features/notices/choice-parts.tsx";
import { DeviceList } from "../features/notices/device-list.tsx";
import { MuteList } from "../features/notices/mute-list.tsx";
import { addressOfSearch } from "../features/home/home-query.ts";
import { PushPanel } from "../features/notices/push-panel.tsx";
import { BlockedList } from "../features/safety/blocked-list.tsx";
import { ReportList } from "../features/safety/report-list.tsx";
import { SearchList } from "../features/searches/search-list.tsx";
import { Link } from "../ui/actions/link.tsx";
import { Button } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Icon } from "../ui/display/icon.tsx";
import styles from "./settings.module.css";

const askToLogIn = () => openDialog({ name: "auth", tab: "login", why: "Log in to choose what you hear about." });

export function SettingsPage() {
  usePageTitle("Notifications");
  const { user, loading } = useAuth();
  return (
    <div className={styles.page}>
      <Link to="/profile" className={styles.back}>
        <Icon of={ArrowLeft} />
        Profile
      </Link>
      <h1>Notifications</h1>
      {user ? <Own key={user.id} userId={user.id} /> : loading ? <p role="status">Loading...</p> : <ForGuests />}
    </div>
  );
}

function Own({ userId }: { userId: string }) {
  const { loaded, change, unmute } = useNoticeSettings();
  const devices = useDevices();
  // A link to the password scrolls only after everything above it has its height. Otherwise later content would push it
  // away.
  const isLoaded = loaded.state !== "loading" && devices.loaded.state !== "loading";
  return (
    <>
      <PushPanel userId={userId} onChange={() => void devices.ask()} />
      {loaded.state === "ready" ? (
        <>
          <Kinds settings={loaded.data} change={change} />
          <QuietHours settings={loaded.data} change={change} />
          <Privacy settings={loaded.data} change={change} />
        </>
      ) : (
        <p role="status">{loaded.state === "loading" ? "Loading..." : "Your choices show when you have signal."}</p>
      )}
      <SearchList addressOf={addressOfSearch} />
      <DeviceList loaded={devices.loaded} remove={devices.remove} removeOthers={devices.removeOthers} />
      {loaded.state === "ready" && <MuteList mutes={loaded.data.mutes} unmute={unmute} />}
      <BlockedList />
      <ReportList />
      <div id={isLoaded ? "password" : undefined} className={styles.password}>
        <ChangePasswordCard />
      </div>
    </>
  );
}

function ForGuests() {
  useEffect(askToLogIn, []);
  return (
    <EmptyState
      level="h2"
      title="Log in to see your notifications"
      action={<Button onClick={askToLogIn}>Log In</Button>}
    >
      What you hear about is kept with your account.
    </EmptyState>
  );
}
