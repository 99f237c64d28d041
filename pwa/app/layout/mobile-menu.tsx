// The phone menu: a sheet from the right with the account first, then the header's links, the theme last.
import {
  CalendarDays,
  CircleQuestionMark,
  Heart,
  LogOut,
  MessageSquare,
  Plane,
  Plus,
  ShieldCheck,
  SunMoon,
} from "../../ui/icons/icons.ts";
import type { Drawing } from "../../ui/icons/drawn.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { useAuth } from "../../client/session/session.tsx";
import { useTheme } from "../../client/shell/theme.ts";
import { Link } from "../../ui/actions/link.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { askToLogIn, isOffered, listAircraftAction, listingsPlace } from "./places.ts";
import { hasPage } from "../routes.tsx";
import styles from "./mobile-menu.module.css";

/** The highest count of unread messages shown; above it the menu says "9+". */
const MAX_COUNT = 9;

type MobileMenuProps = {
  unread: number;
  onClose: () => void;
};

export function MobileMenu({ unread, onClose }: MobileMenuProps) {
  const { user, logout } = useAuth();
  const [theme, toggleTheme] = useTheme();
  const listAircraft = listAircraftAction(Boolean(user));
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Sheet open side="right" title="Menu" onClose={onClose}>
      <nav aria-label="Menu" className={styles.menu}>
        {user ? <Person name={user.name} url={user.avatarUrl} onClose={onClose} /> : <GuestRow onClose={onClose} />}
        <MenuLink icon={Plane} to={listingsPlace} onClose={onClose} label="Browse Aircraft" />
        {hasPage("/how-it-works") && (
          <MenuLink icon={CircleQuestionMark} to="/how-it-works" onClose={onClose} label="How It Works" />
        )}
        {listAircraft && <MenuButton icon={Plus} onPress={then(listAircraft)} label="List Your Aircraft" />}
        {isOffered("/bookings", Boolean(user)) &&
          (user ? (
            <MenuLink icon={CalendarDays} to="/bookings" onClose={onClose} label="Bookings" />
          ) : (
            <MenuButton
              icon={CalendarDays}
              onPress={then(() => askToLogIn("Log in to see your bookings."))}
              label="Bookings"
            />
          ))}
        {isOffered("/messages", Boolean(user)) &&
          (user ? (
            <MenuLink icon={MessageSquare} to="/messages" onClose={onClose} label="Messages" unread={unread} />
          ) : (
            <MenuButton
              icon={MessageSquare}
              onPress={then(() => askToLogIn("Log in to read your messages."))}
              label="Messages"
            />
          ))}
        {user && hasPage("/favorites") && (
          <MenuLink icon={Heart} to="/favorites" onClose={onClose} label="My Favorites" />
        )}
        {user?.isAdmin && hasPage("/admin") && (
          <MenuLink icon={ShieldCheck} to="/admin" onClose={onClose} label="Admin Dashboard" />
        )}
        {user && <MenuButton icon={LogOut} onPress={then(() => void logout())} label="Log Out" />}
        <MenuButton
          icon={SunMoon}
          onPress={toggleTheme}
          label={theme === "dark" ? "Use light theme" : "Use dark theme"}
        />
      </nav>
    </Sheet>
  );
}

function Person({ name, url, onClose }: { name: string; url: string | null; onClose: () => void }) {
  const words = (
    <>
      <Avatar name={name} url={url} />
      <span className={styles.name}>{name}</span>
    </>
  );
  if (!hasPage("/profile")) return <p className={styles.person}>{words}</p>;
  return (
    <Link to="/profile" className={styles.person} onClick={onClose}>
      {words}
      <span className="vh">, profile</span>
    </Link>
  );
}

function GuestRow({ onClose }: { onClose: () => void }) {
  const open = (tab: "login" | "signup") => () => {
    onClose();
    openDialog({ name: "auth", tab });
  };
  return (
    <div className={styles.guest}>
      <Button onClick={open("login")}>Log In</Button>
      <Button onClick={open("signup")}>Sign Up</Button>
    </div>
  );
}

type MenuLinkProps = {
  icon: Drawing;
  to: string;
  label: string;
  unread?: number;
  onClose: () => void;
};

function MenuLink({ icon, to, label, unread = 0, onClose }: MenuLinkProps) {
  return (
    <Link to={to} className={styles.row} onClick={onClose}>
      <Icon of={icon} />
      {label}
      {unread > 0 && (
        <Badge tone="new" className={styles.end}>
          <span aria-hidden="true">{unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}</span>
          <span className="vh">{unread}</span> unread
        </Badge>
      )}
    </Link>
  );
}

function MenuButton({ icon, label, onPress }: { icon: Drawing; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <Icon of={icon} />
      {label}
    </button>
  );
}
