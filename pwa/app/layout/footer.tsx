import type { MouseEvent, ReactNode } from "react";
import airfieldDay from "../../../.cache/airfields/day.txt?raw";
import { textPages } from "../../../shared/pages.ts";
import { useAuth } from "../../client/session/session.tsx";
import { useAbout } from "../../client/site/about.ts";
import { Link } from "../../ui/actions/link.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Logo } from "../../ui/display/logo.tsx";
import { askToLogIn, listAircraftAction } from "./places.ts";
import styles from "./footer.module.css";

/** Who runs this site, help, the reader's own places and the legal texts. Below the first screen of every page. */
export function Footer({ room }: { room: "tab-bar" | "buy-bar" }) {
  const { user } = useAuth();
  const about = useAbout();
  const listAircraft = listAircraftAction(Boolean(user));
  // The same links for everybody, so that nothing moves when the session is known.
  const own = (why: string) => (event: MouseEvent) => {
    if (user) return;
    event.preventDefault();
    askToLogIn(why);
  };
  return (
    <footer className={classNames(styles.foot, room === "buy-bar" && styles.aboveBuyBar)}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.company}>
            <Logo />
            <p>{about ? runBy(about) : null}</p>
            <p className="muted">
              Tailhour introduces pilots and owners. The owner rents the aircraft to you and answers for it.
            </p>
          </div>
          <Group title="Help">
            <Link to={textPages.contact}>Contact</Link>
            <Link to="/how-it-works">How It Works</Link>
            <Link to={textPages.bookings}>Bookings and cancellation</Link>
            <Link to={textPages.verified}>What Verified means</Link>
          </Group>
          <Group title="Yours">
            <button type="button" onClick={() => listAircraft?.()}>
              List Your Aircraft
            </button>
            <Link to="/wallet" onClick={own("Log in to open your wallet.")}>
              Wallet
            </Link>
            <Link to="/on-this-device" onClick={own("Log in to see what is on this device.")}>
              On this device
            </Link>
            <Link to="/settings" onClick={own("Log in to change your settings.")}>
              Settings
            </Link>
          </Group>
          <Group title="Legal">
            <Link to={textPages.terms}>Terms</Link>
            <Link to={textPages.privacy}>Privacy</Link>
            <Link to={textPages.license}>Software license</Link>
          </Group>
        </div>
        <div className={`num ${styles.end}`}>
          <p>Airfield data: FAA NASR of {airfieldDay}. Not for navigation.</p>
          <p>Tailhour{about && ` ${about.version}`}</p>
        </div>
      </div>
    </footer>
  );
}

function runBy({ isDemo, operator }: NonNullable<ReturnType<typeof useAbout>>): string {
  if (isDemo) return "This is a demo of Tailhour. Its members, aircraft and bookings are made up.";
  if (!operator) return "This site does not say who runs it.";
  return `Tailhour is run by ${operator.name}${operator.address ? `, ${operator.address}` : ""}.`;
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = `foot-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id} className={styles.group}>
      <h2 id={id}>{title}</h2>
      <ul>
        {children.map((link, place) => (
          <li key={place}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
