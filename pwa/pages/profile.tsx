import { Bell, HardDriveDownload, KeyRound, LogOut, Pencil, Plus, UserCog, Wallet } from "../ui/icons/icons.ts";
import { Navigate, useNavigate } from "react-router-dom";
import type { OwnUser, PublicUser } from "../../shared/domain/accounts.ts";
import { hasDialog, openDialog } from "../client/shell/dialogs.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { usePathParams } from "../client/shell/path-params.ts";
import { useQuery } from "../client/api/query.ts";
import { useRow } from "../client/sync/rows.ts";
import { useAuth } from "../client/session/session.tsx";
import { ProfileCard } from "../features/accounts/profile-card.tsx";
import {
  AircraftCards,
  useMyAircraft,
  useOwnedAircraft,
  type AircraftListState,
} from "../features/aircraft/owned-aircraft.tsx";
import { ProfileSafety } from "../features/safety/profile-safety.tsx";
import { RefusedNote, usePendingPicture, useUnsentChange, WaitingBadge } from "../features/profile/profile-note.tsx";
import { Button, ButtonLink } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { Icon } from "../ui/display/icon.tsx";
import { Pending } from "../ui/display/pending.tsx";
import styles from "./profile.module.css";

export function ProfilePage() {
  const { userId } = usePathParams();
  const { user, loading } = useAuth();
  if (!userId && !user) return loading ? <Pending /> : <Navigate to="/" replace />;
  if (user && (!userId || userId === user.id)) return <OwnProfile user={user} />;
  return <OtherProfile id={userId ?? ""} />;
}

function OwnProfile({ user }: { user: OwnUser }) {
  usePageTitle("Profile");
  const { logout } = useAuth();
  const navigate = useNavigate();
  const change = useUnsentChange();
  const avatarUrl = usePendingPicture(user.avatarUrl, change);
  const leave = async () => {
    await navigate("/");
    await logout();
  };
  return (
    <Profile
      person={{ ...user, avatarUrl }}
      email={user.email}
      isOwn
      badge={<WaitingBadge change={change} />}
      actions={
        <>
          <RefusedNote change={change} />
          <Button full onClick={() => openDialog({ name: "profile" })}>
            <Icon of={Pencil} size="s" />
            Edit Profile
          </Button>
          <ButtonLink full to="/settings">
            <Icon of={Bell} size="s" />
            Notifications
          </ButtonLink>
          <ButtonLink full to="/wallet">
            <Icon of={Wallet} size="s" />
            Wallet
          </ButtonLink>
          <ButtonLink full to="/on-this-device">
            <Icon of={HardDriveDownload} size="s" />
            On this device
          </ButtonLink>
          <ButtonLink full to="/account">
            <Icon of={UserCog} size="s" />
            Account
          </ButtonLink>
          <ButtonLink full to="/settings#password">
            <Icon of={KeyRound} size="s" />
            Password
          </ButtonLink>
          <Button full onClick={() => void leave()}>
            <Icon of={LogOut} size="s" />
            Log Out
          </Button>
        </>
      }
    />
  );
}

function OtherProfile({ id }: { id: string }) {
  const { result: person } = useQuery("users.profile", { id });
  // The device has the rows of the reader's conversation partners, so their profiles also open offline.
  const partner = useRow("people", id);
  usePageTitle(person.state === "ready" ? person.data.name : "Profile");
  const known = person.state === "ready" ? person.data : person.state === "failed" ? partner : null;
  if (known) return <Profile person={known} email={null} isOwn={false} actions={<ProfileSafety person={known} />} />;
  if (person.state === "loading") return <Pending />;
  const isMissing = person.state === "missing";
  return (
    <EmptyState
      level="h1"
      title={isMissing ? "User not found" : "Needs a connection"}
      action={<ButtonLink to="/">Back to Home</ButtonLink>}
    >
      {isMissing ? "This profile does not exist, or is no longer here." : "This profile opens when you have signal."}
    </EmptyState>
  );
}

type ProfileProps = {
  person: PublicUser & { verifiedAt?: string | null | undefined };
  email: string | null;
  isOwn: boolean;
  badge?: React.ReactNode;
  actions?: React.ReactNode;
};

function Profile({ person, email, isOwn, badge, actions }: ProfileProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <ProfileCard person={person} email={email} badge={badge} actions={actions} />
      <div className={styles.main}>
        {person.bio && (
          <section className={styles.bio}>
            <h2>Bio</h2>
            <p>{person.bio}</p>
          </section>
        )}
        {person.userType === "owner" && (isOwn ? <MyFleet /> : <FleetOf ownerId={person.id} />)}
      </div>
    </div>
  );
}

function MyFleet() {
  return <Fleet {...useMyAircraft()} isOwn />;
}

function FleetOf({ ownerId }: { ownerId: string }) {
  return <Fleet {...useOwnedAircraft(ownerId)} isOwn={false} />;
}

function Fleet({ state, planes, isOwn }: AircraftListState & { isOwn: boolean }) {
  return (
    <section className={styles.fleet} aria-labelledby="fleet-title">
      <div className={styles.fleetHead}>
        <h2 id="fleet-title">{isOwn ? "My Aircraft" : "Aircraft"}</h2>
        <span className="muted num" role="status">
          {state === "loading" ? "Loading..." : state === "ready" ? `${planes.length} aircraft` : "Needs a connection"}
        </span>
      </div>
      {state === "ready" && planes.length === 0 ? (
        <EmptyState
          drawing="/illustrations/default-aircraft.svg"
          title="No aircraft listed yet"
          action={
            isOwn &&
            hasDialog("listing") && (
              <Button onClick={() => openDialog({ name: "listing" })}>
                <Icon of={Plus} />
                List Your First Aircraft
              </Button>
            )
          }
        >
          {isOwn ? "Aircraft you list appear here." : "Aircraft this owner lists appear here."}
        </EmptyState>
      ) : (
        <div className={styles.grid}>
          <AircraftCards planes={planes} isLoading={state === "loading"} />
        </div>
      )}
    </section>
  );
}
