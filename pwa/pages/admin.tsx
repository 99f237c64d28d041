import { LogOut } from "../ui/icons/icons.ts";
import { useCallback, useRef } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { useAuth } from "../client/session/session.tsx";
import { ChangePasswordCard } from "../features/accounts/change-password-card.tsx";
import { AircraftTable } from "../features/admin/aircraft-table.tsx";
import { AuditPanel } from "../features/admin/audit/audit-panel.tsx";
import { ReportsPanel } from "../features/admin/reports/reports-panel.tsx";
import { ReasonField } from "../features/admin/reason-field.tsx";
import { StatsStrip } from "../features/admin/stats-strip.tsx";
import { TestCredentials } from "../features/admin/test-credentials.tsx";
import { useAdminStats } from "../features/admin/use-admin-stats.ts";
import { UserTable } from "../features/admin/user-table.tsx";
import { Button, ButtonLink } from "../ui/actions/button.tsx";
import { Icon } from "../ui/display/icon.tsx";
import { Pending } from "../ui/display/pending.tsx";
import { Tabs } from "../ui/display/tabs.tsx";
import styles from "./admin.module.css";

/** The address names the view. */
const views = ["accounts", "reports", "audit"] as const;

export function AdminPage() {
  const { user, loading } = useAuth();
  // After the second factor is on, the lists load again.
  if (user?.isAdmin) return <Dashboard key={String(user.hasSecondFactor)} me={user} />;
  // Waits for the server, since a known user may have become an admin meanwhile.
  if (!loading) return <Navigate to="/" replace />;
  return <Pending />;
}

function Dashboard({ me }: { me: OwnUser }) {
  usePageTitle("Admin Dashboard");
  const { logout } = useAuth();
  const navigate = useNavigate();
  const { stats, isHeldBack, reload } = useAdminStats();
  const passwordPlace = useRef<HTMLDivElement>(null);
  const reason = useRef("");
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get("view")) ?? "accounts";
  const toOwnPassword = useCallback(() => {
    const field = passwordPlace.current?.querySelector("input");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, []);
  const leave = async () => {
    await navigate("/");
    await logout();
  };
  if (isHeldBack)
    return (
      <div className={`wrap ${styles.page}`}>
        <h1 tabIndex={-1}>Admin Dashboard</h1>
        <p className={styles.first}>Admins of this site need a second factor. Turn it on in your account first.</p>
        <ButtonLink to="/account#second-factor" className={styles.toAccount}>
          Go to Account
        </ButtonLink>
      </div>
    );
  const reportsLabel = stats?.openReports ? `Reports (${stats.openReports})` : "Reports";
  const accounts = (
    <div className={styles.columns}>
      <div className={styles.lists}>
        <ReasonField reason={reason} />
        <UserTable me={me} total={stats?.totalUsers} reason={reason} onChanged={reload} onOwnPassword={toOwnPassword} />
        <AircraftTable total={stats?.totalAircraft} reason={reason} />
      </div>
      <div className={styles.side} ref={passwordPlace}>
        <ChangePasswordCard />
        {stats?.testCredentials && <TestCredentials logins={stats.testCredentials} />}
      </div>
    </div>
  );
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
      <Tabs
        label="Admin Dashboard"
        value={view}
        onChange={(next) => setSearch(next === "accounts" ? {} : { view: next }, { replace: true })}
        panelClassName={styles.panel}
        tabs={[
          { value: "accounts", label: "Accounts", panel: accounts },
          { value: "reports", label: reportsLabel, panel: <ReportsPanel onClosed={reload} /> },
          { value: "audit", label: "Audit Trail", panel: <AuditPanel /> },
        ]}
      />
    </div>
  );
}
