import { ArrowLeft } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { useAuth } from "../../client/session/session.tsx";
import { openDialog } from "../../client/shell/dialogs.ts";
import { usePageTitle } from "../../client/shell/page-title.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/display/empty-state.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Pending } from "../../ui/display/pending.tsx";
import styles from "./own-page.module.css";

type OwnPageProps = {
  title: string;
  /** One line under the title on a desktop. */
  intro?: string;
  /** What logging in is for, as in "Log in to open your wallet". */
  logInTo: string;
  /** Explains a guest what the page has. */
  forGuests: string;
  children: (user: OwnUser) => ReactNode;
};

/** A page below Profile that belongs to the signed-in user. A guest is asked to log in. */
export function OwnPage({ title, intro, logInTo, forGuests, children }: OwnPageProps) {
  usePageTitle(title);
  const { user, loading } = useAuth();
  const askToLogIn = () => openDialog({ name: "auth", tab: "login", why: `Log in to ${logInTo}.` });
  return (
    <div className={`wrap ${styles.page}`}>
      <Link to="/profile" className={`mob ${styles.back}`}>
        <Icon of={ArrowLeft} />
        Profile
      </Link>
      <h1>{title}</h1>
      {intro && <p className={`desk muted ${styles.intro}`}>{intro}</p>}
      {user ? (
        children(user)
      ) : loading ? (
        <Pending />
      ) : (
        <EmptyState level="h2" title={`Log in to ${logInTo}`} action={<Button onClick={askToLogIn}>Log In</Button>}>
          {forGuests}
        </EmptyState>
      )}
    </div>
  );
}
