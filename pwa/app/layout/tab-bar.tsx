import type { Drawing } from "../../ui/icons/drawn.ts";
import { CalendarDays, House, MessageSquare, Search, UserRound } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useAuth } from "../../client/session/session.tsx";
import { useRequestCount } from "../../client/bookings/to-answer.ts";
import { useUnread } from "../../client/messages/unread.ts";
import { Link } from "../../ui/actions/link.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { CountBubble } from "../../ui/display/count-bubble.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { askToLogIn, isOffered, searchPlace } from "./places.ts";
import { hasPage } from "../routes.tsx";
import { holdKeyboard } from "../effects/hold-keyboard.ts";
import { useKeyboardUp } from "../effects/use-keyboard-up.ts";
import styles from "./tab-bar.module.css";

/** The navigation bar of a phone. Dialogs, the keyboard and pages with their own bar hide it. */
export function TabBar() {
  const { user } = useAuth();
  const unread = useUnread();
  const requests = useRequestCount();
  const { pathname, hash } = useLocation();
  const isKeyboardUp = useKeyboardUp();
  const isSignedIn = Boolean(user);
  const isSearch = pathname === "/" && hash === "#search";
  if (isKeyboardUp) return null;
  return (
    <nav aria-label="Tabs" data-pinned="" className={classNames(styles.bar, "mob")}>
      <Tab
        icon={House}
        label="Home"
        to="/"
        isCurrent={pathname === "/" && !isSearch}
        // On Home itself, also below its search, it leads to the top.
        onPress={pathname === "/" ? () => window.scrollTo({ top: 0, behavior: "instant" }) : undefined}
      />
      <Tab icon={Search} label="Search" to={searchPlace} isCurrent={isSearch} onPress={holdKeyboard} />
      {isOffered("/bookings", isSignedIn) && (
        <Tab
          icon={CalendarDays}
          label="Bookings"
          to="/bookings"
          isForGuest={!isSignedIn}
          why="Log in to see your bookings."
          isCurrent={pathname === "/bookings"}
        >
          <CountBubble count={requests} max={9} className={styles.count} />
          {requests > 0 && <span className="vh">, {requests} to answer</span>}
        </Tab>
      )}
      {isOffered("/messages", isSignedIn) && (
        <Tab
          icon={MessageSquare}
          label="Messages"
          to="/messages"
          isForGuest={!isSignedIn}
          why="Log in to read your messages."
          isCurrent={pathname === "/messages"}
        >
          <CountBubble count={unread} max={9} className={styles.count} />
          {unread > 0 && <span className="vh">, {unread} unread</span>}
        </Tab>
      )}
      {isOffered("/profile", isSignedIn) && (
        <Tab
          icon={UserRound}
          label="Profile"
          to="/profile"
          isForGuest={!isSignedIn}
          why="Log in to see your profile."
          isCurrent={pathname === "/profile" || pathname === "/settings"}
        />
      )}
    </nav>
  );
}

type TabProps = {
  icon: Drawing;
  label: string;
  to: string;
  /** Guests get the log-in dialog instead. */
  isForGuest?: boolean;
  why?: string;
  isCurrent: boolean;
  onPress?: (() => void) | undefined;
  children?: ReactNode;
};

function Tab({ icon, label, to, isForGuest, why = "", isCurrent, onPress, children }: TabProps) {
  const content = (
    <>
      <Icon of={icon} size="l" />
      <span>{label}</span>
      {children}
    </>
  );
  if (isForGuest) {
    return (
      <button
        type="button"
        className={classNames(styles.tab, !hasPage(to) && styles.guestOnly)}
        onClick={() => askToLogIn(why)}
      >
        {content}
      </button>
    );
  }
  return (
    <Link to={to} className={styles.tab} aria-current={isCurrent ? "page" : undefined} onClick={onPress}>
      {content}
    </Link>
  );
}
