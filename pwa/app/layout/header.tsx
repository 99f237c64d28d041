import { Heart, LogOut, Menu, MessageSquare, Plus } from "../../ui/icons/icons.ts";
import { useState, type CSSProperties, type MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { hasDialog, openDialog } from "../../client/shell/dialogs.ts";
import { useHasFavorites } from "../../features/favorites/heart.tsx";
import { useAuth } from "../../client/session/session.tsx";
import { useUnread } from "../../client/messages/unread.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { CountBubble } from "../../ui/display/count-bubble.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { IconButton, IconLink } from "../../ui/actions/icon-button.tsx";
import { Logo } from "../../ui/display/logo.tsx";
import { lazyComponent } from "../../ui/hooks/lazy-component.tsx";
import { listAircraftAction, listingsPlace } from "./places.ts";
import { hasPage } from "../routes.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { useCloseOnNavigation } from "../effects/use-close-on-navigation.ts";
import styles from "./header.module.css";

const SyncPill = lazyComponent(async () => (await import("./sync-pill.tsx")).SyncPill);
const MobileMenu = lazyComponent(async () => (await import("./mobile-menu.tsx")).MobileMenu, {
  dismiss: ({ onClose }) => onClose(),
});

export function Header() {
  const { user } = useAuth();
  const unread = useUnread();
  const hasFavorites = useHasFavorites();
  const { pathname } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useCloseOnNavigation(isMenuOpen, () => setMenuOpen(false));
  const listAircraft = listAircraftAction(Boolean(user));
  return (
    <header className={styles.header} style={{ "--account-width": `${reservedAccountWidth()}px` } as CSSProperties}>
      <div className={classNames("wrap", styles.bar)}>
        <Link to="/" aria-label="Tailhour, home" className={styles.home}>
          <Logo />
        </Link>
        <nav aria-label="Main" className={classNames(styles.links, "desk")}>
          <Link to={listingsPlace} aria-current={currentForBrowse(pathname)}>
            Browse Aircraft
          </Link>
          <PageLink to="/how-it-works" pathname={pathname} label="How It Works" />
          {user && <PageLink to="/bookings" pathname={pathname} label="Bookings" />}
          {user?.isAdmin && <PageLink to="/admin" pathname={pathname} label="Admin" />}
        </nav>
        {user && <SyncPill />}
        <div className={styles.end}>
          {listAircraft && (
            <Button
              size="sm"
              className={classNames(styles.list, !hasDialog("listing") && styles.guestOnly, "desk")}
              onClick={listAircraft}
            >
              <Icon of={Plus} size="s" />
              List Your Aircraft
            </Button>
          )}
          <ThemeToggle />
          {user ? <SignedIn user={user} unread={unread} hasFavorites={hasFavorites} pathname={pathname} /> : <Guest />}
          <IconButton
            icon={Menu}
            iconSize="l"
            small
            label="Menu"
            className="mob"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(true)}
          />
        </div>
      </div>
      {isMenuOpen && <MobileMenu unread={unread} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

/** Marks Browse Aircraft as current on the map and on aircraft pages too, although it links to Home. */
function currentForBrowse(pathname: string): "page" | "true" | undefined {
  if (pathname === "/") return "page";
  return /^\/(aircraft\/|map)/.test(pathname) ? "true" : undefined;
}

function PageLink({ to, pathname, label }: { to: string; pathname: string; label: string }) {
  if (!hasPage(to)) return null;
  return (
    <Link to={to} aria-current={pathname === to ? "page" : undefined}>
      {label}
    </Link>
  );
}

function Guest() {
  // These buttons replace Log Out: the second press of a double press on it was not meant for them.
  const open = (tab: "login" | "signup") => (event: MouseEvent) => {
    if (event.detail <= 1) openDialog({ name: "auth", tab });
  };
  return (
    <div className={classNames(styles.account, styles.guest, "desk")}>
      <Button variant="quiet" size="sm" onClick={open("login")}>
        Log In
      </Button>
      <Button size="sm" onClick={open("signup")}>
        Sign Up
      </Button>
    </div>
  );
}

type SignedInProps = {
  user: OwnUser;
  unread: number;
  hasFavorites: boolean;
  pathname: string;
};

function SignedIn({ user, unread, hasFavorites, pathname }: SignedInProps) {
  const { logout } = useAuth();
  return (
    <div className={classNames(styles.account, "desk")}>
      {hasPage("/messages") && (
        <IconLink
          to="/messages"
          icon={MessageSquare}
          small
          // The name contains the number as shown.
          label={unread > 0 ? `Messages, ${unread > 99 ? "99+" : unread} unread` : "Messages"}
          current={pathname === "/messages"}
        >
          <CountBubble count={unread} max={99} />
        </IconLink>
      )}
      {hasPage("/favorites") && (
        <IconLink
          to="/favorites"
          icon={Heart}
          small
          filled={hasFavorites}
          className={hasFavorites ? styles.hasFavorites : undefined}
          label="My Favorites"
          current={pathname === "/favorites"}
        />
      )}
      {hasPage("/profile") ? (
        <Link to="/profile" className={styles.person}>
          <Avatar name={user.name} url={user.avatarUrl} />
          <span className="vh">Profile</span>
        </Link>
      ) : (
        <span className={styles.person} role="img" aria-label={user.name}>
          <Avatar name={user.name} url={user.avatarUrl} />
        </span>
      )}
      <IconButton icon={LogOut} small label="Log Out" onClick={() => void logout()} />
    </div>
  );
}

/** Width of the account area in pixels, reserved for a known user before the session is loaded. */
function reservedAccountWidth(): number {
  const icons = 1 + (hasPage("/messages") ? 1 : 0) + (hasPage("/favorites") ? 1 : 0);
  return icons * 52 + 46;
}
