import { LogOut } from "lucide-react";
import { useCallback, useRef } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { ChangePasswordCard } from "../features/accounts/change-password-card.tsx";
import { AircraftTable } from "../features/admin/aircraft-table.tsx";
import { StatsStrip } from "../features/admin/stats-strip.tsx";
import { TestCredentials } from "../features/admin/test-credentials.tsx";
import { useAdminStats } from "../features/admin/use-admin-stats.ts";
import { UserTable } from "../features/admin/user-table.tsx";
import { Button } from "../ui/actions/button.tsx";
import { Icon } from "../ui/display/icon.tsx";
import { Pending } from "../ui/display/pending.tsx";
import styles from "./admin.module.css";

export function AdminPage() {
  const { user, loading } = useAuth();
  if (user?.isAdmin) return <Dashboard me={user} />;
  // Waits for the server, since a known user may have become an admin meanwhile.
  if (!loading) return <Navigate to="/" replace />;
  return <Pending />;
}

function Dashboard({ me }: { me: OwnUser }) {
  usePageTitle("Admin Dashboard");
  const { logout } = useAuth();
  const navigate = useNavigate();
  const { stats, reload } = useAdminStats();
  const passwordPlace = useRef<HTMLDivElement>(null);
  const toOwnPassword = useCallback(() => {
    const field = passwordPlace.current?.querySelector("input");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, []);
  const leave = async () => {
    await navigate("/");
    await logout();
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Admin Dashboard</h1>
        <Button size="sm" onClick={() => void leave()}>
          <Icon of={LogOut} size="s" />
          Log Out
        </Button>
      </div>
      <StatsStrip stats={stats} />
      <div className={styles.columns}>
        <div className={styles.lists}>
          <UserTable me={me} total={stats?.totalUsers} onChanged={reload} onOwnPassword={toOwnPassword} />
          <AircraftTable total={stats?.totalAircraft} />
        </div>
        <div className={styles.side} ref={passwordPlace}>
          <ChangePasswordCard />
          {stats?.testCredentials && <TestCredentials logins={stats.testCredentials} />}
        </div>
      </div>
    </div>
  );
}
